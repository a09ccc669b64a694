internal import HTTPSemantics

/// A redirect URI as an application registered it, and the comparison with the one that an authorization names.
///
/// Web addresses are compared in parts, never by prefix: scheme, host, port and path must be the registered ones (RFC 9700 §2.1),
/// and a query may come on top, because Esri/arcgis-js-api `identity/IdentityManager.js` sends the address of the page that it is on.
/// A loopback address may come with any port (RFC 8252 §7.3).
struct RegisteredRedirect: Sendable {
    /// Where the answer is shown to a person instead (developers.arcgis.com, "Authorize").
    static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

    private enum Form: Sendable {
        case outOfBand
        /// Path and query apart; the path is never empty.
        case web(Origin, path: Substring, query: Substring?)
        /// A scheme of an app's own (RFC 8252 §7.1), in lower case, and what stands behind its colon.
        case app(scheme: String, path: Substring, query: Substring?)
    }
    private let form: Form

    /// Takes a URI apart; nil where it cannot be one.
    init?(_ text: String) {
        guard let form = Self.form(of: text) else { return nil }
        self.form = form
    }

    /// Whether browsers may be sent to a URI that an authorization names.
    func admits(_ text: String) -> Bool {
        guard let other = Self.form(of: text) else { return false }
        switch (form, other) {
        case (.outOfBand, .outOfBand): return true
        case (.web(let mine, let path, let query), .web(let theirs, let otherPath, let otherQuery)):
            let isSameHost = mine.scheme == theirs.scheme && mine.host == theirs.host
            guard isSameHost, mine.port == theirs.port || Self.isLoopback(mine) else { return false }
            return path.utf8.elementsEqual(otherPath.utf8) && Self.admits(otherQuery, over: query)
        case (.app(let scheme, let path, let query), .app(let otherScheme, let otherPath, let otherQuery)):
            return scheme == otherScheme && path.utf8.elementsEqual(otherPath.utf8)
                && Self.admits(otherQuery, over: query)
        default: return false
        }
    }

    /// Whether the answer is shown to a person instead of being sent anywhere.
    var isOutOfBand: Bool { if case .outOfBand = form { true } else { false } }

    /// The origin that sees what is sent there; nil where it is no web address.
    var origin: Origin? { if case .web(let origin, _, _) = form { origin } else { nil } }

    /// What a page's policy must allow for its form to be redirected there (Content Security Policy Level 3 §6.4.1, form-action).
    var formSource: String? {
        switch form {
        case .outOfBand: nil
        // A host source has no place for an IPv6 address.
        case .web(let origin, _, _): origin.host.contains(":") ? "\(origin.scheme):" : origin.description
        case .app(let scheme, _, _): "\(scheme):"
        }
    }

    /// Why a URI cannot be registered, in words; nil where it can. Placeholders are filled in when the portal starts.
    static func problem(of text: String) -> String? {
        if text.contains("{{") { return nil }
        guard let form = form(of: text) else {
            return "it must be an absolute URI of visible ASCII characters without fragment, user or backslash, "
                + "such as https://app.test/auth, http://127.0.0.1/callback, my-ags-app://auth or \(outOfBand)"
        }
        if case .app(let scheme, _, _) = form, ["javascript", "data", "vbscript", "file", "blob"].contains(scheme) {
            return "\(scheme): runs or shows whatever stands behind it"
        }
        return nil
    }

    private static func admits(_ query: Substring?, over registered: Substring?) -> Bool {
        guard let query else { return registered == nil }
        if query == registered { return true }
        guard query.hasPrefix(registered.map { $0 + "&" } ?? "") else { return false }
        // The application could not tell these from the answer's own (RFC 6749 §4.1.2, §4.2.2).
        let reserved: Set = ["code", "state", "error", "access_token"]
        let extra = query.dropFirst(registered.map { $0.count + 1 } ?? 0)
        return !FormParameters(extra.utf8).entries.contains { reserved.contains($0.name) }
    }

    /// RFC 8252 §7.3; the name as well, which §8.3 only advises against.
    private static func isLoopback(_ origin: Origin) -> Bool {
        origin.scheme == "http" && ["127.0.0.1", "::1", "localhost"].contains(origin.host)
    }

    private static func form(of text: String) -> Form? {
        guard
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\\") })
        else { return nil }
        if text == outOfBand { return .outOfBand }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon].lowercased()
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
            scheme.utf8.allSatisfy({ HTTPToken.isAlphanumeric($0) || "+-.".utf8.contains($0) })
        else { return nil }
        let rest = text[text.index(after: colon)...]
        let mark = rest.firstIndex(of: "?")
        let query = mark.map { rest[rest.index(after: $0)...] }
        let path = rest[..<(mark ?? rest.endIndex)]
        guard scheme == "https" || scheme == "http" else {
            return path.isEmpty ? nil : .app(scheme: scheme, path: path, query: query)
        }
        guard path.hasPrefix("//"), let origin = Origin(ofURL: text) else { return nil }
        let authority = path.dropFirst(2).prefix { $0 != "/" }
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        // Browsers take "app.test." for another host, which an origin does not tell apart.
        guard authority.prefix(while: { $0 != ":" }).last != "." else { return nil }
        let own = path.dropFirst(2 + authority.count)
        return .web(origin, path: own.isEmpty ? "/" : own, query: query)
    }
}
