internal import PortalAuthentication

extension KerberosPlan {
    /// Where the built-in client uses its ticket without asking.
    func policy(_ tickets: RunTickets, portalURL: String) -> NegotiatePolicy {
        var policy = NegotiatePolicy()
        policy.hosts = namedHosts(portalURL)
        policy.ticket = KerberosTicket(.cache(tickets.cache), isDelegated: isDelegated)
        policy.allowsPlainHTTP = allowsPlainHTTP
        return policy
    }
}
