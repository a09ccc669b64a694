/// Scheme, host and port of a URL (RFC 6454 §4), compared as one value; credentials are bound to it.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`, in lower case.
    public let scheme: String
    /// The host in lower case, without a trailing dot; an IPv6 address stands without brackets.
    public let host: String
    /// The port, explicit or the scheme's own (80, 443).
    public let port: Int

    /// Builds an origin from its parts; nil where the scheme is neither http nor https, the host is empty or the port is none.
    public init?(scheme: String, host: String, port: Int? = nil) {
        let scheme = scheme.lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        var host = Substring(host.lowercased())
        let isBracketed = host.first == "[" && host.last == "]"
        if isBracketed { host = host.dropFirst().dropLast() }
        while host.last == "." { host = host.dropLast() }
        let port = port ?? (scheme == "https" ? 443 : 80)
        guard Self.isHost(host, isBracketed: isBracketed), (1...65535).contains(port) else { return nil }
        self.scheme = scheme
        self.host = String(host)
        self.port = port
    }

    /// Reads the origin of an absolute http or https URL; nil where the authority cannot be read without guessing.
    ///
    /// A port is digits alone, at most 65535; leading zeros do not count and an empty port is the scheme's own (RFC 3986 §3.2.3, §6.2.3;
    /// URL Standard §4.4, port state). Port 0 is refused: nothing can be reached there.
    public init?(ofURL url: String) {
        // Scalars: a combining mark would make "@" or "/" another `Character`.
        guard let schemeEnd = url.firstRange(of: "://") else { return nil }
        let rest = url[schemeEnd.upperBound...].unicodeScalars
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        // What stands before an "@" is user information (RFC 3986 §3.2.1), never the host.
        let hostPort = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        let host: Substring
        var port: Int?
        if hostPort.first == "[" {
            guard let end = hostPort.firstIndex(of: "]") else { return nil }
            host = Substring(hostPort[...end])
            let tail = hostPort[hostPort.index(after: end)...]
            if tail.first == ":", tail.count > 1 {
                guard let number = Int(digits: Substring(tail.dropFirst())) else { return nil }
                port = number
            } else if !tail.isEmpty, !(tail.first == ":" && tail.count == 1) {
                return nil
            }
        } else if let colon = hostPort.firstIndex(of: ":") {
            host = Substring(hostPort[..<colon])
            let digits = hostPort[hostPort.index(after: colon)...]
            if !digits.isEmpty {
                guard let number = Int(digits: Substring(digits)) else { return nil }
                port = number
            }
        } else {
            host = Substring(hostPort)
        }
        self.init(scheme: String(url[..<schemeEnd.lowerBound]), host: String(host), port: port)
    }

    /// Whether a text can be a host; an IPv6 address, which alone stands in brackets, may have a zone (RFC 3986 §3.2.2, RFC 6874).
    private static func isHost(_ host: Substring, isBracketed: Bool) -> Bool {
        guard isBracketed || host.contains(":") else { return !host.isEmpty && !host.utf8.contains(where: isForbidden) }
        let address = host.utf8.prefix { $0 != UInt8(ascii: "%") }
        return address.contains(UInt8(ascii: ":")) && address.allSatisfy(isInIPv6)
            && !host.utf8[address.endIndex...].contains(where: isForbidden)
    }

    private static func isInIPv6(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// The forbidden host code points (URL Standard §3.1), and the other controls.
    private static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case ...0x20, 0x7F, UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "\\"),
            UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "|"):
            true
        default: false
        }
    }

    /// Whether requests to the origin are protected by TLS.
    public var isSecure: Bool { scheme == "https" }

    /// Host and port as in a `Host` header: the port is left out where it is the scheme's own (RFC 9110 §7.2).
    public var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (scheme == "https" ? 443 : 80) ? name : "\(name):\(port)"
    }

    public var description: String { "\(scheme)://\(authority)" }
}
