/// Whose Kerberos ticket signs in to a server by Negotiate (RFC 4559).
public struct KerberosTicket: Sendable, Hashable {
    /// Where a ticket comes from.
    public enum Source: Sendable, Hashable {
        /// The cache of the person who runs the program, as `kinit` fills it and Kerberos's settings name it.
        case personalCache
        /// A cache by its name, such as `FILE:/tmp/krb5cc_1000`.
        case cache(String)
        /// A keytab file and the principal whose key is in it; tickets are kept in memory, for this environment alone.
        case keytab(path: String, principal: String)
    }

    /// Where it comes from. Default: the person's own cache.
    public var source: Source
    /// Whether the server is given a ticket to act for the person. Default: no.
    public var isDelegated: Bool

    /// Takes the person's own ticket and delegates nothing.
    public init(_ source: Source = .personalCache, isDelegated: Bool = false) {
        self.source = source
        self.isDelegated = isDelegated
    }
}
