import JSONValues
import Platform
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

/// One after another: each holds more descriptors than a shell gives as a rule.
@Suite(.serialized) struct `Silent connections` {
    private static let request =
        "GET /portal/sharing/rest/info?f=json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    private static let minute: Int64 = 60_000_000

    init() {
        _ = DescriptorRoom.raiseLimit(to: 8192)
    }

    private static func start(connections: Int, _ limits: ListenerLimits = ListenerLimits()) throws -> MockPortal {
        var options = ServeOptions()
        options.limits = limits
        options.limits.connections = connections
        return try TestPortal.start(["http": "serve"], options: options)
    }

    private static func listener(_ name: String, of portal: MockPortal) throws -> Listener {
        try #require(portal.listeners.first { $0.facts.name == name })
    }

    @Test func `A right client gets in beside 1 100 silent connections`() async throws {
        // Its connections end to make room, not by a deadline, however busy the machine is.
        let portal = try Self.start(connections: 16, .unhurried)
        defer { portal.stop() }
        let port = TestPortal.port(of: portal.httpURL)
        var silent: [RawClient] = []
        for _ in 0..<1100 { silent.append(try RawClient(port: port)) }
        let client = try RawClient(port: port)
        await client.send(Self.request)
        #expect(await client.readStatus() == 200)
        withExtendedLifetime(silent) {}
        let ends = portal.journal().connections.compactMap { $0.end?.by }
        #expect(ends.contains("server"))
        #expect(!ends.contains("timeout"))
    }

    @Test func `A right client gets in beside 1 100 bodies that never come`() async throws {
        let portal = try Self.start(connections: 16, .unhurried)
        defer { portal.stop() }
        let port = TestPortal.port(of: portal.httpURL)
        var halves: [RawClient] = []
        for _ in 0..<1100 {
            let half = try RawClient(port: port)
            await half.send(
                "POST /portal/sharing/rest/generateToken HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nf=json"
            )
            halves.append(half)
        }
        let client = try RawClient(port: port)
        await client.send(Self.request)
        #expect(await client.readStatus() == 200)
        withExtendedLifetime(halves) {}
        let journal = portal.journal()
        #expect(!journal.connections.contains { $0.end?.by == "timeout" })
        #expect(
            journal.requests.contains {
                $0.parserError == "the connection made room for another in the middle of its request"
            })
    }

    @Test func `A right client gets in beside silent connections to the TLS port`() async throws {
        // Those that are left stay pending, however busy the machine is.
        let portal = try Self.start(connections: 8, .unhurried)
        defer { portal.stop() }
        var silent: [RawClient] = []
        for _ in 0..<100 { silent.append(try RawClient(port: portal.port)) }
        let file = try TestPortal.authorityFile()
        let answer = try await Child.run(
            "curl", ["-sS", "--max-time", "120", "--cacert", file.path, portal.url + "/sharing/rest/info?f=json"])
        #expect(answer.output.contains("owningSystemUrl"))
        withExtendedLifetime(silent) {}
        let handshakes = portal.journal().connections.compactMap(\.tls?.outcome)
        #expect(Set(handshakes) == [.abandoned, .completed, .pending])
    }

    @Test func `A head that never ends is ended, and the journal tells whose fault it was`() async throws {
        let portal = try Self.start(connections: 64)
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send("GET /portal/sharing/rest/info HTTP/1.1\r\nHost: loc")
        let listener = try Self.listener("http", of: portal)
        while !Task.isCancelled, listener.deadlines.state.withLock({ $0.entries.isEmpty }) { await Task.yield() }
        listener.deadlines.sweep(at: PortalClock.monotonicMicroseconds + Self.minute)
        #expect(await client.read().isEmpty)
        #expect(await portal.waitUntilQuiet())
        let journal = portal.journal()
        #expect(journal.connections.map { $0.end?.by } == ["timeout"])
        let told = journal.requests.compactMap(\.parserError)
        #expect(told.count == 1 && told[0].hasPrefix("the client stopped in"), "\(told)")
    }

    @Test func `A body that drips is ended`() async throws {
        let portal = try Self.start(connections: 64)
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(
            "POST /portal/sharing/rest/generateToken HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nabc")
        while portal.requestCount == 0 { await Task.yield() }
        let listener = try Self.listener("http", of: portal)
        listener.deadlines.sweep(at: PortalClock.monotonicMicroseconds + Self.minute)
        #expect(await client.read().isEmpty)
        #expect(await portal.waitUntilQuiet())
        let journal = portal.journal()
        #expect(journal.connections.map { $0.end?.by } == ["timeout"])
        #expect(journal.requests.map(\.parserError) == ["the client stopped in the middle of its request"])
    }

    @Test func `A handshake that never ends is abandoned`() async throws {
        let portal = try Self.start(connections: 64)
        defer { portal.stop() }
        let client = try RawClient(port: portal.port)
        await client.send([0x16, 0x03, 0x01])
        let listener = try Self.listener("portal", of: portal)
        while !Task.isCancelled, listener.deadlines.state.withLock({ $0.entries.isEmpty }) { await Task.yield() }
        listener.deadlines.sweep(at: PortalClock.monotonicMicroseconds + Self.minute)
        #expect(await client.read().isEmpty)
        #expect(await portal.waitUntilQuiet())
        let connections = portal.journal().connections
        #expect(connections.map { $0.end?.by } == ["timeout"])
        #expect(connections.map(\.tls?.outcome) == [.abandoned])
    }
}
