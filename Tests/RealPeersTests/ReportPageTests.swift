import HTTPSemantics
import JSONValues
import PortalJudge
import ScenarioFormat
import ScenarioReports
import TestFolders
import Testing

/// A report's page in a real browser, opened from a file.
@Suite(.chromium, .serialized) struct `Chromium at a report` {
    private static let attack =
        "</pre></details></table><script>window.pwned = 1</script><img src=x onerror='window.pwned = 2'>\u{1B}[31m"

    private func page(in folder: TemporaryFolder) throws -> String {
        func result(_ name: String, _ tag: String, code: Int, client: String) throws -> RunResult {
            var evidence = Evidence(client: .foreign)
            evidence.journal.requests = [
                Journal.Request(
                    number: 1, connection: 1, ordinal: 1, listener: "portal", origin: "https://localhost:1",
                    portalTime: 0, method: "GET", target: "/portal", operation: "portals/self",
                    answer: Journal.Answer(status: 200, code: code, size: 1))
            ]
            evidence.output = [ClientOutput(place: "standard output", text: Self.attack)]
            let expectation = try PortalJudge.Expectation(
                decoding: ["wire": ["GET portals/self -> 200"]], source: "test", path: "expect")
            var result = RunResult(
                scenario: name, name: name, title: "A title of \(name)", catalogue: ["C01"], tags: [tag],
                citation: "A document", requirement: "It gets in.", verdict: Verdict(.passed), durationMS: 1,
                client: client, expectation: expectation, evidence: evidence, rerun: "mockportal run \(name)")
            result.verdict = result.judgedAgain
            return result
        }
        let results = [
            try result("tokens/one", "core", code: 200, client: "built-in"),
            try result("tokens/one", "core", code: 498, client: Self.attack),
            try result("tokens/two", "token", code: 200, client: "built-in"),
            try result("trust/three", "tls", code: 200, client: "built-in"),
        ]
        let text = HTMLReport.text(of: RunReport(results: results, durationMS: 1))
        return "file://" + (try folder.write(text, as: "report.html"))
    }

