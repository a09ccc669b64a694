/// Base 64 (RFC 4648 §4).
public enum Base64 {
    /// Writes bytes as text with padding.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var digits = Base64Digits.standard.encode(Array(bytes))
        while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads a text as HTTP recipients do; nil where it holds another character, an impossible length or padding alone.
    ///
    /// Padding may be missing, at most two `=` may end the text, and the bits that fill the last digit are not looked at (RFC 4648 §3.5
    /// leaves that to the reader).
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var digits = Array(text.utf8)[...]
        let count = digits.count
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        guard count - digits.count <= 2, !digits.isEmpty || count == 0 else { return nil }
        return Base64Digits.standard.decode(digits, isCanonical: false)
    }
}
