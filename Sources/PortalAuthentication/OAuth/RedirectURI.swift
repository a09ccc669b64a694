internal import HTTPSemantics

/// Where a portal sends a browser back to (RFC 6749 §3.1.2): an https or loopback URL, one with a scheme of an app's own, or none.
public struct RedirectURI: Sendable, Hashable, CustomStringConvertible {
    /// How the answer gets back to the app.
    public enum Kind: Sendable, Hashable {
        /// A listener on this machine (RFC 8252 §7.3); its port may differ from the registered one.
        case loopback
        /// A page on the web, whose address a person copies or an agent hears.
        case https
        /// A scheme that the system hands to the app, such as `my-ags-app://auth` (RFC 8252 §7.1).
        case appScheme
        /// `urn:ietf:wg:oauth:2.0:oob`: the portal shows the code and a person types it.
        case outOfBand
    }

    /// `urn:ietf:wg:oauth:2.0:oob`.
    public static let outOfBand = RedirectURI(text: "urn:ietf:wg:oauth:2.0:oob", kind: .outOfBand)

    /// The URI as it was given: portals compare it byte by byte.
    public let description: String
    /// How the answer gets back.
    public let kind: Kind

    /// Takes a URI as it was registered; throws `invalidArgument` for one without a scheme, with a fragment, or of plain HTTP beyond this machine.
    public init(_ text: String) throws(PortalError) {
        guard let kind = Self.kind(of: text) else {
            throw PortalError(
                .invalidArgument,
                detail: "\"\(PortalError.printable(text))\" is no redirect URI; give one like "
                    + "http://127.0.0.1/callback, https://app.example.com/auth or my-ags-app://auth, without a fragment"
            )
        }
        self.init(text: text, kind: kind)
    }

    private init(text: String, kind: Kind) {
        description = text
        self.kind = kind
    }

    private static func kind(of text: String) -> Kind? {
        if text == outOfBand.description { return .outOfBand }
        guard !text.contains("#"), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        let scheme = text[..<colon].lowercased()
        switch scheme {
        case "https": return HTTPURL(parsing: text) == nil ? nil : .https
        case "http":
            guard let url = HTTPURL(parsing: text), isLoopback(url.origin.host) else { return nil }
            return .loopback
        // These run or show whatever stands behind them.
        case "javascript", "data", "file", "vbscript", "urn": return nil
        default:
            guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
                scheme.utf8.allSatisfy({
                    (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
                })
            else { return nil }
            return .appScheme
        }
    }

    /// Whether another URI may stand in a request where this one is registered: the same, or its twin on another port of this
    /// machine (RFC 8252 §7.3).
    package func admits(_ other: RedirectURI) -> Bool {
        if other == self { return true }
        guard kind == .loopback, other.kind == .loopback, let one = HTTPURL(parsing: description),
            let two = HTTPURL(parsing: other.description)
        else { return false }
        return one.origin.scheme == two.origin.scheme && one.origin.host == two.origin.host && one.path == two.path
            && one.query == two.query
    }

    /// Whether a host is this machine by its address or by the name that stands for it (RFC 8252 §7.3, §8.3).
    static func isLoopback(_ host: String) -> Bool {
        // A name may begin with the number too: `127.example.com` is anybody's.
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return host == "localhost" || host == "::1"
            || numbers.count == 4 && numbers[0] == 127 && numbers.allSatisfy { $0 != nil }
    }
}
