import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

/// A person who walks through the services directory and the home page in a real browser.
@Suite(.chromium, .serialized) struct `Chromium at the services directory` {
    private static let helpers = #"""
        def heading(): return browser.run("return document.querySelector('h1').textContent")
        def follow(text): browser.run("const link = [...document.querySelectorAll('a')].find(a => a.textContent === " + json.dumps(text) + "); if (!link) throw new Error('no link ' + " + json.dumps(text) + "); link.click()"); return settled()
        def settled():
            # A click returns before the next page is there: wait for a document that was not seen yet.
            for _ in range(100000):
                try:
                    if browser.run("return document.readyState === 'complete' && !window.seen"): break
                except RuntimeError: pass
            else: raise RuntimeError("no other page came")
            browser.run("window.seen = true")
            return heading()
        def opened(url): browser.open(url); browser.run("window.seen = true")
        def session(): return browser.run("return document.querySelector('header').innerText.replace(/\\s+/g, ' ')")
        root = portal.rsplit("/", 1)[0]

        """#

    @Test func `goes from the home page to a record and back`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let seen = try await ChromiumPeer.run(
            Self.helpers + #"""
                seen = []
                opened(portal + "/home/")
                seen.append(heading())
                seen.append(follow("Services directory of the server"))
                seen.append(follow("Surveys (FeatureServer)"))
                layer = browser.run("return [...document.querySelectorAll('main ul a')].find(a => /FeatureServer\\/0$/.test(a.getAttribute('href'))).textContent")
                seen.append(follow(layer) == layer)
                seen.append(follow("query"))
                browser.run("document.querySelector('#field-where').value = ''")
                browser.type("#field-where", "OBJECTID = 1")
                browser.click("main button[type=submit]")
                settled()
                seen.append(browser.run("return [document.querySelector('#field-where').value, document.querySelectorAll('h3').length, [...document.querySelectorAll('h3 + dl dt')].some(e => e.textContent === 'OBJECTID')]"))
                record = browser.run("const link = document.querySelector('h3 a'); if (link) link.click(); return !!link")
                if record: settled()
                for crumb in [layer, "Surveys (FeatureServer)", "services", "Home"]: seen.append(follow(crumb) in (layer, "Surveys (FeatureServer)", "services", "A fake portal"))
                seen.append(browser.url == portal + "/home/")
                print(json.dumps([seen, browser.complaints()]))
                """#, fake)
        let wanted: JSONValue = [
            "A fake portal", "services", "Surveys (FeatureServer)", true, "Query", ["OBJECTID = 1", 1, true], true,
            true,
            true, true, true,
        ]
        #expect(seen == [wanted, []], "\(seen)")
        #expect(fake.portal.journal().requests.contains { $0.operation == "Surveys/query" })
    }

    @Test func `signs in and out at the portal and at the server`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let seen = try await ChromiumPeer.run(
            Self.helpers + #"""
                password = arguments[0]
                seen = {}
                def items(): return browser.run("return document.querySelectorAll('a[href*=\"item.html\"]').length")
                opened(portal + "/home/")
                before = items()
                follow("Sign in")
                browser.type("#field-username", "alice")
                browser.type("#field-password", "wrong\ue007")
                settled()
                seen["wrong"] = browser.run("return [document.querySelector('[role=alert]').textContent, document.querySelector('#field-username').value, document.querySelector('#field-password').value]")
                browser.type("#field-password", password + "\ue007")
                settled()
                seen["in"] = [session(), items() > before, browser.url == portal + "/home/"]
                browser.run("document.querySelector('a[href*=\"item.html\"]').click()")
                seen["item"] = [bool(settled()), "item.html?id=" in browser.url]
                browser.click("header button")
                settled()
                seen["out"] = [session(), "item.html?id=" in browser.url]
                opened(root + "/server/rest/services/Traffic/MapServer")
                seen["asked"] = [heading(), browser.url.split("?")[0] == root + "/server/rest/login"]
                browser.type("#field-username", "alice")
                browser.type("#field-password", password + "\ue007")
                settled()
                seen["server"] = [heading(), session(), browser.url == root + "/server/rest/services/Traffic/MapServer"]
                browser.click("header button")
                seen["left"] = [settled(), browser.url.split("?")[0] == root + "/server/rest/login"]
                browser.open(home + "/")
                browser.run("const f = document.createElement('form'); f.method = 'post'; f.action = " + json.dumps(portal + "/home/signin.html") + "; f.innerHTML = '<input name=username value=alice><input name=password>'; f.password.value = " + json.dumps(password) + "; document.body.append(f); f.submit()")
                for _ in range(3000):
                    try:
                        if browser.url.startswith(portal) and browser.run("return document.readyState") == "complete": break
                    except RuntimeError: pass
                seen["foreign"] = browser.run("return document.querySelector('[role=alert]').textContent")
                seen["cookies"] = [cookie["name"] for cookie in browser.call("GET", "/cookie")]
                seen["complaints"] = [text for text in browser.complaints() if "403" not in text]
                print(json.dumps(seen))
                """#, fake, [try fake.password()])
        #expect(seen["wrong"] == ["Invalid username or password.", "alice", ""], "\(seen)")
        #expect(seen["in"] == ["A fake portal Signed in as alice Sign out", true, true], "\(seen)")
        #expect(seen["item"] == [true, true] && seen["out"] == ["A fake portal Sign in", true], "\(seen)")
        #expect(seen["asked"] == ["ArcGIS REST Framework Login", true], "\(seen)")
        let server = "ArcGIS REST Services Directory Signed in as alice Sign out"
        #expect(seen["server"] == ["Traffic (MapServer)", .string(server), true], "\(seen)")
        #expect(seen["left"] == ["ArcGIS REST Framework Login", true], "\(seen)")
        #expect(seen["foreign"]?.string?.hasPrefix("The form was not sent by a page of this site.") == true, "\(seen)")
        #expect(seen["cookies"] == [] && seen["complaints"] == [], "\(seen)")
        #expect(!fake.portal.journal().requests.contains { $0.target.contains("token") })
    }

    /// The rules of axe-core (github.com/dequelabs/axe-core) at every kind of page, and nothing wider than the screen.
    @Test(.axe, arguments: [(false, nil), (true, nil), (false, 390), (true, 390)] as [(Bool, Int?)])
    func `reads well in light and dark, on a desk and on a phone`(isDark: Bool, width: Int?) async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let seen = try await ChromiumPeer.run(
            Self.helpers + #"""
                rules = open(arguments[0]).read()
                seen = {"dark": None, "wide": [], "small": [], "violations": []}
                def look(path):
                    browser.open(root + path)
                    browser.run(rules)
                    seen["dark"] = browser.run("return matchMedia('(prefers-color-scheme: dark)').matches")
                    found = browser.call("POST", "/execute/async", {"script": "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then(found => done(found.violations.map(rule => rule.id + ': ' + rule.nodes.map(node => node.target.join(' ')).join(', '))), error => done([String(error)]))", "args": []})
                    seen["violations"] += [path + ": " + text for text in found]
                    seen["wide"] += browser.run("return document.documentElement.scrollWidth > innerWidth ? [location.pathname + ' ' + [...document.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > innerWidth).map(e => e.tagName).join(' ')] : []")
                    seen["small"] += browser.run("return [...document.querySelectorAll('main button, input:not([type=hidden]), select')].filter(e => e.getBoundingClientRect().height < 44).map(e => e.id || e.textContent)")
                server, rest = "/server/rest/services", portal[len(root):] + "/sharing/rest"
                for path in [portal[len(root):] + "/home/", portal[len(root):] + "/home/signin.html", server, server + "/Surveys/FeatureServer", server + "/Surveys/FeatureServer/0", server + "/Surveys/FeatureServer/0/query", server + "/Surveys/FeatureServer/0/query?where=1%3D1&outFields=*", server + "/Surveys/FeatureServer/0/query?where=nonsense", rest, rest + "/portals/self", rest + "/search?q=a", rest + "/generateToken", rest + "/nothing", server + "/None/MapServer"]: look(path)
                item = (browser.open(portal + "/home/"), browser.run("return document.querySelector('a[href*=\"item.html\"]').getAttribute('href')"))[1]
                look(item)
                print(json.dumps(seen))
                """#, portal: fake.portal.url, folder: fake.folder.path, width: width,
            options: ["args": isDark ? ["--blink-settings=preferredColorScheme=0"] : []],
            [try #require(Peers.axe)])
        #expect(seen["dark"] == .bool(isDark) && seen["wide"] == [] && seen["violations"] == [], "\(seen)")
        if width != nil { #expect(seen["small"] == [], "what is touched is 44 pixels high and more") }
    }
}
