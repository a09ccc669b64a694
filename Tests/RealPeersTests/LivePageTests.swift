import FixtureFiles
import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

/// The live page of a served portal in a real browser, which follows it over its event stream.
@Suite(.chromium, .serialized) struct `Chromium at the live page` {
    @Test func `shows what comes, filters it, and tells a request in full without its secrets`() async throws {
        let watched = try WatchedPortal()
        let seen = try await watched.run(
            #"""
            seen = {}
            ask("/sharing/rest/info?f=json")
            browser.open(portal)
            wait("entries.get('r1')?.data.answer")
            ask("/sharing/rest/community/self?f=json&token=abcdef", {"X-Evil": "<img src=x onerror='window.pwned = 1'>\u00ad"})
            wait("entries.get('r2')?.data.answer && [...document.querySelectorAll('.row.bad:not([hidden])')].length")
            seen["requests"] = requests()
            seen["state"] = [text("#state"), text("#scenario"), text("#url")]
            browser.type("#search", "community")
            wait("visible.length === 1 && document.querySelectorAll('.row:not([hidden])').length === 1")
            seen["searched"] = rows()
            browser.run("document.getElementById('search').value = ''; document.querySelector('input[value=refused]').click()")
            wait("visible.length === 1")
            seen["refused"] = [rows(), text("#count")]
            browser.click(".row:not([hidden])")
            wait("document.querySelectorAll('#details pre').length >= 3")
            seen["details"] = browser.run("return [...document.querySelectorAll('#details pre')].map(e => e.textContent)")
            seen["gates"] = browser.run("return [...document.querySelectorAll('#details .gates li')].map(e => e.textContent)")
            browser.click("#secrets")
            wait("document.querySelector('#details').textContent.includes('abcdef')")
            seen["pressed"] = browser.run("return document.getElementById('secrets').ariaPressed")
            browser.click("#tab-judge")
            wait("document.getElementById('broken').textContent")
            seen["judge"] = [text("#broken"), text("#requirements")]
            browser.run("document.querySelector('input[value=all]').click()")
            browser.run("window.spied = 0; window.confirm = () => { spied += 1; return spied > 1; }")
            browser.click("#clear")
            seen["kept"] = browser.run("return [spied, entries.has('r2')]")
            browser.click("#clear")
            wait("entries.size === 0 || !entries.has('r2')")
            seen["pwned"] = browser.run("return [window.pwned || null, document.images.length, document.scripts.length]")
            seen["outside"] = browser.run("return performance.getEntriesByType('resource').filter(e => !e.name.startsWith(location.origin)).length")
            seen["complaints"] = browser.complaints()
            print(json.dumps(seen))
            """#)
        let token = "request 2, GET community/self @http, unknown, token in the URL · token: "
        let requests = (seen["requests"]?.array ?? []).compactMap(\.string)
        #expect(requests.first == "request 1, GET info @http, 200")
        #expect(requests.last?.hasPrefix(token) == true && requests.last?.hasSuffix("498 ✗") == true, "\(requests)")
        #expect(seen["state"] == ["live", "token", .string(watched.fake.portal.url)])
        #expect(seen["searched"]?.array?.count == 1 && seen["refused"]?.array?.first == seen["searched"])
        let details = (seen["details"]?.array ?? []).compactMap(\.string)
        try #require(details.count > 2, "\(seen)")
        #expect(details[0] == "GET community/self +unknown carrier=query @http -> 498")
        #expect(
            details[1].contains("curl -sS") && details[1].contains("token=‹hidden›") && details[1].contains("onerror"))
        #expect(details[2].hasPrefix("GET /portal/sharing/rest/community/self?f=json&token=‹hidden› HTTP/1.1"))
        #expect(details[2].contains(#"onerror='window.pwned = 1'>\u{ad}"#) && !details.joined().contains("abcdef"))
        #expect(seen["gates"]?.array?.first?.string?.hasPrefix("✗ token: ") == true, "\(seen)")
        #expect(seen["pressed"] == "true" && seen["judge"]?.array?.first == "1 broken")
        #expect(seen["judge"]?.array?.last?.string?.contains("token#1 stands in a URL") == true)
        #expect(seen["kept"] == [1, true], "nothing is cleared before that is confirmed")
        #expect(seen["pwned"] == [nil, 0, 1] && seen["outside"] == 0 && seen["complaints"] == [], "\(seen)")
    }

    @Test func `its line for curl does again what the request did`() async throws {
        let watched = try WatchedPortal()
        let seen = try await watched.run(
            #"""
            body = "f=json&username=al%27ice&password=" + "\u00e9\u202e\n\\'\"$(exit 1)`exit 1`!"
            request = urllib.request.Request(http + "/sharing/rest/generateToken?a=%22", body.encode(), {"X-Odd": "it's $HOME `id`", "Accept": "text/*"})
            try: urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request).read()
            except urllib.error.HTTPError as error: error.read()
            browser.open(portal)
            wait("entries.get('r1')?.data.answer")
            browser.click("#secrets")
            browser.run("choose('r1', true)")
            wait("document.querySelectorAll('#details pre').length >= 3")
            line = browser.run("return document.querySelectorAll('#details pre')[1].textContent")
            subprocess.run(["bash", "-c", line], check=True, stdout=subprocess.DEVNULL, timeout=300)
            print(json.dumps(line))
            """#)
        #expect(seen.string?.hasPrefix("curl -sS --header ") == true, "\(seen)")
        let requests = watched.fake.portal.journal().requests
        try #require(requests.count == 2)
        func fields(_ request: Journal.Request) -> [String] {
            request.headers.filter { !$0.isNamed("Connection") }.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
        }
        #expect(requests[0].method == requests[1].method && requests[0].target == requests[1].target)
        #expect(requests[0].body == requests[1].body && fields(requests[0]) == fields(requests[1]))
    }

    @Test func `its line for curl takes nothing of a request for an option`() async throws {
        let watched = try WatchedPortal()
        let seen = try await watched.run(
            #"""
            import socket
            place = urllib.parse.urlsplit(http)
            with socket.create_connection((place.hostname, place.port)) as client:
                client.sendall(f"GET -K/none/such HTTP/1.1\r\nHost: {place.netloc}\r\n@/none/such: 1\r\nConnection: close\r\n\r\n".encode())
                while client.recv(65536): pass
            browser.open(portal)
            wait("entries.get('r1')?.data.answer")
            browser.click("#secrets")
            browser.run("choose('r1', true)")
            wait("document.querySelectorAll('#details pre').length >= 2")
            line = browser.run("return [...document.querySelectorAll('#details pre')].find(e => e.textContent.startsWith('curl ')).textContent")
            subprocess.run(["bash", "-c", line], check=True, stdout=subprocess.DEVNULL, timeout=300)
            print(json.dumps(line))
            """#)
        #expect(seen.string?.contains("--request-target -K/none/such http://") == true, "\(seen)")
        let requests = watched.fake.portal.journal().requests
        #expect(requests.map(\.target) == ["-K/none/such", "-K/none/such"])
        #expect(requests.map { $0.headers.contains { $0.isNamed("@/none/such") } } == [true, false])
    }

    @Test func `steers the portal with a click`() async throws {
        let watched = try WatchedPortal()
        let seen = try await watched.run(
            #"""
            seen = []
            browser.open(portal)
            wait("state && document.getElementById('users').options.length && document.getElementById('recipes').options.length")
            browser.click("#tab-portal")
            def act(css, said):
                browser.run(f"document.querySelector({json.dumps(css)}).click()")
                wait(f"document.getElementById('said').textContent.startsWith({json.dumps(said)})")
                seen.append(text("#said"))
            act("[data-advance='1h']", "The clock")
            wait("document.getElementById('ahead').textContent === '(1 h ahead)'")
            browser.run("document.querySelector('form[data-act=advance] input').value = 'soon'")
            act("form[data-act=advance] > button", "That did not")
            browser.run("document.getElementById('recipes').value = 'expired'")
            act("form[data-act=certificate] button", "New connections see")
            wait("document.getElementById('certificate').textContent === 'expired'")
            browser.run("const f = document.querySelector('form[data-act=password]'); f.user.value = 'alice'; f.password.value = 'another one'")
            act("form[data-act=password] button", "alice has")
            browser.run("const f = document.querySelector('form[data-act=fault]'); f.operation.value = 'info'; f.times.value = '1'")
            act("form[data-act=fault] button[value=set]", "The fault")
            wait("document.getElementById('faults').textContent === 'status 503 at info, once'")
            ask("/sharing/rest/info?f=json")
            wait("[...entries.values()].some(entry => entry.data.fault === 'status 503')")
            act("form[data-act=fault] button[value=none]", "No fault")
            wait("document.getElementById('faults').textContent === ''")
            act("form[data-act=tokens] button[value=revoke]", "Revoked: all")
            print(json.dumps([seen, browser.complaints()]))
            """#)
        // A refused call is told in the console by the browser itself.
        #expect(
            seen.array?.first?.array?.count == 7
                && seen.array?.last?.array?.allSatisfy { $0.string?.contains("400") == true } == true, "\(seen)")
        #expect(seen.array?.first?.array?[1].string?.contains("soon") == true)
        let portal = watched.fake.portal
        #expect(portal.journal().requests.map(\.fault) == ["status 503"])
        #expect(try watched.fake.password() == "another one")
    }

    @Test func `is used by keyboard alone`() async throws {
        let watched = try WatchedPortal()
        let seen = try await watched.run(
            #"""
            for _ in range(3): ask("/sharing/rest/info?f=json")
            browser.open(portal)
            wait("entries.get('r3')?.data.answer && document.querySelectorAll('.row:not([hidden])').length === 6")
            seen = {}
            focus = lambda: browser.run("const e = document.activeElement; return [e.id, chosen, document.getElementById(document.getElementById('list').getAttribute('aria-activedescendant'))?.ariaSelected ?? null]")
            browser.run("document.getElementById('list').focus()")
            for name, key in [("home", "\ue011"), ("down", "\ue015"), ("end", "\ue010"), ("enter", "\ue007")]:
                browser.type("#list", key)
                if key != "\ue007": wait("document.getElementById('list').getAttribute('aria-activedescendant') && document.getElementById(document.getElementById('list').getAttribute('aria-activedescendant')).ariaSelected === 'true' && document.getElementById(document.getElementById('list').getAttribute('aria-activedescendant')).ariaPosInSet == ({home: 1, down: 2, end: 6})['" + name + "']")
                seen[name] = focus()
            browser.type("#details", "\ue00c")
            seen["escape"] = focus()
            browser.type("#list", "/")
            seen["slash"] = focus()[0]
            browser.run("document.getElementById('tab-details').focus()")
            browser.type("#tab-details", "\ue014")
            seen["tab"] = [focus()[0], browser.run("return document.body.dataset.view")]
            seen["unnamed"] = browser.run("return [...document.querySelectorAll('input, select')].filter(e => !e.labels.length).length")
            print(json.dumps(seen))
            """#)
        #expect(seen["home"] == ["list", "c1", "true"] && seen["down"] == ["list", "r1", "true"])
        #expect(seen["end"] == ["list", "r3", "true"] && seen["enter"] == ["details", "r3", "true"])
        #expect(seen["escape"] == ["list", "r3", "true"] && seen["slash"] == "search")
        #expect(seen["tab"] == ["tab-portal", "portal"] && seen["unnamed"] == 0)
    }

    /// The rules of axe-core (github.com/dequelabs/axe-core) at every view, and nothing wider than the screen.
    @Test(.axe, arguments: [(false, nil), (true, nil), (false, 390), (true, 320)] as [(Bool, Int?)])
    func `reads well in light and dark, on a desk and on a phone, and has what a screen reader needs`(
        isDark: Bool, width: Int?
    ) async throws {
        let watched = try WatchedPortal()
        let seen = try await watched.run(
            #"""
            ask("/sharing/rest/info?f=json")
            ask("/sharing/rest/community/self?f=json&token=" + "x" * 300)
            browser.open(portal)
            wait("entries.get('r2')?.data.answer && document.querySelector('.row.bad:not([hidden])')")
            rules = open(arguments[0]).read()
            seen = {"dark": browser.run("return matchMedia('(prefers-color-scheme: dark)').matches"), "wide": [], "small": [], "violations": []}
            def look():
                browser.run(rules)
                seen["violations"] += later("axe.run(document, {resultTypes: ['violations']}).then(found => done(found.violations.map(rule => rule.id + ': ' + rule.nodes.map(node => node.target.join(' ')).join(', '))), error => done([String(error)]))")
                seen["wide"] += browser.run("return document.documentElement.scrollWidth > innerWidth ? [document.body.dataset.view] : []")
                seen["small"] += browser.run("return [...document.querySelectorAll('button:not(.copied button), input:not([type=radio]), select, .row:not([hidden])')].filter(e => e.getClientRects().length && e.getBoundingClientRect().height < 44).map(e => e.id || e.textContent)")
            look()
            browser.run("document.querySelector('.row.bad:not([hidden])').click()")
            wait("document.querySelectorAll('#details pre').length >= 3")
            look()
            browser.click("#tab-portal")
            look()
            browser.click("#tab-judge")
            wait("document.getElementById('broken').textContent")
            look()
            print(json.dumps(seen))
            """#, width: width, options: ["args": isDark ? ["--blink-settings=preferredColorScheme=0"] : []],
            [try #require(Peers.axe)])
        #expect(seen["dark"] == .bool(isDark) && seen["wide"] == [] && seen["violations"] == [], "\(seen)")
        if width != nil { #expect(seen["small"] == [], "what is touched is 44 pixels high and more") }
    }

    /// The figures are for people to read; what is asserted is that everything comes and that the document stays small.
    @Test func `ten thousand entries at five hundred a second leave the document small`() async throws {
        let watched = try WatchedPortal()
        let seen = try await watched.run(
            #"""
            import socket, time
            browser.open(portal)
            wait("state")
            browser.run("""window.lags = []; let last = performance.now();
                setInterval(() => { const now = performance.now(); window.lags.push(now - last - 10); last = now; }, 10);""")
            plain = urllib.parse.urlsplit(http)
            line = socket.create_connection((plain.hostname, plain.port))
            reader = threading.Thread(target=lambda: [None for _ in iter(lambda: line.recv(1 << 20), b"")], daemon=True)
            reader.start()
            total, rate, sent, start = 10000, 500, 0, time.monotonic()
            pace = threading.Event()
            while sent < total:
                due = min(total, int((time.monotonic() - start) * rate) + 1)
                line.sendall(b"".join(b"GET /portal/sharing/rest/community/self?f=json&token=t%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % number for number in range(sent, due)))
                sent = due
                pace.wait(0.02)
            took = time.monotonic() - start
            seen = {"last": wait("entries.get('r10000')?.data.answer && entries.size"), "rate": round(total / took)}
            seen["nodes"] = browser.run("return document.querySelectorAll('*').length")
            seen["lag"] = browser.run("const all = [...lags].sort((a, b) => a - b), at = part => Math.round(all[Math.min(all.length - 1, Math.floor(all.length * part))]); return {median: at(.5), p95: at(.95), p99: at(.99), most: at(1)}")
            browser.type("#search", "t9999")
            seen["found"] = wait("visible.length === 1 && visible[0].key")
            browser.open(portal)
            seen["again"] = wait("entries.get('r10000')?.data.answer && order.filter(entry => entry.kind === 'request').length")
            line.close()
            print(json.dumps(seen))
            """#)
        print(
            "live page, event loop's lag in milliseconds at \(seen["rate"]?.text() ?? "") requests a second: \(seen["lag"]?.text() ?? "")"
        )
        #expect(seen["last"] == 10_001 && seen["again"] == 10_000 && seen["found"] == "r10000", "\(seen)")
        #expect(seen["nodes"]?.integer ?? .max < 1000)
    }

    @Test func `a page of another origin can neither read nor drive nor frame it`() async throws {
        let watched = try WatchedPortal()
        let seen = try await watched.run(
            #"""
            browser.open(home + "/")
            address = json.dumps(portal)
            seen = {}
            for name, call in [("read", "fetch(A + '/ready')"), ("drive", "fetch(A + '/clock', {method: 'POST', body: '{\"advance\":\"1h\"}'})"), ("blind", "fetch(A + '/clock', {method: 'POST', mode: 'no-cors', body: '{\"advance\":\"1h\"}'})")]:
                seen[name] = later(f"const A = {address}; {call}.then(answer => done(answer.type), () => done('refused'))")
            seen["stream"] = later(f"const stream = new EventSource({address} + '/events'); stream.onopen = () => done('open'); stream.onerror = () => done('refused')")
            later(f"const frame = document.createElement('iframe'); frame.onload = () => done(1); frame.src = {address}; document.body.append(frame)")
            seen["framed"] = browser.run("return frames[0].length === 0 && (() => { try { return !!frames[0].document.getElementById('list') } catch { return false } })()")
            browser.open(portal)
            wait("state")
            seen["ahead"] = text("#ahead")
            browser.open(home + "/")
            browser.run(f"const link = document.createElement('a'); link.href = {address}; document.body.append(link); link.click()")
            def is_there():
                # Between two pages there is nothing to ask.
                try: return browser.run("return location.protocol === 'http:' && typeof state === 'object' && state !== null && document.referrer === ''")
                except RuntimeError: return False
            for _ in range(3000):
                if is_there(): break
            seen["visited"] = browser.url == portal
            print(json.dumps(seen))
            """#)
        #expect(seen["read"] == "refused" && seen["drive"] == "refused" && seen["stream"] == "refused", "\(seen)")
        #expect(seen["blind"] == "opaque" && seen["ahead"] == "" && seen["framed"] == false)
        #expect(seen["visited"] == true)
    }
}
