internal import HTTPSemantics

/// What stands in the address that a sign-in page led to (RFC 6749 §4.1.2).
struct AuthorizationCallback {
    /// The members by name; one that stood there twice counts as malformed (RFC 6749 §3.1).
    private let members: [String: [String]]

    /// Reads the query of an address; nil where the address is not below the redirect URI itself.
    init?(_ callback: String, to redirectURI: RedirectURI) {
        let address = callback.prefix { $0 != "#" }
        let place = address.prefix { $0 != "?" }
        guard Self.isSame(String(place), as: redirectURI) else { return nil }
        let query = place.endIndex == address.endIndex ? "" : address[address.index(after: place.endIndex)...]
        members = Dictionary(grouping: FormURLEncoded.fields(of: String(query)), by: \.name)
            .mapValues { $0.map(\.value) }
    }

    /// A member; nil where it is absent, empty, or not the only one of its name.
    subscript(_ name: String) -> String? {
        guard let values = members[name], values.count == 1, let value = values.first, !value.isEmpty else {
            return nil
        }
        return value
    }

    private static func isSame(_ place: String, as redirectURI: RedirectURI) -> Bool {
        let registered = redirectURI.description.prefix { $0 != "?" }
        guard redirectURI.kind != .appScheme else {
            return withoutSlash(place) == withoutSlash(String(registered))
        }
        guard let one = HTTPURL(parsing: place), let other = HTTPURL(parsing: String(registered)) else { return false }
        return one.origin == other.origin && one.segments == other.segments
    }

    /// Browsers put a slash after the host of some schemes.
    private static func withoutSlash(_ text: String) -> Substring { text.last == "/" ? text.dropLast() : text[...] }
}
