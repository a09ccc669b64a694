internal import HTTPSemantics
internal import JSONValues
internal import Platform
public import TLSIdentity

extension MockPortal {
    /// Starts serving a blueprint: binds every port, issues the certificates, then accepts connections.
    ///
    /// Throws `addressInUse`, `cannotListen`, `certificate` or `blueprint`; nothing is left running then.
    public static func start(
        _ blueprint: Blueprint, options: ServeOptions = ServeOptions(), pki: TestPKI
    ) throws(MockPortalError) -> MockPortal {
        try start(blueprint, options: options, pki: pki, inPlaceOf: nil)
    }

    /// Starts serving another blueprint at the ports of this portal, which ends then.
    ///
    /// The ports are free at no time: for a moment both listen. Throws what ``start(_:options:pki:)`` throws, and this portal serves on
    /// as if nothing had been asked.
    func replaced(by blueprint: Blueprint) throws(MockPortalError) -> MockPortal {
        var options = options
        options.port = port
        // A closed port is connected to itself, which only one socket can be.
        let closed = listeners.filter { $0.reach == .refused }
        let new: MockPortal
        do throws(MockPortalError) {
            for listener in closed { try listener.become(.open) }
            new = try Self.start(blueprint, options: options, pki: pki, inPlaceOf: self)
        } catch {
            for listener in listeners { listener.sharePort(false) }
            for listener in closed { try? listener.become(.refused) }
            throw error
        }
        stop()
        for listener in new.listeners { listener.sharePort(false) }
        return new
    }

    private static func start(
        _ blueprint: Blueprint, options: ServeOptions, pki: TestPKI, inPlaceOf old: MockPortal?
    ) throws(MockPortalError) -> MockPortal {
        let blueprint = try options.standIn?.dressed(blueprint) ?? blueprint
        // A front has a certificate of its own; the portal's need not be good for the name that clients see.
        let plan = try ListenerPlan(
            blueprint, options: options.published(by: blueprint), inPlaceOf: old?.listeners ?? [])
        let listenerActions = ListenerActions()
        let site = try site(
            blueprint, passwords: blueprint.passwords, addresses: plan.addresses, limits: options.resources,
            listenerActions: listenerActions)
        let responder = PortalResponder(site, limits: options.resources)
        let clock = PortalClock(isStanding: options.hasStandingClock)
        let recorder = JournalRecorder(limits: options.journal, bell: options.bell) { clock.advance }
        let player = FaultPlayer(clock: clock)
        let clients = ClientIdentities(pki)
        var securities: [String: ListenerSecurity] = [:]
        var listeners: [Listener] = []
        var exits: (secure: Listener?, plain: Listener?) = (nil, nil)
        do throws(MockPortalError) {
            for entry in plan.entries {
                let security = try security(for: entry, options: options, pki: pki, clients: clients)
                if let security { securities[entry.securityName] = security }
                let listener =
                    try Listener(
                        entry.socket, facts: entry.facts, security: security, limits: options.limits,
                        recorder: recorder, clock: clock,
                        responder: entry.responder(
                            responder, standIn: options.standIn, trusted: options.trustedFronts), player: player)
                listeners.append(listener)
                switch entry.purpose {
                case .own: break
                case .standIn: exits.secure = listener
                case .proxied: exits.plain = listener
                }
            }
        } catch {
            for listener in listeners { listener.stop() }
            throw error
        }
        let portal = MockPortal(
            blueprint: blueprint, options: options, pki: pki, addresses: plan.addresses, clock: clock,
            recorder: recorder, responder: responder, player: player, securities: securities, clients: clients,
            listeners: listeners, listenerActions: listenerActions)
        listenerActions.portal = portal
        try portal.followBlueprint()
        try portal.tunnel(by: plan.entries)
        // Last, for a proxy that was taken over cannot be given back.
        let tunnels = try tunnels(to: exits, options: options, inPlaceOf: old)
        portal.tunnels.withLock { $0 = tunnels }
        return portal
    }

