internal import HTTPSemantics

/// Where a control API listens and what callers call it.
public struct ControlAddress: Sendable {
    /// The numeric address that is bound.
    let bound: String
    /// The host of the control URL.
    let shown: String
    /// Names that callers may use besides those of the loopback address.
    let names: [String]
    /// The port; 0 picks a free one.
    let port: Int

    /// Takes an address to bind, or a name by which other machines reach this one, for which every address is bound.
    ///
    /// The control URL names the loopback address where every address is bound and no name is known: that reaches it from this
    /// machine, and through a published port of a container too.
    public init(host: String = "127.0.0.1", port: Int = 0, name: String? = nil) {
        let isName = !LocalAddresses.isNumeric(host) && host.lowercased() != "localhost"
        bound = isName ? "0.0.0.0" : host.lowercased() == "localhost" ? "127.0.0.1" : host
        self.port = port
        switch bound {
        case "0.0.0.0": shown = isName ? host : name ?? "127.0.0.1"
        case "::": shown = name ?? "::1"
        default: shown = bound
        }
        names = [host, name].compactMap { $0?.lowercased() }
    }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool { LocalAddresses.isLoopback(bound) }

    /// Whether a `Host` field names this API, so that a name which an attacker rebinds to this machine cannot drive it.
    ///
    /// An address cannot be rebound: beyond loopback each is taken, since a published port is called by the address of its host.
    func admits(_ host: String) -> Bool {
        guard let origin = Origin(ofURL: "http://\(host)") else { return false }
        if origin.host == "localhost" || LocalAddresses.isLoopback(origin.host) { return true }
        return names.contains(origin.host) || (!isLoopback && LocalAddresses.isNumeric(origin.host))
    }

    /// Whether an `Origin` field is that of this API itself, as the same request's `Host` field names it.
    func isOwn(_ origin: String, host: String) -> Bool {
        guard let origin = Origin(ofURL: origin), let own = Origin(ofURL: "http://\(host)") else { return false }
        return origin == own
    }
}
