internal import HTTPSemantics

/// Where a Kerberos ticket is used without asking, and which.
public struct NegotiatePolicy: Sendable, Hashable {
    /// The hosts that may see it, as ``HostPattern``s; what is no pattern names no host. Default: none.
    public var hosts: [String] = []
    /// Whose ticket it is. Default: the person's own, nothing is delegated.
    public var ticket = KerberosTicket()
    /// Whether a ticket may go over plain HTTP. Default: no.
    public var allowsPlainHTTP = false

    /// Names no host.
    public init() {}

    /// The ticket for an origin; nil where it is not named, or not reached over TLS.
    func ticket(for origin: Origin) -> KerberosTicket? {
        guard origin.isSecure || allowsPlainHTTP, names(origin) else { return nil }
        return ticket
    }

    /// Whether an origin's host is named.
    func names(_ origin: Origin) -> Bool {
        hosts.contains { ((try? HostPattern($0))?.matches(origin.host)) == true }
    }
}