    /// The proxy before the hosts that are played: the one of the portal whose place is taken, else a new one.
    private static func tunnels(
        to exits: (secure: Listener?, plain: Listener?), options: ServeOptions, inPlaceOf old: MockPortal?
    ) throws(MockPortalError) -> TunnelProxy? {
        guard let standIn = options.standIn, let secure = exits.secure, let plain = exits.plain else { return nil }
        var ways: [ConnectTarget: Listener] = [:]
        for host in standIn.hosts {
            ways[ConnectTarget(host: host, port: 443)] = secure
            ways[ConnectTarget(host: host, port: 80)] = plain
        }
        let exits = TunnelProxy.Exits(ways: ways, plain: plain)
        if let known = old?.tunnels.withLock({ $0.take() }) {
            known.lead(to: exits)
            return known
        }
        let socket = try ListeningSocket.bind(address: options.bindAddress, port: standIn.proxyPort)
        return try TunnelProxy(socket, exits: exits)
    }

    /// Starts the proxies among the hosts of the blueprint: each tunnels to every listener that is none.
    private func tunnel(by entries: [ListenerPlan.Entry]) throws(MockPortalError) {
        let pairs = zip(entries, listeners)
        var ways: [ConnectTarget: Listener] = [:]
        for (entry, listener) in pairs where entry.tunnels == nil && entry.purpose == .own {
            let origin = entry.facts.origin
            ways[ConnectTarget(host: origin.host, port: origin.port)] = listener
        }
        for (entry, listener) in pairs {
            guard let socket = entry.tunnels else { continue }
            let proxy = try TunnelProxy(socket, exits: TunnelProxy.Exits(ways: ways, plain: listener))
            hostTunnels.withLock { $0.append(proxy) }
        }
    }

    static func site(
        _ blueprint: Blueprint, passwords: [String: Secret<String>],
        secrets: ApplicationSecrets = ApplicationSecrets(), addresses: SiteAddresses,
        limits: ResourceLimits, listenerActions: ListenerActions
    ) throws(MockPortalError) -> PortalSite {
        var blueprint = blueprint
        blueprint.passwords = passwords
        do {
            return try PortalSite(blueprint, addresses: addresses, secrets: secrets, limits: limits) {
                listenerActions.perform($0)
            }
        } catch {
            throw MockPortalError(.blueprint, error.description, underlying: error)
        }
    }

    private static func security(
        for entry: ListenerPlan.Entry, options: ServeOptions, pki: TestPKI, clients: ClientIdentities
    ) throws(MockPortalError) -> ListenerSecurity? {
        guard let tls = entry.tls else { return nil }
        let standIn = entry.purpose == .standIn ? options.standIn : nil
        let pki = standIn?.pki ?? pki
        let names = standIn?.hosts ?? options.servedNames
        let addresses =
            standIn != nil
            ? []
            : options.servedAddresses.contains(entry.address) || entry.isWildcard
                ? options.servedAddresses : options.servedAddresses + [entry.address]
        let shelf = try ServedCertificateSelector(recipe: tls.recipe) { recipe, reach throws(MockPortalError) in
            do {
                let isForNames = reach == .name && !pki.isForAddressesAlone(recipe)
                return try ServedCertificate(
                    try pki.issue(recipe, names: names, addresses: isForNames ? [] : addresses),
                    now: PortalClock.realTime / 1000)
            } catch let error as MockPortalError {
                throw error
            } catch {
                throw MockPortalError(
                    .certificate, "the certificate \(recipe) cannot be issued: \(error)", underlying: error)
            }
        }
        return ListenerSecurity(
            versions: tls.versions, certificates: shelf,
            clientVerification: try clients.verification(tls.clientCertificates))
    }
}

/// Carries out what the portal's behaviour leaves to its listeners; the portal is known only once it runs.
final class ListenerActions: Sendable {
    private let target = Locked(Weak())

    private struct Weak: Sendable {
        weak var portal: MockPortal?
    }

    /// The portal whose listeners are meant.
    var portal: MockPortal? {
        get { target.withLock { $0.portal } }
        set { target.withLock { $0.portal = newValue } }
    }

    /// Moves the clock, changes a certificate or lets answers go. Events were checked when the blueprint was read; a clock that is as far
    /// ahead as it goes stays there.
    func perform(_ action: PortalAction) {
        guard let portal else { return }
        // It may be the last to let go, and a thread that serves cannot wait for its own end.
        defer { NativeThread.run { withExtendedLifetime(portal) {} } }
        switch action {
        case .release(let operation): portal.responder.held.release(operation)
        // The portal's behaviour has changed already.
        case .set, .reach: try? portal.followBlueprint()
        default: try? portal.perform(action)
        }
    }
}
