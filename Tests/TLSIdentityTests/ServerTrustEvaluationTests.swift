import FixtureFiles
import Testing

@testable import TLSIdentity

@Suite struct ServerTrustEvaluations {
    private func handshake(
        _ certificate: IssuedCertificate, trusting authorities: [String] = [], host: String = "localhost",
        version: LoopbackHandshake.Version = .tls13,
        tolerates: @escaping @Sendable (Set<CertificateDefect>, String) -> Bool
    ) throws -> (ServerTrustEvaluation, LoopbackHandshake.Outcome) {
        let evaluation = ServerTrustEvaluation(
            host: host, authoritiesPEM: authorities, includesSystemAuthorities: false, tolerates: tolerates)
        return (evaluation, try LoopbackHandshake.run(server: certificate, client: evaluation, version: version))
    }

    @Test(arguments: LoopbackHandshake.Version.allCases)
    func `a tolerated defect lets the handshake go on and is still reported`(version: LoopbackHandshake.Version) throws
    {
        let certificate = try TestPKI().issue("self-signed", names: ["localhost"], addresses: [])
        let wanted = certificate.leafSHA256
        let (evaluation, outcome) = try handshake(certificate, version: version) { defects, leaf in
            defects.isSubset(of: [.selfSigned]) && leaf == wanted
        }
        #expect(outcome.isComplete)
        #expect(evaluation.defects == [.selfSigned])
        #expect(!evaluation.isRefused)
    }

    @Test func `a grant for one defect does not let another pass`() throws {
        let recipes = try OwnFixtures([
            "old": #"{"about": "Two flaws.", "issuer": "self", "validity": {"from": "-48h", "to": "-24h"}}"#
        ])
        let certificate = try TestPKI(fixtures: recipes.tree).issue("old", names: ["elsewhere.test"], addresses: [])
        let (evaluation, outcome) = try handshake(certificate) { defects, _ in defects.isSubset(of: [.selfSigned]) }
        #expect(evaluation.defects == [.selfSigned, .expired, .hostMismatch])
        #expect(evaluation.isRefused)
        #expect(!outcome.isComplete)
    }

    @Test func `a grant for another certificate does not count`() throws {
        let pki = try TestPKI()
        let granted = try pki.issue("self-signed", names: ["localhost"], addresses: []).leafSHA256
        let certificate = try pki.issue("self-signed", names: ["localhost"], addresses: [])
        let (evaluation, outcome) = try handshake(certificate) { _, leaf in leaf == granted }
        #expect(evaluation.isRefused)
        #expect(!outcome.isComplete)
    }

    @Test func `a certificate that is all right leads to no question`() throws {
        let pki = try TestPKI()
        let certificate = try pki.issue("good", names: ["localhost"], addresses: [])
        let (evaluation, outcome) = try handshake(certificate, trusting: [pki.authorityPEM]) { _, _ in
            Issue.record("asked without a defect")
            return false
        }
        #expect(outcome.isComplete)
        #expect(evaluation.findings.isEmpty)
    }

    @Test func `a finding says which certificate of the chain it is about`() throws {
        let recipes = try OwnFixtures([
            "stale-ca": #"""
            {"about": "Expired.", "kind": "authority", "issuer": "ca", "validity": {"from": "-2d", "to": "-1d"}}
            """#,
            "below": #"{"about": "Below it.", "issuer": "stale-ca"}"#,
        ])
        let pki = try TestPKI(fixtures: recipes.tree)
        let certificate = try pki.issue("below", names: ["localhost"], addresses: [])
        let (evaluation, _) = try handshake(certificate, trusting: [pki.authorityPEM]) { _, _ in false }
        #expect(evaluation.findings.map(\.depth) == [1])
        #expect(evaluation.findings.first?.certificate?.subject == evaluation.chain.last?.subject)
        #expect(evaluation.defects == [.expired])
    }

    @Test func `a leaf outside the name constraints is refused for that`() throws {
        let recipes = try OwnFixtures([
            "narrow-ca": #"""
            {"about": "Narrow.", "kind": "authority", "issuer": "ca", "names": ["a.localhost"], "validity": {"to": "30d"}}
            """#,
            "wide-ca": #"""
            {"about": "Wide below narrow.", "kind": "authority", "issuer": "narrow-ca", "names": ["localhost"]}
            """#,
            "outside": #"{"about": "Not in narrow.", "issuer": "wide-ca"}"#,
        ])
        let pki = try TestPKI(fixtures: recipes.tree)
        let certificate = try pki.issue("outside", names: ["b.localhost"], addresses: [])
        let (evaluation, _) = try handshake(certificate, trusting: [pki.authorityPEM], host: "b.localhost") { _, _ in
            false
        }

        #expect(evaluation.defects.contains(.nameNotPermitted))
    }

    @Test func `without a request there are no acceptable issuers`() throws {
        let pki = try TestPKI()
        let certificate = try pki.issue("good", names: ["localhost"], addresses: [])
        let (evaluation, _) = try handshake(certificate, trusting: [pki.authorityPEM]) { _, _ in false }
        #expect(evaluation.acceptableIssuers == nil)
    }

    @Test func `an authority without a certificate in it is an error`() throws {
        let certificate = try TestPKI().issue("good", names: ["localhost"], addresses: [])
        #expect(throws: TLSIdentityError(.badCertificate, "")) {
            try handshake(certificate, trusting: ["not a certificate"]) { _, _ in false }
        }
    }

    @Test(arguments: [true, false])
    func `an authority that was not named is unknown, to the system too`(includesSystem: Bool) throws {
        let pki = try TestPKI()
        let certificate = try pki.issue("good", names: ["localhost"], addresses: [])
        let evaluation = ServerTrustEvaluation(
            host: "localhost", authoritiesPEM: [], includesSystemAuthorities: includesSystem)
        _ = try LoopbackHandshake.run(server: certificate, client: evaluation, version: .tls13)
        #expect(evaluation.defects == [.unknownRoot])
    }

    @Test func `the evaluation goes with the context`() throws {
        let pki = try TestPKI()
        let certificate = try pki.issue("good", names: ["localhost"], addresses: [])
        weak var gone: ServerTrustEvaluation?
        do {
            let (evaluation, _) = try handshake(certificate, trusting: [pki.authorityPEM]) { _, _ in false }
            gone = evaluation
            #expect(gone != nil)
        }
        #expect(gone == nil)
    }

    @Test func `a library of another version is not this OpenSSL`() {
        #expect(!TLSContext.isThisOpenSSL(versionText: "OpenSSL/0.9.8"))
        #expect(!TLSContext.isThisOpenSSL(versionText: "(OpenSSL/3.0.0) LibreSSL/3.3.6"))
        #expect(!TLSContext.isThisOpenSSL(versionText: ""))
        #expect(TLSContext.isThisOpenSSL(versionText: "OpenSSL/" + TLSContext.version))
        #expect(!TLSContext.isThisOpenSSL(versionText: "(OpenSSL/\(TLSContext.version)) GnuTLS/3.7.9"))
    }
}
