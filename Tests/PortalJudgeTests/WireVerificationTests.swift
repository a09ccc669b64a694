import HTTPSemantics
import PortalJudge
import Testing

@Suite struct `Lines that a journal is verified by` {
    private var evidence: Evidence {
        var builder = EvidenceBuilder()
        builder.login()
        builder.request("GET", "portals/self", token: "token#1")
        builder.request("GET", "Traffic", token: "token#1", code: 498)
        var evidence = builder.evidence
        evidence.client = .foreign
        return evidence
    }

    private func verify(_ mode: WireVerification.Mode, _ lines: String...) throws -> WireVerification {
        let patterns = try lines.map { WirePattern.line(try WireLine(parsing: $0), count: 1) }
        return WireVerification(evidence, patterns, handshakes: [], mode: mode)
    }

    @Test func `are met exactly, or among others`() throws {
        let all = try verify(
            .exact, "POST generateToken -> token#1", "GET portals/self +token#1 -> 200", "GET Traffic +token#1 -> 498")
        #expect(all.isMet && all.findings.isEmpty, "\(all.findings)")
        #expect(all.rows.map(\.kind) == [.asExpected, .asExpected, .asExpected])
        #expect(try verify(.any, "GET Traffic +token#1 -> 498").isMet)
        #expect(try !verify(.exact, "GET Traffic +token#1 -> 498").isMet)
        #expect(try !verify(.any, "GET Traffic +token#1 -> 498", "GET portals/self +token#1").isMet, "another order")
    }

    @Test func `that are not met are told with the nearest request`() throws {
        let finding = try #require(try verify(.any, "GET Traffic +token#2 -> 498").findings.first)
        #expect(finding.code == "wire.missing" && finding.nearest?.contains("Traffic") == true)
        #expect(finding.difference == "carries token#1")
    }

    @Test func `are not met by a journal that lost entries`() throws {
        var lossy = evidence
        lossy.journal.dropped = 3
        let line = WirePattern.line(try WireLine(parsing: "GET Traffic +token#1 -> 498"), count: 1)
        let verification = WireVerification(lossy, [line], handshakes: [], mode: .any)
        #expect(verification.findings.isEmpty && !verification.isMet)
        #expect(verification.gap?.contains("3") == true)
    }

    @Test func `of handshakes look at connections without a request`() throws {
        var refused = evidence
        let tls = Journal.Handshake(certificate: "expired", outcome: .refusedByClient)
        refused.journal.connections.append(
            Journal.Connection(
                number: 99, listener: "portal", origin: "https://localhost:8443", peer: "127.0.0.1:1", openedAt: 0,
                tls: tls))
        let line = try HandshakeLine(parsing: "TLS refused cert=expired")
        let other = try HandshakeLine(parsing: "TLS refused cert=good")
        #expect(WireVerification(refused, [], handshakes: [line], mode: .any).isMet)
        #expect(
            WireVerification(refused, [], handshakes: [other], mode: .any).findings.first?.code == "handshake.missing")
    }
}
