internal import GSSAPI
package import HTTPSemantics
package import Platform
package import PortalTransport

/// What every environment that was split off another one shares with it: the wire, the clock, the trust and what was learned.
package final class ClientCore: Sendable {
    package let policy: ClientPolicy
    package let transport: any HTTPTransport
    package let time: any PortalTimeSource
    package let random: any PortalRandomSource
    package let trust: TrustStore
    package let identities: ClientIdentityStore
    package let events: EventHub<ClientEvent>
    package let secureOrigins: SecureOrigins
    package let gate = ChallengeQueue()
    package let discoveries = SingleFlight<ServerContext, TokenService>()
    package let tokenServices = Locked<[ServerContext: KnownTokenService]>([:])
    package let refusals = Locked<[RefusedTriple: PortalError]>([:])
    /// What a web tier refused, so that it is not sent there again (rule R12).
    package let refusedPasswords = Locked<Set<RefusedPassword>>([])
    /// What no error quotes.
    package let sentPasswords = SentPasswords()
    /// Tickets that keytabs got.
    let ticketCaches = GSSTicketCaches()
    /// Where the environment's API key may go.
    let apiKeyHosts: [HostPattern]
    private let expiredIdentities = Locked<Set<String>>([])
    /// The carrier that an origin was seen to understand, where it is not the first one (rule R9).
    package let carriers = Locked<[String: TokenCarrier]>([:])
    private let numbers = Locked((request: 0, challenge: 0, signIn: 0))

    package init(
        policy: ClientPolicy, transport: any HTTPTransport, time: any PortalTimeSource,
        random: any PortalRandomSource, trust: TrustDecisions,
        identities: ClientIdentityStore, onEvent: (@Sendable (ClientEvent) -> Void)?
    ) {
        self.policy = policy
        apiKeyHosts = policy.apiKeyHosts.compactMap { try? HostPattern($0) }
        self.transport = transport
        self.time = time
        self.random = random
        self.trust = TrustStore(trust, transport: transport)
        self.identities = identities
        events = EventHub(sink: onEvent)
        secureOrigins = SecureOrigins(ports: policy.securePorts)
    }

    /// The error of an answer without what servers were sent: passwords of the whole session, and further secrets of the request.
    package func scrubbed(_ error: PortalError, of secrets: [Secret<String>] = []) -> PortalError {
        error.scrubbed(of: secrets + sentPasswords.all)
    }

    func refuse(_ pair: RefusedPassword) { refusedPasswords.withLock { _ = $0.insert(pair) } }

    func isRefused(_ pair: RefusedPassword) -> Bool { refusedPasswords.withLock { $0.contains(pair) } }

    /// Whether no event has told yet that the certificate with this fingerprint has expired.
    func isFirstWarning(of sha256: String) -> Bool { expiredIdentities.withLock { $0.insert(sha256).inserted } }

    package func nextRequestNumber() -> Int {
        numbers.withLock { numbers in
            numbers.request += 1
            return numbers.request
        }
    }

    package func nextSignInNumber() -> Int {
        numbers.withLock { numbers in
            numbers.signIn += 1
            return numbers.signIn
        }
    }

    package func nextChallengeNumber() -> Int {
        numbers.withLock { numbers in
            numbers.challenge += 1
            return numbers.challenge
        }
    }
}

extension NetworkCredentialStore {
    /// A store of one environment, beside what it shares with others.
    convenience init(_ core: ClientCore, choices: Choices) {
        self.init(
            identities: core.identities, trust: core.trust, transport: core.transport, clientEvents: core.events,
            choices: choices)
    }
}
