/// The header field `Cookie` (RFC 6265 §4.2.1).
enum CookieHeader {
    /// Its cookies, in their order; a part without an equals sign is none.
    ///
    /// Signs are told apart as bytes: to a String, a sign and the mark behind it are one character that is neither.
    static func cookies(_ field: String) -> [(name: Substring, value: Substring)] {
        field.utf8.split(separator: UInt8(ascii: ";")).compactMap { part in
            let pair = part.drop { $0 == UInt8(ascii: " ") }
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            return (Substring(pair[..<equals]), Substring(pair[pair.index(after: equals)...]))
        }
    }

    /// The value of the first cookie of a name; nil where there is none.
    static func value(of name: String, in field: String?) -> Substring? {
        field.flatMap { cookies($0).first { $0.name == name }?.value }
    }
}
