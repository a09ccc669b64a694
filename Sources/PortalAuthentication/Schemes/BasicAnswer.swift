package import HTTPSemantics
internal import TLSIdentity

/// The answer to a Basic challenge (RFC 7617 §2).
package enum BasicAnswer {
    /// The value of `Authorization`: UTF-8 where the server asked for it, else ISO 8859-1 as far as that goes.
    ///
    /// Servers that name no charset decode by their own habit, Tomcat and IIS as ISO 8859-1; a text beyond it is sent as UTF-8.
    /// Throws `invalidArgument` for a colon in the name and for control characters, which Basic cannot carry.
    package static func fieldValue(
        username: String, password: Secret<String>, charsetUTF8: Bool
    ) throws(PortalError) -> Secret<String> {
        guard !username.utf8.contains(UInt8(ascii: ":")) else {
            throw PortalError(
                .invalidArgument,
                detail: "HTTP Basic cannot carry a user name with a colon (RFC 7617 §2); use another scheme or name")
        }
        let text = password.reveal { "\(username):\($0)" }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw PortalError(
                .invalidArgument,
                detail: "HTTP Basic cannot carry control characters in a user name or a password (RFC 7617 §2)")
        }
        let latin = charsetUTF8 ? nil : latinBytes(text)
        return Secret("Basic \(Base64.encode(latin ?? Array(text.utf8)))")
    }

    /// ISO 8859-1, whose bytes are the first 256 code points; nil where the text holds others.
    private static func latinBytes(_ text: String) -> [UInt8]? {
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == text.unicodeScalars.count ? bytes : nil
    }
}
