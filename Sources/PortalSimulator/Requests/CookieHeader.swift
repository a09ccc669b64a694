/// The header field `Cookie` (RFC 6265 §4.2.1).
enum CookieHeader {
    /// Its cookies, in their order; a part without an equals sign is none.
    static func cookies(_ field: String) -> [(name: Substring, value: Substring)] {
        field.split(separator: ";").compactMap { part in
            let pair = part.drop { $0 == " " }
            guard let equals = pair.firstIndex(of: "=") else { return nil }
            return (pair[..<equals], pair[pair.index(after: equals)...])
        }
    }

    /// The value of the first cookie of a name; nil where there is none.
    static func value(of name: String, in field: String?) -> Substring? {
        field.flatMap { cookies($0).first { $0.name == name }?.value }
    }
}
