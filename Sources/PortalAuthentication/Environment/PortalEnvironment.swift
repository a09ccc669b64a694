internal import HTTPAuthentication
public import PortalTransport

/// Everything that a client stands on, given as a value instead of globals: wire, clock, policy, stores and handlers.
public final class PortalEnvironment: Sendable {
    package let core: ClientCore
    /// What requests are signed with.
    public let credentials: ArcGISCredentialStore
    /// Who is asked when credentials or trust are missing.
    public let authentication: AuthenticationManager

    /// Puts an environment together.
    ///
    /// - Parameters:
    ///   - time: the clock that expiry is measured by. Default: the machine's.
    ///   - trust: what is trusted besides the system's authorities; it replaces what the transport trusted.
    ///   - onEvent: is called for each event, at once and in order, on whatever thread it happens.
    public init(
        policy: ClientPolicy = ClientPolicy(), transport: any HTTPTransport,
        time: any PortalTimeSource = SystemTimeSource(), trust: TrustDecisions = TrustDecisions(),
        onEvent: (@Sendable (ClientEvent) -> Void)? = nil
    ) {
        core = ClientCore(policy: policy, transport: transport, time: time, trust: trust, onEvent: onEvent)
        credentials = ArcGISCredentialStore()
        authentication = AuthenticationManager(core: core)
        authentication.adopt(self)
    }

    private init(core: ClientCore) {
        self.core = core
        credentials = ArcGISCredentialStore()
        authentication = AuthenticationManager(core: core)
        authentication.adopt(self)
    }

    /// An environment with the same wire, clock, trust and events, but credentials of its own and nobody to ask.
    public func isolated() -> PortalEnvironment { PortalEnvironment(core: core) }

    /// How the client behaves.
    public var policy: ClientPolicy { core.policy }

    /// What is trusted besides the system's authorities.
    public var trust: TrustStore { core.trust }

    /// The events from now on; each call gives a stream of its own.
    public var events: AsyncStream<ClientEvent> { core.events.stream() }

    /// Sends a request, signed with whatever the store holds for it, and asks the handlers where the answer demands it.
    public func request(_ request: ArcGISRequest) async throws(PortalError) -> ArcGISAnswer {
        try await RequestEngine(environment: self).perform(request)
    }
}
