import HTTPSemantics
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import TLSIdentity

/// The product's client as an app holds it: it trusts the test authority, and answers its challenges by a table.
final class App: NetworkChallengeHandler {
    let environment: PortalEnvironment
    private let transport: CurlTransport
    private let answer: @Sendable (NetworkChallenge) -> NetworkDisposition
    private let asked = Locked<[NetworkChallenge]>([])
    private let heard: Locked<[ClientEvent]>

    init(
        policy: ClientPolicy = ClientPolicy(),
        answer: @escaping @Sendable (NetworkChallenge) -> NetworkDisposition = { _ in .cancel }
    ) throws {
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(try TestAuthority.pki.authorityPEM)]
        trust.includesSystemAuthorities = false
        let heard = Locked<[ClientEvent]>([])
        transport = try CurlTransport(trust: trust)
        environment = PortalEnvironment(
            policy: policy, transport: transport, trust: trust,
            onEvent: { event in heard.withLock { $0.append(event) } })
        self.heard = heard
        self.answer = answer
        environment.authentication.setHandlers(arcGIS: nil, network: self)
    }

    deinit { transport.shutdown() }

    /// Signs in wherever Basic or Digest asks, with one password.
    convenience init(username: String, password: String, policy: ClientPolicy = ClientPolicy()) throws {
        try self.init(policy: policy) { challenge in
            [.basic, .digest].contains(challenge.space.method)
                ? .credential(.password(username: username, Secret(password))) : .cancel
        }
    }

    /// Shows an identity of the test PKI wherever a certificate is asked for; nil goes on without one.
    convenience init(identity name: String?) throws {
        let identity = try name.map { try TestAuthority.identity(named: $0) }
        try self.init { challenge in
            guard challenge.space.method == .clientCertificate else { return .cancel }
            return identity.map { .credential(.certificate($0)) } ?? .withoutCredential
        }
    }

    func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        asked.withLock { $0.append(challenge) }
        return answer(challenge)
    }

    /// What it was asked, in order.
    var challenges: [NetworkChallenge] { asked.withLock { $0 } }

    /// What happened, in order.
    var events: [ClientEvent] { heard.withLock { $0 } }

    /// Loads a portal and gives its user's name.
    func user(of address: String) async throws(PortalError) -> String? {
        let portal = Portal(url: try PortalURL(address), in: environment)
        try await portal.load()
        return portal.user?.username
    }

    /// How loading a portal fails; nil where it does not.
    func failure(of address: String) async -> PortalError? {
        do throws(PortalError) {
            _ = try await user(of: address)
            return nil
        } catch {
            return error
        }
    }
}
