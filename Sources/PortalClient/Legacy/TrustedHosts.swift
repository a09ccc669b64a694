public import PortalAuthentication
internal import PortalTransport

/// The list of hosts that older clients trust although their certificates are self-signed or from an unknown root.
///
/// It covers neither dates nor names, and any port of a host (client rule R17).
public struct TrustedHosts: Sendable {
    private let store: TrustStore

    /// The list of an environment.
    public init(of environment: PortalEnvironment) { store = environment.trust }

    /// Trusts a host.
    public func insert(_ host: String) async { await store.grant(TrustGrant(host: host, port: nil, scope: .host)) }

    /// Trusts a host no more.
    public func remove(_ host: String) async { await store.revoke(host: host) }

    /// The hosts on the list, in the order in which they came.
    public var hosts: [String] {
        store.grants.filter { $0.port == nil && $0.scope == .host }.map(\.host)
    }
}
