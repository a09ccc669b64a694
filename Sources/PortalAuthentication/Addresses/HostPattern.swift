internal import HTTPSemantics

/// Which hosts something is for: one, every host below a name, or any (developers.arcgis.com › Kotlin › IapConfiguration).
///
/// `*` is any host; `*.d.com` any below `d.com`, but not `d.com` itself; anything else is the host that is spelled so, in
/// whatever case. Ports do not count.
public struct HostPattern: Sendable, Hashable, CustomStringConvertible {
    private enum Rule: Hashable {
        case any
        case below(String)
        case host(String)
    }

    /// The pattern as origins spell hosts: in lower case, other letters than ASCII's encoded.
    public let description: String
    private let rule: Rule

    /// Reads a pattern; throws `invalidArgument` for a URL, a port, or an asterisk anywhere but at the front.
    public init(_ text: String) throws(PortalError) {
        let isBelow = text.hasPrefix("*.")
        let name = isBelow ? text.dropFirst(2) : text[...]
        let isPlain = name.utf8.allSatisfy { !Array("/?#@*%\\".utf8).contains($0) && $0 > 0x20 }
        let url = isPlain && (name.first == "[" || !name.contains(":")) ? HTTPURL(parsing: "https://\(name)") : nil
        guard text == "*" || url?.origin.port == 443, let host = text == "*" ? "*" : url?.origin.host else {
            throw PortalError(
                .invalidArgument,
                detail: "\"\(PortalError.printable(text))\" names no hosts; give one like gis.example.com, "
                    + "*.example.com or *, without scheme, port and path")
        }
        description = isBelow ? "*.\(host)" : host
        rule = text == "*" ? .any : isBelow ? .below(host) : .host(host)
    }

    /// Whether a host, as an origin spells it, is one of those.
    public func matches(_ host: String) -> Bool {
        let host = host.lowercased()
        switch rule {
        case .any: return true
        case .host(let name): return host == name
        case .below(let name): return host.utf8.count > name.utf8.count + 1 && host.hasSuffix(".\(name)")
        }
    }
}
