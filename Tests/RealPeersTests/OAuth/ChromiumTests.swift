import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// A real browser at the fake portal's sign-in page.
@Suite(.chromium, .serialized) struct `Chromium at the fake` {
    @Test func `signs in, is told of a wrong password, cancels, and is known again`() async throws {
        let fake = try FakePortal("oauth")
        defer { fake.portal.stop() }
        let seen = try await ChromiumPeer.run(
            #"""
            username, password = arguments
            seen = {}
            browser.open(page())
            seen["focus"] = browser.run("return document.activeElement.id")
            seen["labels"] = browser.run("return [...document.querySelectorAll('input:not([type=hidden])')].map(i => i.labels[0].textContent)")
            seen["order"] = browser.run("return [...document.querySelectorAll('input:not([type=hidden]), button')].map(e => e.id || e.textContent)")
            browser.type("#user_username", username)
            browser.type("#user_password", "wrong\ue007")
            seen["alert"] = browser.run("return document.querySelector('[role=alert]').textContent")
            seen["kept"] = browser.run("return document.getElementById('user_username').value")
            seen["then"] = browser.run("return document.activeElement.id")
            browser.type("#user_password", password)
            browser.click("#signIn")
            seen["signedIn"] = returned()
            seen["title"] = browser.title
            browser.open(page(state="again"))
            seen["known"] = returned()
            browser.open(page(force_login="true"))
            browser.click("button[name=cancel]")
            seen["cancelled"] = returned()
            browser.open(page(force_login="true", redirect_uri="urn:ietf:wg:oauth:2.0:oob"))
            browser.type("#user_username", username)
            browser.type("#user_password", password + "\ue007")
            seen["approval"] = [browser.title, browser.run("return document.getElementById('code').value")]
            seen["complaints"] = browser.complaints()
            print(json.dumps(seen))
            """#, fake, ["alice", try fake.password()])
        #expect(seen["focus"] == "user_username" && seen["then"] == "user_password")
        #expect(seen["labels"] == ["User name", "Password"])
        #expect(seen["order"] == ["user_username", "user_password", "signIn", "Cancel"])
        #expect(seen["alert"] == "Invalid username or password. (OAUTH_0015)" && seen["kept"] == "alice")
        #expect(seen["signedIn"]?["state"] == "S" && seen["signedIn"]?["code"]?.string?.isEmpty == false)
        #expect(seen["title"] == "Back in the app")
        #expect(seen["known"]?["state"] == "again" && seen["known"]?["code"]?.string?.isEmpty == false)
        #expect(seen["cancelled"]?["error"] == "access_denied" && seen["cancelled"]?["state"] == "S")
        let code = try #require(seen["approval"]?.array?.last?.string)
        #expect(seen["approval"]?.array?.first?.string == "SUCCESS code=\(code)")
        #expect(seen["complaints"] == [], "the page's policy lets the page itself be")
        let passwords = fake.portal.journal().requests.filter { $0.operation == "oauth2/signin" }
        #expect(passwords.count == 4 && passwords.allSatisfy { !$0.headers.contains { $0.isNamed("Referer") } })
    }

    @Test func `runs nothing that a hostile link brings`() async throws {
        let fake = try FakePortal("oauth")
        defer { fake.portal.stop() }
        let seen = try await ChromiumPeer.run(
            #"""
            username, password = arguments
            attack = "\"'></script><script>window.pwned = 1; alert(1)</script><img src=x onerror='window.pwned = 1; alert(2)'>"
            seen = {"pages": []}
            for changes in [
                {"redirect_uri": "javascript:window.pwned=1"}, {"redirect_uri": home + "/callback" + attack}, {"redirect_uri": home.replace("127.0.0.1", "127.0.0.1.evil.test") + "/callback"},
                {"redirect_uri": "https://app.test/auth.evil"}, {"redirect_uri": "data:text/html," + attack}, {"client_id": attack}, {"response_type": None, "redirect_uri": None},
                {"state": attack}, {"prepopulatedusername": attack}, {"style": attack}, {"locale": attack},
            ]:
                browser.open(page(**changes))
                seen["pages"].append([browser.title, browser.url.startswith(portal), browser.alert(), browser.run("return window.pwned || null"), came.qsize()])
            browser.open(page(state=attack))
            browser.type("#user_username", attack)
            browser.type("#user_password", "wrong\ue007")
            seen["echoed"] = [browser.run("return document.getElementById('user_username').value") == attack, browser.alert(), browser.run("return window.pwned || null")]
            browser.run("document.getElementById('user_username').value = ''")
            browser.type("#user_username", username)
            browser.type("#user_password", password + "\ue007")
            seen["state"] = returned()["state"] == attack
            browser.open(portal + "/sharing/rest/oauth2/approval?" + urllib.parse.urlencode({"code": attack, "error": attack}))
            seen["approval"] = [browser.title, browser.alert(), browser.run("return window.pwned || null")]
            before = browser.complaints()
            browser.open(home + "/frame")
            seen["framed"] = any("frame-ancestors" in complaint for complaint in browser.complaints())
            print(json.dumps(seen))
            """#, fake, ["alice", try fake.password()])
        let pages = try #require(seen["pages"]?.array)
        #expect(pages.count == 11)
        for (index, page) in pages.enumerated() {
            let title: JSONValue = index < 7 ? "Error" : "Sign In"
            #expect(page == [title, true, nil, nil, 0], "page \(index)")
        }
        #expect(seen["echoed"] == [true, nil, nil])
        #expect(seen["state"] == true)
        #expect(seen["approval"] == ["Denied error=server_error", nil, nil])
        #expect(seen["framed"] == true, "a page of another origin cannot frame it")
    }

    @Test(arguments: [320, 390]) func `reads well on a phone`(width: Int) async throws {
        let fake = try FakePortal("oauth")
        defer { fake.portal.stop() }
        let seen = try await ChromiumPeer.run(
            #"""
            def measure():
                return browser.run("""
                    return {
                        scrolls: document.documentElement.scrollWidth > window.innerWidth,
                        small: [...document.querySelectorAll('input:not([type=hidden]), button')].filter(e => e.getBoundingClientRect().height < 44).length,
                        zooms: [...document.querySelectorAll('input:not([type=hidden])')].filter(e => parseFloat(getComputedStyle(e).fontSize) < 16).length
                    }""")
            seen = []
            browser.open(page())
            seen.append(measure())
            browser.type("#user_username", "x" * 200)
            browser.type("#user_password", "wrong\ue007")
            seen.append(measure())
            browser.open(page(redirect_uri="x" * 300))
            seen.append(measure())
            print(json.dumps(seen))
            """#, fake, width: width)
        for measured in try #require(seen.array) { #expect(measured == ["scrolls": false, "small": 0, "zooms": 0]) }
    }
}
