public import HTTPSemantics

/// A proxy between this machine and the servers: HTTP (RFC 9110 §9.3.6), HTTP over TLS, or SOCKS (RFC 1928).
///
/// An https request goes through a tunnel, of which the proxy sees host and port alone. An http request is an HTTP proxy's to read,
/// with every field and every secret in it.
public struct Proxy: Sendable, CustomStringConvertible {
    /// What is spoken with it, by the schemes of `curl --proxy`; with `socks4a` and `socks5h` it looks up the names of hosts.
    enum Kind: String, CaseIterable {
        case http, https, socks4, socks4a, socks5, socks5h
    }

    let kind: Kind
    /// Where it listens.
    let origin: Origin
    let username: String?
    let password: Secret<String>?

    /// Reads `[scheme://]host[:port]`, as curl does: without a scheme it is `http`, without a port 1080, for `https` 443.
    ///
    /// - Parameters:
    ///   - text: What it is called, without a user name or a password.
    ///   - username: Who asks it, where it wants to know (RFC 9110 §11.7, RFC 1929).
    ///   - password: The password of that user.
    /// - Throws: `malformedRequest`, with what to write; a password in the text is not told.
    public init(
        _ text: String, username: String? = nil, password: Secret<String>? = nil
    ) throws(TransportError) {
        let (address, words) = Self.cut(text)
        guard words == nil else {
            throw Self.malformed(
                text,
                "the proxy's URL holds a user name or a password, which others can read: write "
                    + "\(Self.form), and give the two apart")
        }
        try self.init(address: address, text: text, username: username, password: password)
    }

    /// Reads what a variable of the environment holds, which may have a user name and a password in it, percent-encoded.
    init(variable text: String) throws(TransportError) {
        let (address, words) = Self.cut(text)
        let parts = words?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) ?? []
        try self.init(
            address: address, text: text, username: parts.first.map { PercentEncoding.decodeText($0) },
            password: parts.count > 1 ? Secret(PercentEncoding.decodeText(parts[1])) : nil)
    }

    private init(address: String, text: String, username: String?, password: Secret<String>?) throws(TransportError) {
        guard address.utf8.allSatisfy(OriginReader.isPrintable), let parts = URLParts(address) else {
            throw Self.malformed(text, "the proxy is no host: write \(Self.form)")
        }
        guard let kind = Kind(rawValue: parts.scheme.lowercased()) else {
            throw Self.malformed(
                text,
                "the proxy has the scheme \(parts.scheme), which is not spoken: write \(Self.form), with one of "
                    + Kind.allCases.map(\.rawValue).joined(separator: ", "))
        }
        guard parts.afterAuthority.isEmpty || parts.afterAuthority == "/", !address.utf8.contains(UInt8(ascii: "#"))
        else {
            throw Self.malformed(text, "the proxy's URL goes on behind its port: write \(Self.form)")
        }
        let scheme = kind == .https ? "https" : "http"
        let port = Self.hasPort(parts.hostPort) ? "" : (kind == .https ? ":443" : ":1080")
        let host = port.isEmpty || parts.hostPort.last != ":" ? parts.hostPort : parts.hostPort.dropLast()
        guard let origin = Origin(ofURL: "\(scheme)://\(host)\(port)"),
            !origin.host.utf8.contains(UInt8(ascii: "%"))
        else {
            throw Self.malformed(text, "the proxy's URL has no host that can be read: write \(Self.form)")
        }
        // libcurl ends a user name and a password at a zero byte.
        let isText = [username, password?.reveal { $0 }].allSatisfy { $0?.utf8.contains(0) != true }
        guard isText else { throw Self.malformed(text, "the proxy's user name or password holds a zero byte") }
        self.kind = kind
        self.origin = origin
        self.username = username
        self.password = password
    }

    /// `scheme://host:port`, as libcurl is told it and messages name it.
    public var description: String {
        let host = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
        return "\(kind.rawValue)://\(host):\(origin.port)"
    }

    /// Whether it reads HTTP, and so can answer a request in place of its server.
    var readsHTTP: Bool { kind == .http || kind == .https }

    private static let form = "http://host:port"

    /// The text with a scheme and without user information, and the latter.
    private static func cut(_ text: String) -> (address: String, userInformation: Substring?) {
        let whole = text.contains("://") ? text : "http://" + text
        guard let parts = URLParts(whole), let words = parts.userInformation else { return (whole, nil) }
        return ("\(parts.scheme)://\(parts.hostPort)\(parts.afterAuthority)", words)
    }

    private static func hasPort(_ hostPort: Substring) -> Bool {
        let name = hostPort.utf8.lastIndex(of: UInt8(ascii: "]")) ?? hostPort.utf8.startIndex
        guard let colon = hostPort.utf8[name...].lastIndex(of: UInt8(ascii: ":")) else { return false }
        return hostPort.utf8.index(after: colon) < hostPort.utf8.endIndex
    }

    private static func malformed(_ text: String, _ detail: String) -> TransportError {
        let whole = text.contains("://") ? text : "http://" + text
        return TransportError(.malformedRequest, url: URLParts.withoutSecrets(whole), detail: detail)
    }
}
