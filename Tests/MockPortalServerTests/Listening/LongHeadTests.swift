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
