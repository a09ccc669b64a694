import Testing

@testable import TLSIdentity

@Suite struct ClientCertificateAnswers {
    private let pki: TestPKI
    private let server: IssuedCertificate
    private let identity: ClientIdentity
    /// The authority of the identities, in PEM.
    private let clientAuthority: String

    init() throws {
        pki = try TestPKI()
        server = try pki.issue("good", names: ["localhost"], addresses: [])
        identity = try pki.identity("alice")
        clientAuthority = try pki.authorityPEM(named: "client-ca")
    }

    private func handshake(
        _ version: LoopbackHandshake.Version, _ answer: TLSContext.IdentityAnswer,
        demand: LoopbackHandshake.Demand?, showing certificate: IssuedCertificate? = nil
    ) throws -> (ServerTrustEvaluation, LoopbackHandshake.Outcome) {
        // The client has the identity's own issuer at hand, which OpenSSL would add to the chain that it sends.
        let evaluation = ServerTrustEvaluation(
            host: "localhost", authoritiesPEM: [pki.authorityPEM, clientAuthority], includesSystemAuthorities: false)
        let outcome = try LoopbackHandshake.run(
            server: certificate ?? server, client: evaluation, version: version, identity: answer, demand: demand)
        return (evaluation, outcome)
    }

    private var required: LoopbackHandshake.Demand { .init(authorityPEM: clientAuthority) }

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
            authorityPEM: clientAuthority, isRequired: false, namesIssuers: false)
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
        // The leaf alone: an authority that the client knows is no part of the identity.
        #expect(outcome.clientChainAtServer == [identity.certificate.sha256])

        let (unasked, open) = try handshake(version, .identity(identity), demand: nil)
        #expect(open.isComplete)
        #expect(!unasked.identityWasSent && open.clientChainAtServer.isEmpty)
    }

    @Test(arguments: LoopbackHandshake.Version.allCases)
    func `an identity is sent with the issuers that came with it`(version: LoopbackHandshake.Version) throws {
        let identity = try pki.identity("alice-chain")
        #expect(identity.chain.count == 1)
        let (evaluation, outcome) = try handshake(version, .identity(identity), demand: required)
        #expect(outcome.isComplete, "\(outcome.clientError)")
        #expect(outcome.clientChainAtServer.count == 2)
        #expect(evaluation.identityWasSent)
    }

    @Test(arguments: LoopbackHandshake.Version.allCases)
    func `an identity goes also to a server that names other issuers, whose refusal is told`(
        version: LoopbackHandshake.Version
    ) throws {
        let stranger = try TestPKI().identity("alice")
        let (evaluation, outcome) = try handshake(version, .identity(stranger), demand: required)
        #expect(!outcome.isComplete)
        #expect(evaluation.identityWasSent)
        let failure = TLSFailure(text: "", evaluation: evaluation)
        #expect(failure?.code == .clientCertificateRejected)
        #expect(failure?.alert == 48)
    }

    @Test(arguments: LoopbackHandshake.Version.allCases)
    func `undecided ends where it is asked, with the alerts of a client that cancels`(
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
    func `undecided is no obstacle where no certificate is asked for`(version: LoopbackHandshake.Version) throws {
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
