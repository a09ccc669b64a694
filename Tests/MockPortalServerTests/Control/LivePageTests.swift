import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Live page` {
    private static let browser = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n"

    private static func get(
        _ bench: ControlBench, _ path: String = "", method: String = "GET", headers: String = browser
    ) async throws -> (head: String, body: String) {
        let client = try RawClient(port: TestPortal.port(of: bench.server.url))
        await client.send(
            "\(method) \(bench.path)\(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(headers)Connection: close\r\n\r\n")
        let parts = await client.read().split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }

    @Test func `a browser gets the page, and a program what exists`() async throws {
        let bench = try ControlBench()
        for path in ["", "/"] {
            let page = try await Self.get(bench, path)
            #expect(page.head.contains("200 OK") && page.head.contains("Content-Type: text/html; charset=utf-8"))
            #expect(page.head.contains("Vary: Accept") && page.body.hasPrefix("<!DOCTYPE html>"))
        }
        for headers in ["", "Accept: */*\r\n", "Accept: application/json\r\n"] {
            let answer = try await Self.get(bench, headers: headers)
            #expect(answer.head.contains("application/json") && answer.head.contains("Vary: Accept"))
            #expect(answer.body.contains("\"events\""))
        }
        #expect(try await Self.get(bench, method: "HEAD").body.isEmpty)
        #expect(
            try await Self.get(bench, method: "POST", headers: Self.browser + "Content-Length: 0\r\n").head.contains(
                "405"))
    }

    @Test func `its policy lets its own script and style be, and nothing else`() async throws {
        let page = try await Self.get(ControlBench())
        func between(_ start: String, _ end: String) throws -> String {
            let from = try #require(page.body.firstRange(of: start)).upperBound
            return String(page.body[from..<(try #require(page.body[from...].firstRange(of: end))).lowerBound])
        }
        let script = try between("<script>", "</script>"), style = try between("<style>", "</style>")
        let policy = try #require(
            page.head.split(separator: "\r\n").first { $0.hasPrefix("Content-Security-Policy: ") })
        let clauses = Set(policy.dropFirst("Content-Security-Policy: ".count).split(separator: "; ").map(String.init))
        #expect(
            clauses == [
                "default-src 'none'", "script-src \(PrivatePage.source(of: script))",
                "style-src \(PrivatePage.source(of: style))", "connect-src 'self'", "base-uri 'none'",
                "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
                "trusted-types 'none'",
            ])
        for field in [
            "Referrer-Policy: no-referrer", "X-Frame-Options: DENY", "Cross-Origin-Resource-Policy: same-origin",
            "Cross-Origin-Opener-Policy: same-origin", "X-Content-Type-Options: nosniff", "Cache-Control: no-store",
        ] { #expect(page.head.contains(field), "\(field)") }
        #expect(script.utf8.count > 10_000 && style.utf8.count > 2_000)
    }

    @Test func `it is one file, with nothing of the run and nothing from elsewhere`() async throws {
        let one = try await Self.get(ControlBench()).body
        #expect(one == (try await Self.get(ControlBench()).body), "it is the same at every portal")
        for word in [
            "innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "http://", "https://", " src=",
        ] {
            #expect(!one.contains(word), "\(word)")
        }
        let handler = try #require(try? Regex(#"<[^>]* on[a-z]+="#))
        #expect(one.firstMatch(of: handler) == nil)
    }

    struct Visit: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var path = ""
        var fetch = ["Site": "cross-site", "Mode": "navigate", "Dest": "document"]
        var accept = browser
        let status: String
    }

    @Test(arguments: [
        Visit(testDescription: "a link from a file", status: "200"),
        Visit(
            testDescription: "a frame", fetch: ["Site": "cross-site", "Mode": "navigate", "Dest": "iframe"],
            status: "403"),
        Visit(
            testDescription: "a script of another page",
            fetch: ["Site": "cross-site", "Mode": "cors", "Dest": "empty"], status: "403"),
        Visit(testDescription: "a form's answer in a program's form", accept: "", status: "403"),
        Visit(testDescription: "a link to the journal", path: "/journal", status: "403"),
        Visit(testDescription: "a link to the events", path: "/events", status: "403"),
        Visit(
            testDescription: "an address that was typed",
            fetch: ["Site": "none", "Mode": "navigate", "Dest": "document"], status: "200"),
        Visit(
            testDescription: "another origin that says so",
            fetch: ["Site": "cross-site", "Mode": "navigate", "Dest": "document", "Origin": "http://evil.test"],
            status: "403"),
    ])
    func `it can be gone to from elsewhere, and nothing else of the control API can`(_ visit: Visit) async throws {
        let fields = visit.fetch.map {
            $0.key == "Origin" ? "Origin: \($0.value)\r\n" : "Sec-Fetch-\($0.key): \($0.value)\r\n"
        }
        let answer = try await Self.get(ControlBench(), visit.path, headers: visit.accept + fields.joined())
        #expect(answer.head.split(separator: " ").dropFirst().first == Substring(visit.status), "\(answer.head)")
    }
}
