internal import HTTPSemantics
internal import Platform

/// Where on this machine a redirect URI leads to (RFC 8252 §7.3).
///
/// A URI that names a port is listened for at that port, as portals want it that compare ports too; any other gets a free one.
struct LoopbackPlace: Sendable {
    /// Where to bind.
    enum Address: Sendable, Hashable {
        case v4(String)
        case v6
    }
    /// `localhost` may mean either, so both are listened at.
    let addresses: [Address]
    /// nil: any free one.
    let port: Int?
    /// The path that the browser asks for.
    let path: String
    private let beforePort: Substring
    private let afterPort: Substring

    /// Reads a redirect URI; throws `invalidArgument` for one that leads elsewhere.
    init(_ uri: RedirectURI) throws(PortalError) {
        let text = uri.description
        guard uri.kind == .loopback, let url = HTTPURL(parsing: text),
            let start = text.firstRange(of: "://")?.upperBound,
            let addresses = Self.addresses(of: url.origin.host)
        else {
            throw PortalError(
                .invalidArgument,
                detail:
                    "\(uri) does not lead back to a listener on this machine; give one like http://127.0.0.1/callback"
            )
        }
        let authority = text[start...].prefix { $0 != "/" && $0 != "?" }
        // A colon within brackets belongs to an address.
        let host =
            authority.last == "]" ? authority : authority.lastIndex(of: ":").map { authority[..<$0] } ?? authority
        self.addresses = addresses
        port = authority[host.endIndex...].count > 1 ? url.origin.port : nil
        path = url.path
        beforePort = text[..<host.endIndex]
        afterPort = text[authority.endIndex...]
    }

    /// The redirect URI with a port in it.
    func redirectURI(at port: Int) throws(PortalError) -> RedirectURI {
        try RedirectURI(Self.join(beforePort, port, afterPort))
    }

    /// What a browser that was sent there says in its `Host` field; the default port is left out (RFC 9110 §7.2).
    func authority(at port: Int) -> String {
        let host = beforePort.suffix(from: beforePort.firstRange(of: "://")?.upperBound ?? beforePort.startIndex)
        return host.lowercased() + (port == 80 ? "" : ":\(port)")
    }

    private static func join(_ before: Substring, _ port: Int, _ after: Substring) -> String {
        "\(before):\(port)\(after)"
    }

    private static func addresses(of host: String) -> [Address]? {
        if host == "localhost" { return [.v4("127.0.0.1"), .v6] }
        if host == "::1" { return [.v6] }
        var address = in_addr()
        guard inet_pton(AF_INET, host, &address) == 1, UInt32(bigEndian: address.s_addr) >> 24 == 127 else {
            return nil
        }
        return [.v4(host)]
    }
}
