internal import HTTPSemantics

/// A proxy that is spoken to in plain HTTP and asks for no credentials.
struct ProxyAddress: Sendable {
    /// `http://host:port`, as libcurl is told it: it would take another default port.
    let url: String

    /// Reads an absolute http URL that names a host and nothing more than its port.
    init(_ text: String) throws(TransportError) {
        func malformed(_ detail: String) -> TransportError {
            TransportError(.malformedRequest, url: PreparedRequest.withoutSecrets(text), detail: detail)
        }
        guard text.utf8.allSatisfy(OriginReader.isPrintable), let parts = URLParts(text) else {
            throw malformed("the proxy is no absolute URL: write http://host:port")
        }
        guard parts.scheme.lowercased() == "http" else {
            throw malformed("the proxy has the scheme \(parts.scheme), which is not supported: write http://host:port")
        }
        guard !parts.hasUserInformation else {
            throw malformed(
                "the proxy's URL holds a user name or a password, which are not supported: write http://host:port")
        }
        guard let origin = Origin(ofURL: "http://\(parts.hostPort)"), !origin.host.utf8.contains(UInt8(ascii: "%"))
        else {
            throw malformed("the proxy's URL has no host that can be read: write http://host:port")
        }
        guard parts.afterAuthority.isEmpty || parts.afterAuthority == "/", !text.utf8.contains(UInt8(ascii: "#")) else {
            throw malformed("the proxy's URL goes on behind its port: write http://host:port")
        }
        url = "http://\(origin.host.contains(":") ? "[\(origin.host)]" : origin.host):\(origin.port)"
    }
}