    @Test func `is filtered, opened and closed, by keyboard as well, and runs nothing of a client's`() async throws {
        let folder = try TemporaryFolder(isShared: true)
        let seen = try await ChromiumPeer.run(
            #"""
            seen = {}
            browser.open(arguments[0])
            def rows(): return browser.run("return [...document.querySelectorAll('tr[data-t]')].filter(r => r.offsetParent).map(r => r.cells[0].firstChild.textContent)")
            def choose(field, value): browser.run(f"const f = document.getElementById('{field}'); f.value = '{value}'; f.dispatchEvent(new Event('input', {{bubbles: true}}))")
            seen["all"] = rows()
            browser.type("#text", "TITLE three")
            seen["text"] = rows()
            browser.click("button[type=reset]")
            seen["cleared"] = rows()
            for field, value in [("family", "tokens"), ("tag", "token"), ("verdict", "f")]:
                choose(field, value); seen[field] = rows(); choose(field, "")
            choose("verdict", "f")
            seen["count"] = browser.run("return document.getElementById('count').textContent")
            panel = "td.f details > div"
            browser.run("document.querySelector('td.f summary').focus()")
            browser.type("td.f summary", "")
            seen["open"] = browser.run(f"const p = document.querySelector('{panel}'); return [p.offsetParent !== null || p.getClientRects().length > 0, p.textContent.includes('It gets in.'), p.textContent.includes('mockportal run tokens/one'), p.querySelectorAll('tr.x').length]")
            browser.type("td.f summary", "")
            seen["closed"] = browser.run("return [document.querySelectorAll('td details[open]').length, document.activeElement.tagName]")
            seen["scopes"] = browser.run("return [...document.querySelectorAll('table.runs > * > tr > th')].every(h => ['col', 'row', 'rowgroup'].includes(h.scope))")
            seen["pwned"] = browser.run("return [window.pwned || null, document.images.length, document.scripts.length]")
            seen["complaints"] = browser.complaints()
            seen["outside"] = browser.run("return performance.getEntriesByType('resource').length")
            print(json.dumps(seen))
            """#, folder: folder.path, [try page(in: folder)])
        #expect(seen["all"] == ["tokens/one", "tokens/two", "trust/three"] && seen["cleared"] == seen["all"])
        #expect(seen["text"] == ["trust/three"] && seen["family"] == ["tokens/one", "tokens/two"])
        #expect(seen["tag"] == ["tokens/two"] && seen["verdict"] == ["tokens/one"] && seen["count"] == "1 of 3 runs")
        #expect(seen["open"] == [true, true, true, 1], "\(seen)")
        #expect(seen["closed"] == [0, "SUMMARY"] && seen["scopes"] == true)
        #expect(seen["pwned"] == [nil, 0, 1] && seen["complaints"] == [] && seen["outside"] == 0)
    }

    @Test func `opens its cells without scripts`() async throws {
        let folder = try TemporaryFolder(isShared: true)
        let seen = try await ChromiumPeer.run(
            #"""
            browser.open(arguments[0])
            shown = lambda css: browser.call("GET", f"/element/{browser.element(css)}/displayed")
            before = shown("td.f details > div")
            browser.click("td.f summary")
            print(json.dumps([before, shown("td.f details > div"), shown("#filter"), shown("article")]))
            """#, folder: folder.path,
            options: ["prefs": ["profile.managed_default_content_settings.javascript": 2]], [try page(in: folder)])
        #expect(seen == [false, true, false, true])
    }

    /// Contrast of every text with what is behind it (WCAG 2.2 §1.4.3), and nothing wider than the screen.
    @Test(arguments: [(false, nil), (true, nil), (false, 390), (true, 320)] as [(Bool, Int?)])
    func `reads well in light and dark, on a desk and on a phone`(isDark: Bool, width: Int?) async throws {
        let folder = try TemporaryFolder(isShared: true)
        let seen = try await ChromiumPeer.run(
            #"""
            browser.open(arguments[0])
            browser.run("document.querySelector('td.f summary').click()")
            print(json.dumps(browser.run("""
                const parse = text => text.match(/[\d.]+/g).map(Number);
                const light = c => { const [r, g, b] = c.map(v => { v /= 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b; };
                const behind = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
                const poor = [];
                for (const e of document.querySelectorAll("body *")) {
                    if (!e.getClientRects().length || ![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
                    const [a, b] = [light(parse(getComputedStyle(e).color).slice(0, 3)), light(behind(e).slice(0, 3))].sort((x, y) => y - x);
                    if ((a + .05) / (b + .05) < 4.5) poor.push(e.tagName + "." + e.className + " " + e.textContent.slice(0, 30));
                }
                return { dark: matchMedia("(prefers-color-scheme: dark)").matches, wide: document.documentElement.scrollWidth > innerWidth, poor };
                """)))
            """#, folder: folder.path, width: width,
            options: ["args": isDark ? ["--blink-settings=preferredColorScheme=0"] : []], [try page(in: folder)])
        #expect(seen == ["dark": .bool(isDark), "wide": false, "poor": []], "\(seen)")
    }

    /// On a phone no text lies outside of the screen, and nothing has to be scrolled sideways to be read.
    @Test(arguments: [390, 320]) func `is whole on a phone, with several clients and a cell open`(width: Int)
        async throws
    {
        let folder = try TemporaryFolder(isShared: true)
        let seen = try await ChromiumPeer.run(
            #"""
            browser.open(arguments[0])
            cut = """
                const cut = [];
                for (const e of document.querySelectorAll("body *")) {
                    if (!e.getClientRects().length || e.closest("[hidden]")) continue;
                    const box = e.getBoundingClientRect();
                    const isText = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
                    if (isText && (box.right > innerWidth + .5 || box.left < -.5) || e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible" && !["SELECT", "INPUT"].includes(e.tagName))
                        cut.push(e.tagName + "." + e.className + " " + e.textContent.slice(0, 40));
                }
                return cut;
                """
            seen = {"closed": browser.run(cut)}
            seen["heads"] = browser.run("return [...document.querySelectorAll('td[data-c]')].every(cell => getComputedStyle(cell, '::before').content.length > 4)")
            browser.run("document.querySelector('td.f summary').click()")
            seen["open"] = browser.run(cut)
            print(json.dumps(seen))
            """#, folder: folder.path, width: width, [try page(in: folder)])
        #expect(seen == ["closed": [], "heads": true, "open": []], "\(seen)")
    }
}
