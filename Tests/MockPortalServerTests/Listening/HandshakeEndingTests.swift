import JSONValues
import Platform
import Testing

/// The journal's story of each handshake that its client ended: after every byte that it sent and every record that it received.
@Suite(.enabled(if: isLinux, "binds the whole loopback network")) struct `Handshake endings` {
    /// Clients that show a certificate send many bytes, of which every one is tried in the soak.
    @Test(arguments: table) func `are told truly`(_ row: HandshakeEndings) async throws {
        let result = try await row.run(stride: row.identity == nil ? 1 : 11)
        print(
            "handshake endings: \(row.testDescription): \(result.tried) tried, \(result.tried - result.wrong.count) told truly"
        )
        #expect(result.tried >= 4)
        #expect(result.wrong.prefix(5) == [], "\(result.wrong.count) of \(result.tried)")
    }

    static let table =
        ["1.2", "1.3"].flatMap { version in
            [
                HandshakeEndings(blueprint: [:], story: "plain", version: version),
                HandshakeEndings(blueprint: [:], story: "distrusts", version: version),
                HandshakeEndings(blueprint: [:], story: "seals", version: version),
                HandshakeEndings(blueprint: [:], story: "regrets", version: version),
                HandshakeEndings(blueprint: [:], story: "damaged", version: version),
                HandshakeEndings(blueprint: asking, story: "plain", version: version),
                HandshakeEndings(blueprint: asking, story: "distrusts", version: version),
                HandshakeEndings(blueprint: asking, story: "plain", version: version, identity: "alice"),
                HandshakeEndings(blueprint: ["clientCertificates": [:]], story: "refused", version: version),
            ]
        } + [HandshakeEndings(blueprint: ["tls": ["versions": ["1.3"]]], story: "old", version: "1.2")]

    private static let asking: JSONValue = ["clientCertificates": ["refuse": "nginx", "ask": "optional"]]
}

@Suite(
    .enabled(if: isLinux, "binds the whole loopback network"),
    .enabled(if: getenv("MOCKPORTAL_SOAK") != nil, "opt-in: make soak"))
struct `Soak of handshake endings` {
    @Test(arguments: `Handshake endings`.table) func `Every single ending is told truly`(_ row: HandshakeEndings)
        async throws
    {
        let result = try await row.run()
        print(
            "soak: \(row.testDescription): \(result.tried) endings tried, \(result.tried - result.wrong.count) told truly"
        )
        #expect(result.wrong.prefix(5) == [], "\(result.wrong.count) of \(result.tried)")
    }

    /// An alert that arrives together with the hello, or while the server still writes, was once booked as the server's.
    @Test(
        arguments: `Handshake endings`.table.filter {
            ["plain", "distrusts", "seals", "regrets"].contains($0.story) && $0.identity == nil
        })
    func `The rarest ending is told truly a thousand times`(_ row: HandshakeEndings) async throws {
        let result = try await row.run(repeating: 1000)
        print(
            "soak: \(row.testDescription): the rarest of \(result.tried) endings, \(result.tried - result.wrong.count) told truly"
        )
        #expect(result.tried >= 1000)
        #expect(result.wrong.prefix(5) == [], "\(result.wrong.count) of \(result.tried)")
    }
}
