import FixtureFiles
import Testing

@testable import TLSIdentity

@Suite struct ClientCertificateAnswers {
    private let pki: TestPKI
    private let server: IssuedCertificate
    private let identity: ClientIdentity

    init() throws {
        pki = try TestPKI()
        server = try pki.issue("good", names: ["localhost"], addresses: [])
        identity = try Self.identity(of: pki, recipe: "client-purpose")
    }

    private static func identity(of pki: TestPKI, recipe: String) throws -> ClientIdentity {
        let issued = try pki.issue(recipe, names: ["client.localhost"], addresses: [])
        return try ClientIdentity(chainPEM: issued.chainPEM, keyPEM: issued.keyPEM)
    }

    private func handshake(
        _ version: LoopbackHandshake.Version, _ answer: TLSContext.IdentityAnswer,
        demand: LoopbackHandshake.Demand?, showing certificate: IssuedCertificate? = nil
    ) throws -> (ServerTrustEvaluation, LoopbackHandshake.Outcome) {
        let evaluation = ServerTrustEvaluation(
            host: "localhost", authoritiesPEM: [pki.authorityPEM], includesSystemAuthorities: false)
        let outcome = try LoopbackHandshake.run(
            server: certificate ?? server, client: evaluation, version: version, identity: answer, demand: demand)
        return (evaluation, outcome)
    }

    private var required: LoopbackHandshake.Demand { .init(authorityPEM: pki.authorityPEM) }

    @Test(arguments: LoopbackHandshake.Version.allCases)
    func `none goes on without one, and the server says what it misses`(version: LoopbackHandshake.Version) throws {
        let (evaluation, outcome) = try handshake(version, .none, demand: required)
        #expect(!outcome.isComplete)
        #expect(evaluation.isClientCertificateRequested)
        #expect(evaluation.acceptableIssuers == identity.issuers)
        #expect(!evaluation.identityWasSent)
        #expect(!evaluation.isRefused)
        let failure = TLSFailure(text: outcome.clientError, evaluation: evaluation)
        #expect(failure?.code == .clientCertificateRequired)
        #expect(failure?.alert == (version == .tls13 ? 116 : 40))
    }

    @Test(arguments: LoopbackHandshake.Version.allCases)
    func `none is enough where a certificate is optional`(version: LoopbackHandshake.Version) throws {
        let optional = LoopbackHandshake.Demand(
            authorityPEM: pki.authorityPEM, isRequired: false, namesIssuers: false)
        let (evaluation, outcome) = try handshake(version, .none, demand: optional)
        #expect(outcome.isComplete)
        #expect(evaluation.acceptableIssuers == [])
        #expect(evaluation.isClientCertificateRequested)
    }

    @Test(arguments: LoopbackHandshake.Version.allCases)
    func `an identity is sent and proven where it is asked for, and only there`(version: LoopbackHandshake.Version)
        throws
    {
        let (asked, outcome) = try handshake(version, .identity(identity), demand: required)
        #expect(outcome.isComplete, "\(outcome.clientError)")
        #expect(asked.identityWasSent)
        // The leaf alone: the authority that servers are trusted by is no part of the identity.
        #expect(outcome.clientChainAtServer == [identity.certificate.sha256])

        let (unasked, open) = try handshake(version, .identity(identity), demand: nil)
        #expect(open.isComplete)
        #expect(!unasked.identityWasSent && open.clientChainAtServer.isEmpty)
    }

    @Test(arguments: LoopbackHandshake.Version.allCases)
    func `an identity is sent with the issuers that came with it`(version: LoopbackHandshake.Version) throws {
        let recipes = try OwnFixtures([
            "middle": #"{"about": "Between.", "kind": "authority", "issuer": "ca"}"#,
            "below": #"{"about": "Of a client.", "issuer": "middle", "extendedKeyUsage": ["clientAuth"]}"#,
        ])
        let pki = try TestPKI(fixtures: recipes.tree)
        let identity = try Self.identity(of: pki, recipe: "below")
        #expect(identity.chain.count == 1)
        let demand = LoopbackHandshake.Demand(authorityPEM: pki.authorityPEM)
        let (evaluation, outcome) = try handshake(version, .identity(identity), demand: demand)
        #expect(outcome.isComplete, "\(outcome.clientError)")
        #expect(outcome.clientChainAtServer.count == 2)
        #expect(evaluation.identityWasSent)
    }

    @Test(arguments: LoopbackHandshake.Version.allCases)
    func `an identity goes also to a server that names other issuers, whose refusal is told`(
        version: LoopbackHandshake.Version
    ) throws {
        let stranger = try Self.identity(of: TestPKI(), recipe: "client-purpose")
        let (evaluation, outcome) = try handshake(version, .identity(stranger), demand: required)
        #expect(!outcome.isComplete)
        #expect(evaluation.identityWasSent)
        let failure = TLSFailure(text: "", evaluation: evaluation)
        #expect(failure?.code == .clientCertificateRejected)
        #expect(failure?.alert == 48)
    }

    @Test(arguments: LoopbackHandshake.Version.allCases)
    func `undecided ends where it is asked, with the goodbye of somebody who changed his mind`(
        version: LoopbackHandshake.Version
    ) throws {
        let (evaluation, outcome) = try handshake(version, .undecided, demand: required)
        #expect(!outcome.isComplete)
        #expect(evaluation.isUndecided)
        #expect(evaluation.acceptableIssuers == identity.issuers)
        #expect(outcome.clientChainAtServer.isEmpty)
        // user_canceled and close_notify.
        #expect(outcome.alertsAtServer == [90, 0])
        #expect(!evaluation.isRefused && !evaluation.hasSentFatalAlert)
    }

    @Test(arguments: LoopbackHandshake.Version.allCases)
    func `undecided is no obstacle where nobody asks`(version: LoopbackHandshake.Version) throws {
        let (evaluation, outcome) = try handshake(version, .undecided, demand: nil)
        #expect(outcome.isComplete)
        #expect(!evaluation.isUndecided && evaluation.hasCompletedHandshake)
    }

    @Test(arguments: LoopbackHandshake.Version.allCases)
    func `a flaw of the server's certificate comes before any question about the client's`(
        version: LoopbackHandshake.Version
    ) throws {
        let flawed = try pki.issue("self-signed", names: ["localhost"], addresses: [])
        for answer in [TLSContext.IdentityAnswer.undecided, .identity(identity), .none] {
            let (evaluation, outcome) = try handshake(version, answer, demand: required, showing: flawed)
            #expect(evaluation.isRefused)
            #expect(!evaluation.isUndecided && !evaluation.identityWasSent)
            #expect(outcome.alertsAtServer == [48])
            #expect(evaluation.hasSentFatalAlert)
        }
    }
}
