import PortalJudge
import Testing

@Suite struct `Causes of lines that are not met` {
    private static func verify(
        _ builder: EvidenceBuilder, _ mode: WireVerification.Mode, _ lines: String..., handshakes: [HandshakeLine] = []
    ) throws -> WireVerification {
        let patterns = try lines.map { WirePattern.line(try WireLine(parsing: $0), count: 1) }
        return WireVerification(builder.evidence, patterns, handshakes: handshakes, mode: mode)
    }

    @Test func `a request too many that was refused is told with its refusal`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "generateToken", code: 400, target: "/generateToken?username=alice&password=x")
        builder.refuse("method", "a password stands in the URL", .secretInQuery)
        builder.login()
        let findings = try Self.verify(builder, .exact, "POST generateToken user=alice -> token#1").findings
        #expect(findings.map(\.code) == ["refused.secret-in-query", "wire.unexpected"])
        #expect(findings.first?.difference == "method: a password stands in the URL")
        #expect(findings.last?.expected == "POST generateToken user=alice -> token#1 as the first request")
    }

    @Test func `a refusal that a line asks for is no cause`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "Traffic", token: "token#1", code: 498)
        builder.refuse("token", "token#1 has expired", .tokenExpired)
        let findings = try Self.verify(builder, .any, "GET Traffic +token#2 -> 498").findings
        #expect(findings.map(\.code) == ["wire.missing"])
    }

    @Test func `the nearest request has the line's token, and only its refusal is told`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "community/self", token: "token#1")
        for alias in ["token#2", "token#5", "token#3"] {
            builder.request("GET", "community/self", token: alias, code: 498)
            builder.refuse("token", "\(alias) has expired", alias == "token#5" ? .tokenRevoked : .tokenExpired)
        }
        let findings = try Self.verify(builder, .any, "GET community/self +token#3 -> 200").findings
        #expect(findings.map(\.code) == ["refused.token-expired", "wire.missing"])
        #expect(findings.allSatisfy { $0.nearest == "request 4   GET community/self +token#3 -> 498" }, "\(findings)")
        #expect(findings.first?.difference == "token: token#3 has expired")
    }

    @Test func `a handshake that the client refused is told where a request is missing, and has a row`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.journal.connections = []
        let alert = Journal.Alert(number: 48, name: "unknown_ca", sentBy: "client")
        builder.connection(requestBytes: 0)
        builder.connection(requestBytes: 0, alert: alert, outcome: .refusedByClient)
        let verification = try Self.verify(builder, .any, "GET info")
        #expect(
            verification.findings.first?.difference
                == "the client refused a handshake, alert unknown_ca, shown good (connection 2)")
        let row = try #require(verification.rows.last)
        #expect(row.connection == 2 && row.number == nil && row.kind == .unasked)
        #expect(row.seen == "TLS refused cert=good alert=unknown_ca by=client")
        // What the row says can be asked for as it stands.
        let line = try HandshakeLine(parsing: row.seen ?? "")
        let asked = try Self.verify(builder, .any, handshakes: [line])
        #expect(asked.isMet && asked.rows.last?.kind == .asExpected && asked.rows.last?.expected == line.text)
    }
}
