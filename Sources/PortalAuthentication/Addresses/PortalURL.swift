internal import HTTPSemantics

/// The address of a portal in its one canonical spelling, however it was typed (rule R1).
///
/// Blanks, a trailing slash and everything from `/home`, `/index.html`, `/sharing` or `/sharing/rest` on are dropped; the context
/// path of a web adaptor (`/portal`) and its case are kept; scheme and host are lower-cased.
public struct PortalURL: Sendable, Hashable, CustomStringConvertible {
    /// The portal's root, without a slash at its end.
    public let root: HTTPURL

    /// Reads what a person typed or pasted; a missing scheme means https. Throws `invalidArgument`.
    public init(_ input: String) throws(PortalError) {
        var text = input[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        if let start = AddressProblem.mistypedScheme(of: text) {
            throw PortalError(
                .invalidArgument, detail: "it begins with \(start), where https:// is meant; \(AddressProblem.example)")
        }
        let spelled = text.firstRange(of: "://") == nil && !text.isEmpty ? "https://" + text : String(text)
        let url = HTTPURL(parsing: spelled)
        guard let url, !AddressProblem.isUserInformation(inPath: Self.root(of: url).path) else {
            throw PortalError(
                .invalidArgument,
                detail: AddressProblem.words(
                    for: spelled, otherwise: "not the address of a portal; \(AddressProblem.example)"))
        }
        root = Self.root(of: url)
    }

    /// An address as it can be shown where it is none: without user name, password and the values of its query and its fragment.
    package static func shown(_ input: String) -> String { AddressProblem.shown(input) }

    /// Whether an address is none since a user name or a password stands in it.
    package static func holdsUser(_ input: String) -> Bool { AddressProblem.isUserInformation(input) }

    /// The root of the portal that a URL belongs to.
    package init(rootOf url: HTTPURL) { root = Self.root(of: url) }

    /// The root of the REST resources, `{portal}/sharing/rest`.
    public var rest: HTTPURL { root.appending("sharing", "rest") }

    /// The context under which the portal's credentials are kept.
    public var context: ServerContext { ServerContext(root: root, kind: .portal) }

    /// The canonical spelling, without a slash at its end.
    public var description: String { root.path == "/" ? root.origin.description : root.withoutQuery }

    private static func root(of url: HTTPURL) -> HTTPURL {
        var kept: [Substring] = []
        for segment in url.segments {
            let word = segment.lowercased()
            if word == "sharing" || word == "index.html" || word == "home" || word.hasPrefix("home.") { break }
            kept.append(segment)
        }
        // What stood before a dropped part may have ended with more than one slash.
        while kept.last?.isEmpty == true { kept.removeLast() }
        return HTTPURL(origin: url.origin, path: "/" + kept.joined(separator: "/"))
    }
}
