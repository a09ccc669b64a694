public import HTTPSemantics
internal import JSONValues
internal import Platform
public import PortalJudge
internal import TLSIdentity

/// A running fake portal: its listeners, its state, its clock and its journal.
///
/// It stops when it is released, if ``stop()`` was not called before.
public final class MockPortal: Sendable {
    /// The blueprint that it was started from.
    public let blueprint: Blueprint
    /// Where and under which names it is served.
    public let options: ServeOptions
    let pki: TestPKI
    let addresses: SiteAddresses
    let clock: PortalClock
    let recorder: JournalRecorder
    let responder: PortalResponder
    let player: FaultPlayer
    /// What each TLS listener shows and asks for, by the listener's name.
    let securities: [String: ListenerSecurity]
    let clients: ClientIdentities
    let listeners: [Listener]
    let listenerActions: ListenerActions
    /// The way to the hosts that it plays; another portal may have taken it over, and then it is nil.
    let tunnels = Locked<TunnelProxy?>(nil)
    /// The proxies among the hosts of the blueprint.
    let hostTunnels = Locked<[TunnelProxy]>([])
    /// The passwords that the accounts began with.
    let initialPasswords: [String: Secret<String>]
    /// The client secrets and API keys that it began with.
    let initialSecrets: ApplicationSecrets
    private let isStopped = Locked(false)

    init(
        blueprint: Blueprint, options: ServeOptions, pki: TestPKI, addresses: SiteAddresses, clock: PortalClock,
        recorder: JournalRecorder, responder: PortalResponder, player: FaultPlayer,
        securities: [String: ListenerSecurity],
        clients: ClientIdentities, listeners: [Listener], listenerActions: ListenerActions
    ) {
        self.blueprint = blueprint
        self.options = options
        self.pki = pki
        self.addresses = addresses
        self.clock = clock
        self.recorder = recorder
        self.responder = responder
        self.player = player
        self.securities = securities
        self.clients = clients
        self.listeners = listeners
        self.listenerActions = listenerActions
        initialSecrets = responder.current.applicationSecrets
        initialPasswords = Dictionary(
            responder.current.accounts.map { ($0.username, $0.password) }, uniquingKeysWith: { first, _ in first })
    }

    deinit { stop() }

    /// Whether it still serves: it has not been stopped.
    public var isRunning: Bool { isStopped.withLock { !$0 } }

    /// Ends every connection and frees the ports; later calls do nothing.
    public func stop() {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        tunnels.withLock { $0.take() }?.stop()
        for proxy in hostTunnels.withLock({ $0 }) { proxy.stop() }
        responder.work.stop()
        // It must have let go of every connection before their daemons end.
        player.stop()
        for listener in listeners { listener.stop() }
        responder.held.dropAll()
    }
}

extension MockPortal {
    /// The portal's URL, as `https://localhost:49152/portal`.
    public var url: String { addresses.portalURL }

    /// The server's URL, as `https://localhost:49152/server`.
    public var serverURL: String { addresses.serverURL }

    /// The portal's URL on its plain listener; nil where there is none.
    public var httpURL: String? { addresses.httpURL }

    /// The URL of a host of the blueprint, with the portal's path, or that below which an identity-aware proxy's endpoints are; nil where
    /// there is no such host.
    public func url(ofHost name: String) -> String? {
        switch responder.current.blueprint.hosts[name]?.serves {
        case .identity: return addresses.hosts[name].map { IdentityRoutes.base(at: $0.description) }
        case .provider: return addresses.hosts[name]?.description
        default: return addresses.url(ofHost: name)
        }
    }

    /// The URLs of all hosts of the blueprint, by name.
    public var hostURLs: [String: String] { addresses.hosts.keys.reduce(into: [:]) { $0[$1] = url(ofHost: $1) } }

    /// The port of the main listener.
    public var port: Int { listeners.first { $0.facts.name == "portal" }?.port ?? 0 }

    /// Who may sign in with what.
    public var accounts: [Account] { responder.current.accounts }

    /// The accounts at the portal's identity providers.
    public var providerAccounts: [ProviderAccount] { responder.current.providerAccounts }

    /// What the portal's page calls its identity providers, by the names of their hosts.
    public var providerTitles: [String: String] {
        responder.current.blueprint.identityProviders.mapValues(\.title)
    }

    /// The secrets of authenticator apps for the portal's own sign-in page, in base 32 by user name.
    public var secondFactors: [String: Secret<String>] { responder.current.secondFactors }

    /// The applications that are registered for OAuth, by client id.
    public var oauthApplications: [OAuthApplication] { responder.current.oauthApplications }

    /// The API keys by name.
    public var apiKeys: [String: Secret<String>] { responder.current.apiKeys }

    /// The CA that clients are told to trust, in PEM.
    public var authorityPEM: String { pki.authorityPEM }

    /// What was seen so far.
    public func journal() -> Journal { recorder.snapshot() }

    /// Bytes of memory that the journal takes, as far as it is counted; 0 where nothing was seen.
    package var journalBytes: Int { recorder.bytes }

    /// Milliseconds of real time since it started, as the journal counts them.
    package var elapsed: Double { recorder.elapsed }

    /// Gives what happened since the last call, to one reader; only for a portal whose options have a bell.
    package func takeNews(_ each: (JournalNews) -> Void) { recorder.takeNews(each) }

    /// Forgets what was seen so far; connections that are open stay.
    public func clearJournal() { recorder.clear() }

    /// Every secret of the run, with the origins that may see it.
    public func canaries() -> [Canary] {
        guard options.identityPassword.isMade else { return responder.current.canaries() }
        // No origin may see the password of a file.
        let password = Canary(
            name: "p12 password", kind: .password, value: options.identityPassword.secret.reveal { $0 }, origins: [])
        return responder.current.canaries() + [password]
    }

    /// How many secrets the portal forgot to stay within its limits: ``canaries()`` lacks them.
    package var forgottenSecrets: Int { responder.current.forgottenSecrets }

    /// The portal's time in milliseconds since 1970.
    public var portalTime: Int64 { clock.now }

    /// Issues a token without a request, as for a client that got it earlier.
    ///
    /// A lifetime of nil is the blueprint's. Throws `unknownName` where no account has the name.
    public func issueToken(
        for username: String, lifetime: Duration? = nil, referer: String? = nil
    ) throws(MockPortalError) -> (alias: String, token: Secret<String>) {
        do {
            return try responder.current.issueToken(for: username, lifetime: lifetime, referer: referer, at: clock.now)
        } catch {
            throw MockPortalError(.unknownName, error.description, underlying: error)
        }
    }
}
