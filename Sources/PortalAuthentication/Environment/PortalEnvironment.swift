internal import HTTPSemantics
internal import Platform
public import PortalTransport

/// Everything that a client stands on, given as a value instead of globals: wire, clock, policy, stores and handlers.
public final class PortalEnvironment: Sendable {
    package let core: ClientCore
    /// What requests are signed with.
    public let credentials: ArcGISCredentialStore
    /// What signs in to the web tier: passwords by realm, and which origin gets which identity.
    public let networkCredentials: NetworkCredentialStore
    /// Who is asked when credentials or trust are missing.
    public let authentication: AuthenticationManager
    /// What was exchanged for servers that are federated with a portal.
    let serverTokens = ServerTokens()
    let key = Locked<Secret<String>?>(nil)

    /// Puts an environment together.
    ///
    /// What is trusted is the transport's: of two environments over one transport, the one that decided last decides for both. Give each
    /// environment a transport of its own.
    ///
    /// - Parameters:
    ///   - time: the clock that expiry is measured by. Default: the machine's.
    ///   - random: what the jitter of waits is taken from. Default: the machine's generator.
    ///   - trust: what is trusted besides the system's authorities; before the first request it replaces what the transport
    ///     trusted. Default: nothing, whatever the transport was made with.
    ///   - identities: client certificates that may be chosen, and what was chosen before. Default: none, in memory.
    ///   - keepsIdentityChoices: whether a choice is written down for the next start where `identities` has a folder; what was
    ///     chosen before counts in either case. Default: true.
    ///   - onEvent: is called for each event, at once and in order, on whatever thread it happens.
    public init(
        policy: ClientPolicy = ClientPolicy(), transport: any HTTPTransport,
        time: any PortalTimeSource = SystemTimeSource(), random: any PortalRandomSource = SystemRandomSource(),
        trust: TrustDecisions = TrustDecisions(),
        identities: ClientIdentityStore = ClientIdentityStore(), keepsIdentityChoices: Bool = true,
        onEvent: (@Sendable (ClientEvent) -> Void)? = nil
    ) {
        core = ClientCore(
            policy: policy, transport: transport, time: time, random: random, trust: trust, identities: identities,
            onEvent: onEvent)
        credentials = ArcGISCredentialStore()
        networkCredentials = NetworkCredentialStore(core, choices: keepsIdentityChoices ? .kept : .looked)
        authentication = AuthenticationManager(core: core, networkCredentials: networkCredentials)
        authentication.adopt(self)
    }

    private init(core: ClientCore) {
        self.core = core
        credentials = ArcGISCredentialStore()
        networkCredentials = NetworkCredentialStore(core, choices: .ignored)
        authentication = AuthenticationManager(core: core, networkCredentials: networkCredentials)
        authentication.adopt(self)
    }

    /// An environment with the same wire, clock, trust, identities and events, but credentials of its own, web tier
    /// included, and no handlers.
    public func isolated() -> PortalEnvironment { PortalEnvironment(core: core) }

    /// How the client behaves.
    public var policy: ClientPolicy { core.policy }

    /// What is trusted besides the system's authorities.
    public var trust: TrustStore { core.trust }

    /// Client certificates that may be chosen.
    public var identities: ClientIdentityStore { core.identities }

    /// The events from now on; each call gives a stream of its own.
    public var events: AsyncStream<ClientEvent> { core.events.stream() }
}
