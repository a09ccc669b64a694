import JSONValues
import Testing

/// What the lines of the live page's list tell, and how much of it can be read.
@Suite(.chromium, .serialized) struct `Lines of the live page` {
    @Test func `a token in a URL is marked, and the scenario's line names its carrier`() async throws {
        let watched = try WatchedPortal()
        let seen = try await watched.run(
            #"""
            token = sign_in()
            secure("/sharing/rest/community/self?f=json&token=" + token)
            secure("/sharing/rest/community/self?f=json", headers={"X-Esri-Authorization": "Bearer " + token})
            ask("/sharing/rest/generateToken?f=json&username=alice&password=nope")
            browser.open(portal)
            wait("entries.get('r4')?.data.answer && document.querySelectorAll('#rows > .row.request:not([hidden])').length === 4")
            seen = {}
            for number in (2, 3, 4):
                seen[str(number)] = browser.run(f"const row = [...document.querySelectorAll('#rows > .row:not([hidden])')].find(row => row.querySelector('.n').textContent === '#{number}'); const color = name => getComputedStyle(row.querySelector(name)).color; return [row.className, row.querySelector('.g').textContent, color('.g') === color('.a')]")
            seen["line"] = browser.run("return entries.get('r2').data.line")
            print(json.dumps(seen))
            """#)
        #expect(seen["2"]?.array?.first == "row request odd marked", "\(seen)")
        #expect(seen["2"]?.array?[1].string?.hasPrefix("token in the URL · token: ") == true)
        #expect(seen["2"]?.array?[2] == true, "the mark is amber, as the answer is")
        #expect(seen["3"]?.array?.first == "row request good" && seen["3"]?.array?[1].string?.contains("URL") == false)
        #expect(seen["4"]?.array?.first == "row request bad marked")
        #expect(seen["4"]?.array?[1].string?.hasPrefix("secret in the URL · ") == true)
        #expect(seen["line"] == "GET community/self +token#1 carrier=query -> 200")
    }

    @Test func `a handshake that the portal broke is told as its fault, not as the client's refusal`() async throws {
        let watched = try WatchedPortal()
        let seen = try await watched.run(
            #"""
            import socket, ssl
            place = urllib.parse.urlsplit(https)
            def shake():
                context = ssl.create_default_context()
                try:
                    with socket.create_connection((place.hostname, place.port)) as line: context.wrap_socket(line, server_hostname="localhost").close()
                except OSError: pass
            browser.open(portal)
            wait("state && document.getElementById('recipes').options.length")
            browser.run("const f = document.querySelector('form[data-act=fault]'); f.play.value = '\"plainHTTP\"'; f.play.dispatchEvent(new Event('change')); f.times.value = '1'; f.querySelector('button[value=set]').click()")
            wait("document.getElementById('faults').textContent.startsWith('plainHTTP')")
            shake()
            wait("entries.get('c1')?.data.end")
            shake()
            wait("entries.get('c2')?.data.end && document.querySelectorAll('#rows > .row:not([hidden])').length === 2")
            seen = {"rows": browser.run("return [...document.querySelectorAll('#rows > .row:not([hidden])')].map(row => [row.className, row.querySelector('.g').textContent, row.querySelector('.a').textContent])")}
            browser.run("choose('c1', true)")
            wait("document.querySelector('#details .played')")
            seen["played"] = [text("#details .played"), text("#details .broken")]
            browser.run("choose('c2', true)")
            wait("document.querySelector('#details .broken')")
            seen["refused"] = [text("#details .played"), text("#details .broken")]
            print(json.dumps(seen))
            """#)
        let rows = (seen["rows"]?.array ?? []).compactMap(\.array)
        try #require(rows.count == 2, "\(seen)")
        #expect(rows[0][0] == "row connection odd" && rows[0][1].string?.hasPrefix("fault plainHTTP") == true)
        #expect(rows[0][2] == "fault")
        #expect(rows[1][0] == "row connection bad" && rows[1][2] == "refused ✗", "the twin without a fault")
        #expect(seen["played"]?.array?.first?.string?.hasPrefix("The portal played plainHTTP; ") == true, "\(seen)")
        #expect(seen["played"]?.array?.last == .null && seen["refused"]?.array?.first == .null)
        #expect(seen["refused"]?.array?.last?.string?.hasPrefix("The client refused the handshake") == true)
    }

    @Test func `reasons are whole at 1280 pixels, and the pointer tells the rest`() async throws {
        let watched = try WatchedPortal()
        let seen = try await watched.run(
            #"""
            token = sign_in()
            for path in ("info?f=json", "portals/self?f=json", "portals/sefl?f=json", "community/self?f=json&token=x", "nothing?f=json"): ask("/sharing/rest/" + path)
            secure("/sharing/rest/portals/self?f=json", headers={"X-Esri-Authorization": "Bearer " + token})
            import socket, ssl
            place = urllib.parse.urlsplit(https)
            context = ssl.create_default_context(cafile=authority)
            with socket.create_connection((place.hostname, place.port)) as line: context.wrap_socket(line, server_hostname="localhost").close()
            browser.open(portal)
            browser.call("POST", "/window/rect", {"width": 1280, "height": 900})
            wait("entries.get('r7')?.data.answer && order.some(e => e.kind === 'connection' && e.data.tls?.outcome === 'completed' && e.data.end) && document.querySelectorAll('#rows > .row:not([hidden])').length >= 9")
            seen = {"width": browser.run("return innerWidth")}
            seen["cut"] = browser.run("return [...document.querySelectorAll('#rows > .row:not([hidden]):not(.marked) .g')].filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)")
            seen["reasons"] = browser.run("return [...document.querySelectorAll('#rows > .row.request:not([hidden]) .g')].map(e => [e.textContent, e.title])")
            seen["plain"] = browser.run("const row = [...document.querySelectorAll('#rows > .row.connection:not([hidden])')].find(row => row.querySelector('.o').textContent.startsWith('TLS')); return [row.querySelector('.n').textContent, row.querySelector('.o').textContent, row.querySelector('.w').textContent, row.querySelector('.g').textContent]")
            seen["times"] = browser.run("return [...document.querySelectorAll('#rows > .row:not([hidden]) .t')].map(e => e.textContent)")
            seen["heading"] = browser.run("return [...document.querySelectorAll('.heading > span')].map(e => e.textContent)")
            seen["aligned"] = browser.run("const at = css => document.querySelector(css).getBoundingClientRect().left; return Math.abs(at('.heading .a') - at('#rows > .row:not([hidden]) .a')) < 24")
            print(json.dumps(seen))
            """#)
        #expect(seen["cut"] == [], "\(seen)")
        let reasons = (seen["reasons"]?.array ?? []).compactMap(\.array)
        #expect(reasons.count == 7 && reasons.allSatisfy { $0[0] == $0[1] }, "\(seen)")
        #expect(reasons.contains { $0[0].string?.contains("did you mean portals/self?") == true })
        #expect(seen["plain"]?.array?.dropFirst() == ["TLS1.3", "", ""], "\(seen)")
        let times = (seen["times"]?.array ?? []).compactMap(\.string)
        #expect(
            times.count >= 9 && times.allSatisfy { $0.count == 8 && $0.filter { $0 == ":" }.count == 2 }, "\(times)")
        #expect(seen["heading"] == ["No.", "Time, UTC", "What", "Who", "Why", "Answer"] && seen["aligned"] == true)
    }
}
