/// Base 64 with the URL-safe alphabet and without padding (RFC 4648 §5).
public enum Base64URL {
    /// Writes bytes as text that may stand in a URL.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Base64Digits.urlSafe.encode(Array(bytes)), as: UTF8.self)
    }

    /// Reads such a text; nil where it holds another character, padding, an impossible length or is not canonical (RFC 4648 §3.5).
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        Base64Digits.urlSafe.decode(Array(text.utf8)[...], isCanonical: true)
    }
}
