import HTTPSemantics
import JSONValues
import MockPortalServer
import Testing

@testable import PortalSimulator

/// A moment that an answer names, as the end of a token or a `Retry-After`, counts from the answer's own `Date`.
@Suite struct `The date of an answer` {
    private static let faults: [JSONValue] = [
        ["request": 2, "play": "halfClose"], ["request": 3, "play": ["status": 503, "retryAt": "1s"]],
    ]

    /// Status and header fields of an answer.
    private static func head(of portal: MockPortal) async throws -> String {
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send("GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return await client.read(until: "\r\n\r\n")
    }

    @Test(arguments: [1, 2, 3])
    func `is portal time where that stands or was put forward`(request: Int) async throws {
        var options = ServeOptions.unhurried
        options.hasStandingClock = true
        let portal = try TestPortal.start(["http": "serve", "faults": .array(Self.faults)], options: options)
        defer { portal.stop() }
        // So that the machine's time is far from it.
        try portal.perform(.advance(.seconds(86_400)))
        let date = HTTPDate.text(portal.portalTime / 1000)
        var head = ""
        for _ in 1...request { head = try await Self.head(of: portal) }
        let dates = head.split(separator: "\r\n").filter { $0.hasPrefix("Date:") }
        #expect(dates == ["Date: \(date)"], "\(head)")
    }

    @Test func `is the machine's where portal time is`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let before = PortalClock.realTime / 1000
        let head = try await Self.head(of: portal)
        let line = try #require(head.split(separator: "\r\n").first { $0.hasPrefix("Date: ") }, "\(head)")
        let date = try #require(HTTPDate.seconds(of: String(line.dropFirst(6)), now: before))
        // time(2) may be some milliseconds behind clock_gettime(2).
        #expect(date >= before - 1 && date <= PortalClock.realTime / 1000)
    }
}
