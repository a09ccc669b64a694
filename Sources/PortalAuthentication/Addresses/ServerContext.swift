package import HTTPSemantics

/// The part of a URL on which the REST resources of one portal or server hang; credentials are kept by it (rules R2, R26).
public struct ServerContext: Sendable, Hashable, CustomStringConvertible {
    /// Which of the two products lives there.
    public enum Kind: Sendable, Hashable {
        /// A portal, recognised by `/sharing`.
        case portal
        /// An ArcGIS Server, recognised by `/rest/services`, `/rest/admin` or `/rest/info`.
        case server
    }

    /// The root, without a slash at its end unless it is the whole origin.
    public let url: HTTPURL
    /// What lives there.
    public let kind: Kind

    /// Finds the context of a resource; nil where its path names no REST resource.
    public init?(_ url: HTTPURL) {
        let segments = url.segments
        for (index, segment) in segments.enumerated() {
            let word = segment.lowercased()
            let kind: Kind
            if word == "sharing" {
                kind = .portal
            } else if word == "rest", index + 1 < segments.count,
                ["services", "admin", "info"].contains(segments[index + 1].lowercased())
            {
                kind = .server
            } else {
                continue
            }
            self.init(
                root: HTTPURL(origin: url.origin, path: "/" + segments[..<index].joined(separator: "/")), kind: kind)
            return
        }
        return nil
    }

    /// Takes a root as it is.
    package init(root: HTTPURL, kind: Kind) {
        url = root.with(query: nil)
        self.kind = kind
    }

    /// The context of any URL: the one that its path names, else the portal whose root it is.
    package init(of url: HTTPURL) {
        self = ServerContext(url) ?? PortalURL(rootOf: url).context
    }

    /// Whether a URL belongs to this context: its own context is this one, or it lies below by whole path segments.
    public func contains(_ other: HTTPURL) -> Bool {
        if let context = ServerContext(other) { return context.isSame(as: self) }
        return url.isPrefix(of: other)
    }

    /// Whether both are the same root; host lower-cased, path with its case.
    package func isSame(as other: ServerContext) -> Bool {
        url.origin == other.url.origin && url.segments == other.url.segments
    }

    public static func == (one: ServerContext, other: ServerContext) -> Bool { one.isSame(as: other) }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(url.origin)
        hasher.combine(url.segments)
    }

    /// The context at another origin, such as its https twin.
    package func at(_ origin: Origin) -> ServerContext { ServerContext(root: url.at(origin), kind: kind) }

    /// Where the context describes its security.
    package var info: HTTPURL {
        kind == .portal ? url.appending("sharing", "rest", "info") : url.appending("rest", "info")
    }

    /// Where tokens are issued if nothing says otherwise (rule R4).
    package var usualTokenService: HTTPURL {
        kind == .portal ? url.appending("sharing", "rest", "generateToken") : url.appending("tokens", "generateToken")
    }

    public var description: String { url.path == "/" ? url.origin.description : url.withoutQuery }
}
