internal import HTTPSemantics
internal import Platform

/// User name and password of a Basic authorization, as bytes (RFC 7617 §2).
struct BasicCredentials {
    let username: [UInt8]
    let password: [UInt8]

    /// Reads a token68; nil where it is no base 64, has no colon, or holds a control character.
    init?(token68: String) {
        guard let bytes = Base64.decode(token68), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return nil }
        username = Array(bytes[..<colon])
        password = Array(bytes[(colon + 1)...])
    }

    /// The user name as text: UTF-8, else, and with marks beyond ``Platform/MarkRuns``, each byte as its own character.
    var displayName: String {
        if let valid = String(validating: username, as: UTF8.self), !valid.hasLongMarkRun { return valid }
        return String(String.UnicodeScalarView(username.map { .init($0) }))
    }

    /// Whether bytes stand for a text: in UTF-8, or where no charset was told in ISO 8859-1 too, as some clients send it.
    static func matches(_ bytes: [UInt8], _ text: String, isUTF8: Bool) -> Bool {
        if bytes.elementsEqual(text.utf8) { return true }
        guard !isUTF8 else { return false }
        return bytes.map(UInt32.init).elementsEqual(text.unicodeScalars.map(\.value))
    }
}
