/// Where and under which names a portal is served.
public struct ServeOptions: Sendable {
    /// The numeric address to bind, or `localhost`; default loopback. `0.0.0.0` and `::` bind every address.
    public var host: String
    /// A LAN or `.local` name that goes into certificates and self URLs.
    public var name: String?
    /// The port of the main listener; 0, the default, picks a free one.
    public var port: Int
    /// The port of a plain listener beside it; nil leaves that to the blueprint.
    public var httpPort: Int?
    /// The URL under which a proxy publishes the portal, as `https://gis.example.com/portal`; replaces it in self URLs.
    public var publicURL: String?
    /// The hosts of others that the portal plays, reached through a proxy of its own; nil plays none.
    public var standIn: StandIn?
    /// The fronts whose word for address, host and scheme of their clients is taken; nil takes none's.
    public var trustedFronts: TrustedFronts?
    /// How much is kept of what clients make more of.
    public var resources = ResourceLimits()
    /// What one client may cost.
    package var limits = ListenerLimits()
    /// Whether portal time goes on only when it is moved, so that a test does not depend on how long it takes.
    package var hasStandingClock = false
    /// Rung whenever something happens; a portal that takes this one's place has the same. Nil where nothing follows the traffic.
    package var bell: JournalBell?
    /// The password of the run's .p12 files.
    let identityPassword = IdentityPassword()

    /// Serves on a free port of the loopback address.
    public init(
        host: String = "127.0.0.1", name: String? = nil, port: Int = 0, httpPort: Int? = nil, publicURL: String? = nil
    ) {
        self.host = host
        self.name = name
        self.port = port
        self.httpPort = httpPort
        self.publicURL = publicURL
    }
}

extension ServeOptions {
    /// For a portal that one client is tried against. The client may stand still for as long as a busy machine makes it, so no
    /// connection is ended by a deadline.
    package static var unhurried: ServeOptions {
        var options = ServeOptions()
        options.limits = .unhurried
        return options
    }

    /// How much of the traffic is kept.
    package var journal: JournalLimits {
        get { resources.journal }
        set { resources.journal = newValue }
    }

    /// The numeric address that is bound.
    var bindAddress: String { host == "localhost" ? "127.0.0.1" : host }

    /// The same as an address, for programs that resolve no name: clients of a proxy may not find `localhost` at it.
    var numericHost: String { ["0.0.0.0", "::"].contains(bindAddress) ? "127.0.0.1" : bindAddress }

    /// Whether only this machine can reach the portal.
    public var isLoopback: Bool { LocalAddresses.isLoopback(bindAddress) }

    /// The host of self URLs: the name, else `localhost`, else the address; for a wildcard an address of this machine.
    var urlHost: String {
        if let name { return name }
        switch bindAddress {
        case "127.0.0.1", "::1": return "localhost"
        case "0.0.0.0", "::": return LocalAddresses.external.first ?? "localhost"
        default: return bindAddress
        }
    }

    /// The DNS names that this run's certificates must be good for.
    public var servedNames: [String] {
        var names = ["localhost"]
        for candidate in [name, publicHost] {
            if let candidate, !LocalAddresses.isNumeric(candidate), !names.contains(candidate) {
                names.append(candidate)
            }
        }
        return names
    }

    /// The addresses that this run's certificates must be good for.
    public var servedAddresses: [String] {
        var addresses = ["127.0.0.1", "::1"]
        let bound = ["0.0.0.0", "::"].contains(bindAddress) ? LocalAddresses.external : [bindAddress]
        for candidate in bound + [name, publicHost].compactMap({ $0 }) {
            if LocalAddresses.isNumeric(candidate), !addresses.contains(candidate) { addresses.append(candidate) }
        }
        return addresses
    }
}
