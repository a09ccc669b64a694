import Testing

@testable import TLSIdentity

@Suite struct RecipeVerification {
    /// What a client that trusts the authority must find, and nothing else.
    struct Case: CustomTestStringConvertible, Sendable {
        let recipe: String
        let defects: Set<CertificateDefect>
        let shown: Int
        let alert: UInt8?
        var host = "localhost"
        var testDescription: String { recipe + " as " + host }
    }

    static let cases = [
        Case(recipe: "good", defects: [], shown: 1, alert: nil),
        Case(recipe: "good", defects: [], shown: 1, alert: nil, host: "LOCALHOST."),
        Case(recipe: "good", defects: [], shown: 1, alert: nil, host: "127.0.0.1"),
        Case(recipe: "good", defects: [], shown: 1, alert: nil, host: "[::1]"),
        Case(recipe: "good", defects: [.hostMismatch], shown: 1, alert: 42, host: "127.0.0.9"),
        Case(recipe: "wrong-host", defects: [.hostMismatch], shown: 1, alert: 42, host: ".localhost"),
        Case(recipe: "self-signed", defects: [.selfSigned], shown: 1, alert: 48),
        Case(
            recipe: "self-signed", defects: [.selfSigned, .hostMismatch], shown: 1, alert: 48, host: "elsewhere.test"),
        Case(recipe: "self-signed-wrong-host", defects: [.selfSigned, .hostMismatch], shown: 1, alert: 48),
        Case(recipe: "self-signed-idn", defects: [.selfSigned], shown: 1, alert: 48, host: "xn--bcher-kva.localhost"),
        Case(recipe: "expired", defects: [.expired], shown: 1, alert: 45),
        Case(recipe: "not-yet-valid", defects: [.notYetValid], shown: 1, alert: 42),
        Case(recipe: "wrong-host", defects: [.hostMismatch], shown: 1, alert: 42),
        Case(recipe: "wrong-host", defects: [], shown: 1, alert: nil, host: "elsewhere.localhost"),
        Case(recipe: "untrusted-root", defects: [.unknownRoot], shown: 1, alert: 48),
        Case(recipe: "missing-intermediate", defects: [.unknownRoot], shown: 1, alert: 48),
        Case(recipe: "reversed-chain", defects: [], shown: 3, alert: nil),
        Case(recipe: "chain", defects: [], shown: 2, alert: nil),
        Case(recipe: "ip-san", defects: [], shown: 1, alert: nil, host: "127.0.0.1"),
        Case(recipe: "ip-san", defects: [.hostMismatch], shown: 1, alert: 42),
        Case(recipe: "no-san", defects: [.hostMismatch], shown: 1, alert: 42),
        Case(recipe: "client-purpose", defects: [.unsuitablePurpose], shown: 1, alert: 43),
    ]

    @Test(arguments: cases, LoopbackHandshake.Version.allCases)
    func `a recipe shows its flaw and no other`(_ row: Case, version: LoopbackHandshake.Version) throws {
        let pki = try TestPKI()
        let certificate = try pki.issue(row.recipe, names: ["localhost"], addresses: ["127.0.0.1", "::1"])
        let evaluation = ServerTrustEvaluation(
            host: row.host, authoritiesPEM: [pki.authorityPEM], includesSystemAuthorities: false)
        let outcome = try LoopbackHandshake.run(server: certificate, client: evaluation, version: version)
        #expect(evaluation.hasRun)
        #expect(evaluation.defects == row.defects, "\(evaluation.findings)")
        #expect(evaluation.isRefused == !row.defects.isEmpty)
        #expect(outcome.isComplete == row.defects.isEmpty, "\(outcome.clientError)")
        #expect(outcome.alertsAtServer == (row.alert.map { [$0] } ?? []))
        #expect(evaluation.chain.count == row.shown)
        #expect(evaluation.chain.first?.sha256 == certificate.leafSHA256)
    }

    @Test func `every recipe that a server can show stands in the table`() throws {
        #expect(Set(try TestPKI().recipes) == Set(Self.cases.map(\.recipe)))
    }

    @Test func `the reversed chain sends the root before the intermediate`() throws {
        let pki = try TestPKI()
        let certificate = try pki.issue("reversed-chain", names: ["localhost"], addresses: [])
        let chain = X509Certificate.all(inPEM: certificate.chainPEM).map { CertificateSummary($0) }
        #expect(chain.count == 3)
        #expect(chain[1].subject == chain[1].issuer)
        #expect(chain[2].subject == chain[0].issuer)
        #expect(chain[1].sha256 == pki.authority.sha256)
    }

    @Test func `an untrusted root is trusted once a client is told of it`() throws {
        let pki = try TestPKI()
        let root = try #require(pki.authorityPEM(ofRecipe: "untrusted-root"))
        let certificate = try pki.issue("untrusted-root", names: ["localhost"], addresses: [])
        let evaluation = ServerTrustEvaluation(
            host: "localhost", authoritiesPEM: [root], includesSystemAuthorities: false)
        #expect(try LoopbackHandshake.run(server: certificate, client: evaluation, version: .tls13).isComplete)
    }

    @Test(arguments: ["good", "chain", "self-signed", "no-such"])
    func `a recipe without an authority of its own has none to give`(recipe: String) throws {
        #expect(try TestPKI().authorityPEM(ofRecipe: recipe) == nil)
    }

    @Test func `a self-signed certificate is trusted where it is the anchor itself`() throws {
        let pki = try TestPKI()
        let certificate = try pki.issue("self-signed", names: ["localhost"], addresses: [])
        let evaluation = ServerTrustEvaluation(
            host: "localhost", authoritiesPEM: [certificate.chainPEM], includesSystemAuthorities: true)
        #expect(try LoopbackHandshake.run(server: certificate, client: evaluation, version: .tls12).isComplete)
        #expect(evaluation.defects.isEmpty)
    }
}
