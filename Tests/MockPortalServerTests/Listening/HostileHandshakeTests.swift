import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// What the journal says of clients that begin a handshake in ways that no library does; the same however their bytes arrive.
struct `Hostile handshakes` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let outcome: Journal.Handshake.Outcome
        var alert: Int?
        var serverName: String?

        init(
            _ name: String, _ bytes: [UInt8], _ outcome: Journal.Handshake.Outcome, alert: Int? = nil,
            serverName: String? = nil
        ) {
            testDescription = name
            self.bytes = bytes
            self.outcome = outcome
            self.alert = alert
            self.serverName = serverName
        }
    }

    private static func record(_ type: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
        [type, 3, 1, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
    }

    /// A ClientHello of TLS 1.2 for `a.b` with ECDHE-ECDSA-AES128-GCM-SHA256 over P-256.
    private static let hello: [UInt8] =
        [1, 0, 0, 0x56, 3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, 2, 0xC0, 0x2B, 1, 0, 0, 0x2B]
        + [0, 0, 0, 8, 0, 6, 0, 0, 3, 0x61, 0x2E, 0x62] + [0, 10, 0, 4, 0, 2, 0, 23] + [0, 11, 0, 2, 1, 0]
        + [0, 13, 0, 4, 0, 2, 4, 3] + [0, 16, 0, 5, 0, 3, 2, 0x68, 0x32]

    /// The same for a version alone that is not there.
    private static let strangeHello: [UInt8] =
        [1, 0, 0, 0x5D] + hello[4..<45] + [0, 0x32] + hello.dropFirst(47) + [0, 43, 0, 3, 2, 0x7F, 0x1C]

    static let table = [
        Case("an alert before anything else", record(0x15, [2, 48]), .refusedByClient, alert: 48),
        Case("an alert in two records", record(0x15, [2]) + record(0x15, [48]), .refusedByClient, alert: 48),
        Case(
            "an alert in two records after the hello", record(0x16, hello) + record(0x15, [2]) + record(0x15, [48]),
            .refusedByClient, alert: 48, serverName: "a.b"),
        Case(
            "an alert between the pieces of a hello", record(0x16, hello.prefix(40)) + record(0x15, [2, 42]),
            .refusedByClient, alert: 42),
        Case("half an alert", record(0x15, [2]), .abandoned),
        Case("a close without an error", record(0x15, [1, 0]), .abandoned),
        Case(
            "a user who cancels", record(0x16, hello) + record(0x15, [1, 90]) + record(0x15, [1, 0]), .abandoned,
            alert: 90, serverName: "a.b"),
        Case("a whole hello and no more", record(0x16, hello), .abandoned, serverName: "a.b"),
        // RFC 8446 §4.2.1
        Case(
            "a hello for an unknown version", record(0x16, strangeHello), .refusedByServer, alert: 70, serverName: "a.b"
        ),
        Case(
            "a hello in records of one byte", hello.flatMap { record(0x16, [$0]) }, .abandoned, serverName: "a.b"),
        Case(
            "a hello in records of one byte, then an alert",
            hello.flatMap { record(0x16, [$0]) } + record(0x15, [2, 48]), .refusedByClient, alert: 48,
            serverName: "a.b"),
        Case("a record of an absurd length", [0x16, 3, 1, 0xFF, 0xFF] + hello, .refusedByServer, alert: 40),
        Case(
            "a hello that announces an absurd length", record(0x16, [1, 0xFF, 0xFF, 0xFF] + hello.dropFirst(4)),
            .abandoned),
        Case(
            "a hello of an absurd length",
            record(0x16, [1, 0xFF, 0xFF, 0xFF])
                + (0..<20).flatMap { _ in record(0x16, [UInt8](repeating: 0, count: 16_000)) },
            .refusedByServer, alert: 40),
        Case("records without content", record(0x16, []) + record(0x16, []), .refusedByServer, alert: 40),
        Case("an alert without content", record(0x15, []), .refusedByServer, alert: 40),
        Case("a change of cipher first", record(0x14, [1]), .refusedByServer, alert: 40),
        Case("data first", record(0x17, [1, 2, 3]), .refusedByServer, alert: 40),
        // RFC 8446 appendix D.5: such a hello must not be accepted for TLS 1.3, and should not be for older versions.
        Case(
            "a hello of SSL 2.0",
            [0x80, 0x1F, 1, 3, 3, 0, 6, 0, 0, 0, 0x10, 0, 0xC0, 0x2B, 0, 0, 0xFF] + [UInt8](repeating: 7, count: 16),
            .notTLS),
    ]

    @Test(arguments: table) func `are told as what they are, in one piece`(_ row: Case) async throws {
        try await check(row) { portal in
            let client = try RawClient(port: portal.port)
            await client.send(row.bytes)
            return client
        }
    }

    @Test(arguments: table.filter { $0.bytes.count < 120 }) func `are told as what they are, byte by byte`(
        _ row: Case
    ) async throws {
        try await check(row) { portal in
            let client = try RawClient(port: portal.port)
            for byte in row.bytes {
                await client.send([byte])
                try await Self.letServerSee(portal)
            }
            return client
        }
    }

    private func check(_ row: Case, _ send: (MockPortal) async throws -> RawClient) async throws {
        var options = ServeOptions.unhurried
        options.limits.threads = 1
        let portal = try TestPortal.start(options: options)
        defer { portal.stop() }
        do { try await send(portal).finishSending() }
        await portal.waitForConnections(1)
        #expect(await portal.waitUntilQuiet())
        let connection = try #require(portal.journal().connections.first)
        #expect(connection.tls?.outcome == row.outcome)
        #expect(connection.tls?.alert?.number == row.alert)
        #expect(connection.tls?.serverName == row.serverName)
        let sender: String? = row.alert == nil ? nil : row.outcome == .refusedByServer ? "server" : "client"
        #expect(connection.tls?.alert?.sentBy == sender)
    }

    /// The portal has one thread here: where it has answered another client, it has seen what came before.
    private static func letServerSee(_ portal: MockPortal) async throws {
        let probe = try RawClient(port: portal.port)
        await probe.send("GET / HTTP/1.1\r\n\r\n")
        _ = await probe.readStatus()
    }
}
