/// The notation of parameters that are not ASCII: `UTF-8''J%C3%A4s%C3%B8n` (RFC 8187 §3.2).
package enum ExtendedValue {
    /// Writes a text with every byte encoded that is no `attr-char`.
    static func encode(_ text: String) -> String {
        "UTF-8''" + PercentEncoding.encode(text, keeping: .attributeCharacters)
    }

    /// Reads the notation; nil where the charset is not UTF-8, a language tag is left open, the encoding breaks the grammar or the bytes
    /// are not UTF-8.
    static func decode(_ value: String) -> String? {
        encodedBytes(Array(value.utf8)[...])
            .flatMap { PercentEncoding.decodeStrictly($0, keeping: .attributeCharacters) }
            .flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Reads the bytes as recipients of forms do, whatever stands between the encoded ones; nil where the charset is not UTF-8 or a
    /// language tag is left open.
    package static func decodeLeniently(_ value: [UInt8]) -> [UInt8]? {
        encodedBytes(value[...]).map { PercentEncoding.decode($0) }
    }

    /// What stands behind charset and language.
    private static func encodedBytes(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let parts = value.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, String(decoding: parts[0], as: UTF8.self).isSameName(as: "UTF-8") else { return nil }
        return parts[2]
    }
}
