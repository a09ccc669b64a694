import Platform
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

/// A handshake that waits for its client costs nothing: libmicrohttpd is not to ask for its bytes before they have come.
@Suite(.enabled(if: isLinux, "only the epoll loop needs it")) struct `Paused handshakes` {
    /// The header of a ClientHello's record, whose 200 bytes follow later or never.
    private static let header: [UInt8] = [0x16, 3, 1, 0, 200]

    private static func start() throws -> (MockPortal, Listener) {
        var options = ServeOptions()
        options.limits.threads = 1
        options.limits.handshakeSeconds = 3600
        options.limits.idleSeconds = 3600
        let portal = try TestPortal.start(options: options)
        return (portal, try #require(portal.listeners.first { $0.facts.name == "portal" }))
    }

    /// The portal has one thread here: where it has answered another client, it has been round since what came before.
    private static func goRound(_ portal: MockPortal, _ times: Int = 1) async throws {
        for _ in 0..<times {
            let probe = try RawClient(port: portal.port)
            await probe.send("GET / HTTP/1.1\r\n\r\n")
            #expect(await probe.readStatus() == 400)
        }
    }

    /// How far the oldest connection has come.
    private static func oldest(_ listener: Listener) throws -> ConnectionProgress {
        let open = listener.deadlines.state.withLock { $0.entries.values.map(\.progress) }
        return try #require(open.min { $0.acceptedAt < $1.acceptedAt })
    }

    @Test func `are not asked for bytes that have not come`() async throws {
        let (portal, listener) = try Self.start()
        defer { portal.stop() }
        let client = try RawClient(port: portal.port)
        await client.send(Self.header)
        try await Self.goRound(portal, 50)
        let progress = try Self.oldest(listener)
        #expect(progress.handshakeWaits == 1)
        withExtendedLifetime(client) {}
    }

    @Test func `go on with every byte, and ask once after each`() async throws {
        let (portal, listener) = try Self.start()
        defer { portal.stop() }
        let client = try RawClient(port: portal.port)
        await client.send(Self.header)
        try await Self.goRound(portal)
        let progress = try Self.oldest(listener)
        for count in 1...10 {
            await client.send([1])
            while progress.handshakeWaits <= count { await Task.yield() }
            try await Self.goRound(portal, 5)
            #expect(progress.handshakeWaits == count + 1)
        }
        withExtendedLifetime(client) {}
    }

    @Test func `end with the portal, which tells so`() async throws {
        let (portal, listener) = try Self.start()
        let clients = try (0..<5).map { _ in try RawClient(port: portal.port) }
        for client in clients { await client.send(Self.header) }
        try await Self.goRound(portal)
        while listener.deadlines.state.withLock({ $0.entries.values.count { $0.progress.handshakeWaits > 0 } }) < 5 {
            await Task.yield()
        }
        portal.stop()
        for client in clients { #expect(await client.read().isEmpty) }
        let connections = portal.journal().connections.filter { $0.tls?.outcome == .abandoned }
        #expect(connections.map { $0.end?.by } == ["shutdown", "shutdown", "shutdown", "shutdown", "shutdown"])
    }

    @Test func `end with their clients`() async throws {
        let (portal, _) = try Self.start()
        defer { portal.stop() }
        for isReset in [false, true] {
            let client = try RawClient(port: portal.port)
            await client.send(Self.header)
            try await Self.goRound(portal)
            if isReset { client.resetsWhenClosed() }
        }
        #expect(await portal.waitUntilQuiet())
        let connections = portal.journal().connections.filter { $0.tls?.outcome == .abandoned }
        #expect(connections.map { $0.end?.by } == ["client", "client"])
    }
}
