/// An absolute URL cut at its authority (RFC 3986 §3), byte by byte.
struct URLParts {
    let scheme: Substring
    /// Host and port as they stand, without user information.
    let hostPort: Substring
    /// What stands before the host, without the sign behind it; nil where there is none.
    let userInformation: Substring?
    /// Path and query; the fragment never travels (RFC 9110 §7.1).
    let afterAuthority: Substring

    var hasUserInformation: Bool { userInformation != nil }

    init?(_ url: String) {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let rest = bytes[bytes.index(after: colon)...]
        guard rest.starts(with: "//".utf8) else { return nil }
        let start = bytes.index(colon, offsetBy: 3)
        let end =
            bytes[start...].firstIndex {
                $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
            } ?? bytes.endIndex
        let fragment = bytes[end...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let userEnd = bytes[start..<end].lastIndex(of: UInt8(ascii: "@"))
        scheme = url[..<colon]
        userInformation = userEnd.map { url[start..<$0] }
        hostPort = url[(userEnd.map { bytes.index(after: $0) } ?? start)..<end]
        afterAuthority = url[end..<fragment]
    }

    /// A URL without query, fragment, user information and unprintable bytes.
    static func withoutSecrets(_ url: String) -> String {
        // By bytes: a mark with an accent behind it is still a mark.
        let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.endIndex
        let plain = String(url[..<end])
        guard let parts = URLParts(plain), parts.hasUserInformation else { return printable(plain) }
        return printable("\(parts.scheme)://\(parts.hostPort)\(parts.afterAuthority)")
    }

    /// A text in which each byte that is no printable ASCII is replaced.
    static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.value > 0x1F && $0.value < 0x7F ? $0 : "\u{FFFD}" }
        return String(String.UnicodeScalarView(scalars))
    }
}
