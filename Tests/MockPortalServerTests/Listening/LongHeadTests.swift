import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// Heads that take much of the memory that a connection has for a request's head and its answer's.
@Suite struct `Long heads` {
    @Test(arguments: [true, false]) func `Thousands of query arguments are read`(_ isSecure: Bool) async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let target = TestPortal.infoPath + String(repeating: "&a=b", count: 5000)
        let status = try await Self.status(of: target, at: portal, isSecure: isSecure)
        #expect(status == 200)
        #expect(portal.journal().requests.map(\.target) == [target])
    }

    @Test(arguments: ["a target", "a field", "many fields"])
    func `Every head about the limit is answered, and the journal says how`(_ part: String) async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        var statuses: [Int?] = []
        for length in stride(from: 32_000, through: 32_960, by: 24) {
            let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
            let start = "GET \(TestPortal.infoPath)"
            let rest = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            let filling = max(0, length - start.utf8.count - rest.utf8.count - 2)
            switch part {
            case "a target": await client.send("\(start)&q=\(String(repeating: "x", count: filling - 3))\(rest)\r\n")
            case "a field": await client.send("\(start)\(rest)X: \(String(repeating: "x", count: filling - 5))\r\n\r\n")
            default:
                // Beside each field libmicrohttpd keeps a structure of 64 bytes.
                let fields = String(repeating: "X: x\r\n", count: filling / 70)
                let last = String(repeating: "x", count: filling % 70)
                await client.send("\(start)\(rest)\(fields)Y: \(last)\r\n\r\n")
            }
            statuses.append(await client.readStatus())
        }
        #expect(statuses.allSatisfy { [200, 414, 431].contains($0) }, "\(statuses)")
        #expect(statuses.contains(200) && statuses.last != 200)
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().requests.map(\.answer?.status) == statuses)
    }

    @Test(arguments: [true, false]) func `An answer that cannot be sent beside a long head becomes 431`(
        _ isSecure: Bool
    ) async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let status = try await Self.status(
            of: TestPortal.infoPath, at: portal, isSecure: isSecure,
            [
                "-X", "OPTIONS", "-H", "Origin: https://a.example", "-H", "Access-Control-Request-Method: GET", "-H",
                "Access-Control-Request-Headers: \(String(repeating: "x", count: 17_000))",
            ])
        #expect(status == 431)
        #expect(try await Self.status(of: TestPortal.infoPath, at: portal, isSecure: isSecure) == 200)
        #expect(await portal.waitUntilQuiet())
        let requests = portal.journal().requests
        #expect(requests.map(\.answer?.status) == [431, 200])
        let decision = try #require(requests.first?.decisions.last)
        #expect(decision.gate == "size" && !decision.passed)
        #expect(decision.reason.contains("status 200"), "\(decision.reason)")
    }

    @Test func `A redirect to a long target becomes 431`() async throws {
        let portal = try TestPortal.start(["http": "redirect"])
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        let query = String(repeating: "x", count: 20_000)
        await client.send("GET \(TestPortal.infoPath)&q=\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await client.readStatus() == 431)
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().requests.map(\.answer?.status) == [431])
    }

    @Test func `An answer whose head alone is too long becomes 500`() async throws {
        let realm = String(repeating: "r", count: 40_000)
        let portal = try TestPortal.start(
            ["http": "serve", "httpAuthentication": ["challenges": [["scheme": "Basic", "realm": .string(realm)]]]])
        defer { portal.stop() }
        #expect(try await Self.status(of: TestPortal.infoPath, at: portal, isSecure: true) == 500)
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().requests.map(\.answer?.status) == [500])
    }

    /// The status that curl is answered with; 0 where there is none.
    private static func status(
        of target: String, at portal: MockPortal, isSecure: Bool, _ arguments: [String] = []
    ) async throws -> Int? {
        let origin =
            isSecure ? "https://localhost:\(portal.port)" : "http://localhost:\(TestPortal.port(of: portal.httpURL))"
        let words = ["-k", "-g", "-o", "/dev/null", "-w", "%{http_code}"] + arguments + ["\(origin)\(target)"]
        return try await Int(Child.curl(words).output)
    }
}
