public import PortalTransport

extension PortalEnvironment {
    /// Puts an environment together on libcurl, with the defaults of everything else.
    ///
    /// - Parameters:
    ///   - trust: What is trusted besides the system's authorities.
    ///   - proxies: Which proxy a request goes through. Default: none, whatever the environment names.
    /// - Throws: `library` where libcurl's TLS is not the OpenSSL that this program is linked to.
    public convenience init(
        trust: TrustDecisions = TrustDecisions(), proxies: ProxySelection = .none
    ) throws(TransportError) {
        self.init(transport: try CurlTransport(proxies: proxies), trust: trust)
    }
}
