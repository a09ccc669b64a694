public import PortalTransport

extension PortalEnvironment {
    /// Puts an environment together on libcurl, with the defaults of everything else.
    ///
    /// - Parameter trust: What is trusted besides the system's authorities.
    /// - Throws: `library` where libcurl's TLS is not the OpenSSL that this program is linked to.
    public convenience init(trust: TrustDecisions = TrustDecisions()) throws(TransportError) {
        self.init(transport: try CurlTransport(), trust: trust)
    }
}
