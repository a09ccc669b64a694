public import HTTPSemantics

/// An absolute http or https URL in one spelling: dot segments resolved, no user information, no fragment.
///
/// What is compared is what is sent: encoded dots count as dots, so no path can leave a prefix on its way to the server.
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
    /// Scheme, host and port.
    public let origin: Origin
    /// The path with its leading slash, percent-encoding and case kept.
    public let path: String
    /// The query without its question mark; nil where there is none.
    public let query: String?

    /// Reads a URL; throws `invalidArgument` for anything that is not a plain http or https URL.
    public init(_ text: String) throws(PortalError) {
        guard let url = HTTPURL(parsing: text) else {
            throw PortalError(
                .invalidArgument,
                detail: AddressProblem.words(
                    for: text, otherwise: "not an absolute http or https URL without user information"))
        }
        self = url
    }

    /// Reads a URL; nil for anything that is not a plain http or https URL.
    public init?(parsing text: String) {
        guard let spelled = InternationalHost.encoding(in: text) else { return nil }
        // Encoded first: then each character is one byte, and no accent hides a delimiter.
        let text = Self.encodingStrays(in: spelled)
        guard let origin = Origin(ofURL: text), let mark = text.firstRange(of: "://") else { return nil }
        let rest = text[mark.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.contains("@"), !authority.contains("%") else { return nil }
        let tail = rest[authority.endIndex...].prefix { $0 != "#" }
        let path = tail.prefix { $0 != "?" }
        let query = path.endIndex == tail.endIndex ? nil : String(tail[tail.index(after: path.endIndex)...])
        self.init(origin: origin, path: String(path), query: query)
    }

    /// Builds a URL from an origin and a path.
    package init(origin: Origin, path: String, query: String? = nil) {
        self.origin = origin
        self.path = Self.withoutDotSegments(Self.encodingStrays(in: path))
        self.query = query.map(Self.encodingStrays)
    }

    /// The whole URL; it may hold secrets where its query does.
    public var description: String { query.map { "\(withoutQuery)?\($0)" } ?? withoutQuery }

    /// The URL without its query, fit for errors and logs.
    public var withoutQuery: String { origin.description + path }

    /// The segments of the path without empty ones at its end.
    package var segments: [Substring] {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        while parts.last?.isEmpty == true { parts = parts.dropLast() }
        return Array(parts)
    }

    /// Whether another URL is the same or lies below, by origin and whole path segments, never by text.
    public func isPrefix(of other: HTTPURL) -> Bool {
        origin == other.origin && (path == "/" || other.segments.starts(with: segments))
    }

    /// The URL with path segments appended; each is text and gets percent-encoded.
    package func appending(_ parts: String...) -> HTTPURL {
        var base = path
        while base.last == "/" { base.removeLast() }
        return HTTPURL(origin: origin, path: base + parts.map { "/" + PercentEncoding.encode($0) }.joined())
    }

    /// The URL with another query.
    package func with(query: String?) -> HTTPURL { HTTPURL(origin: origin, path: path, query: query) }

    /// The URL at another origin.
    package func at(_ other: Origin) -> HTTPURL { HTTPURL(origin: other, path: path, query: query) }
}

extension HTTPURL {
    /// Encodes what may not stand in a URL: blanks, controls and bytes beyond ASCII.
    static func encodingStrays(in text: String) -> String {
        text.utf8.allSatisfy(plain.contains) ? text : PercentEncoding.encode(text, keeping: plain)
    }

    private static let plain = PercentEncoding.PlainBytes {
        $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"")
    }

    /// Removes dot segments (RFC 3986 §5.2.4), encoded dots included.
    private static func withoutDotSegments(_ path: String) -> String {
        guard !path.isEmpty else { return "/" }
        guard path.utf8.contains(UInt8(ascii: ".")) || path.firstRange(ofLetters: "%2e") != nil else {
            return path.first == "/" ? path : "/" + path
        }
        var kept: [Substring] = []
        let parts = (path.first == "/" ? path.dropFirst() : path[...])
            .split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            switch part.lowercased() {
            case ".", "%2e":
                if isLast { kept.append("") }
            case "..", ".%2e", "%2e.", "%2e%2e":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(part)
            }
        }
        return "/" + kept.joined(separator: "/")
    }
}
