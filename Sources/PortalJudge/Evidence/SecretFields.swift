internal import HTTPSemantics

/// Fields whose names say that they hold a secret, whatever was written into them: a password that is wrong here may be right elsewhere.
///
/// The names are those of portals' sign-ins (developers.arcgis.com/rest › Generate Token) and of RFC 6749, RFC 7009, RFC 7521, RFC 7636
/// and RFC 8693.
package enum SecretFields {
    /// Their names in small letters.
    package static let names: Set<String> = [
        "token", "password", "access_token", "refresh_token", "id_token", "client_secret", "code", "code_verifier",
        "assertion",
        "client_assertion", "auth_token", "subject_token", "actor_token", "apikey", "api_key", "oldpassword",
        "newpassword",
        // What gives a new password, too (developers.arcgis.com, "Update User").
        "securityanswer", "newsecurityanswer",
        // What signing in at an identity provider brings (SAML bindings §3.5.4; the pages of the fake).
        "samlresponse", "new_password", "confirm_password", "mfa_code",
    ]

    /// Cookies that carry a token (developers.arcgis.com › Security and authentication; Web Adaptor's `agwtoken`).
    static let cookies: Set<String> = ["esri_auth", "esri_aopc", "agstoken", "agwtoken"]

    /// Whether a field's name says that it holds a secret; it may be written with escapes.
    package static func hold(_ name: some StringProtocol) -> Bool {
        names.contains(PercentEncoding.decodeText(String(name)).lowercased())
    }

    /// What stands for a value; nil where it stays.
    typealias Placeholder = ([UInt8]) -> [UInt8]?

    /// The fields of a query or form with other values, as they stand between `&` (WHATWG URL, application/x-www-form-urlencoded).
    static func form(_ bytes: ArraySlice<UInt8>, _ placeholder: Placeholder) -> [UInt8] {
        let fields = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return Array(
            fields.map { field -> [UInt8] in
                guard let equals = field.firstIndex(of: UInt8(ascii: "=")), equals + 1 < field.endIndex,
                    hold(String(decoding: field[..<equals], as: UTF8.self).filter { !$0.isWhitespace }),
                    let shown = placeholder(Array(field[(equals + 1)...]))
                else { return Array(field) }
                return field[...equals] + shown
            }.joined(separator: [UInt8(ascii: "&")]))
    }

    /// A request target with other values in its query (RFC 3986 §3.4).
    static func target(_ text: String, _ placeholder: Placeholder) -> String {
        let bytes = Array(text.utf8)
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return text }
        let end = bytes[mark...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        return String(
            decoding: bytes[...mark] + form(bytes[(mark + 1)..<end], placeholder) + bytes[end...], as: UTF8.self)
    }

    /// The value of a `Cookie` field with other values (RFC 6265 §4.2.1).
    static func cookie(_ value: String, _ placeholder: Placeholder) -> String {
        value.split(separator: ";", omittingEmptySubsequences: false).map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].filter { $0 != " " }.lowercased()
            guard parts.count == 2, !parts[1].isEmpty, cookies.contains(name) || hold(name),
                let shown = placeholder(Array(parts[1].utf8))
            else { return String(pair) }
            return "\(parts[0])=\(String(decoding: shown, as: UTF8.self))"
        }.joined(separator: ";")
    }

    /// A JSON text with other values (RFC 8259 §7); it need not be whole.
    static func json(_ bytes: [UInt8], _ placeholder: Placeholder) -> [UInt8] {
        var result: [UInt8] = []
        var name: ArraySlice<UInt8>?
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\"") else {
                // Only a colon may stand between a name and its value.
                if bytes[index] != UInt8(ascii: ":"), !isBlank(bytes[index]) { name = nil }
                result.append(bytes[index])
                index += 1
                continue
            }
            let text = bytes[(index + 1)..<end(ofTextAt: index, in: bytes)]
            let shown =
                name.flatMap {
                    !text.isEmpty && hold(String(decoding: $0, as: UTF8.self)) ? placeholder(Array(text)) : nil
                }
            result.append(bytes[index])
            result += shown ?? Array(text)
            if text.endIndex < bytes.count { result.append(bytes[text.endIndex]) }
            name = name == nil ? text : nil
            index = text.endIndex + 1
        }
        return result
    }

    /// Where the text ends that a quotation mark begins: at the next one, or at the end.
    private static func end(ofTextAt start: Int, in bytes: [UInt8]) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, bytes.count)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
