/// The part of a base64 text (RFC 4648 §4, §5) that depends on the secret alone, for each of the three alignments.
enum Base64Core {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// One text per alignment, without the characters that mix in neighbouring bytes.
    static func variants(of secret: [UInt8]) -> [[UInt8]] {
        (0..<3).map { padding in
            let bytes = [UInt8](repeating: 0, count: padding) + secret
            var text: [UInt8] = []
            for start in stride(from: 0, to: bytes.count - bytes.count % 3, by: 3) {
                let group = UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
                for shift in [18, 12, 6, 0] { text.append(alphabet[Int(group >> shift & 63)]) }
            }
            // The first characters of a padded text mix in the padding.
            return Array(text.dropFirst([0, 2, 3][padding]))
        }
    }

    /// Whether a text stands at a place, in either alphabet.
    static func isAt(_ start: Int, _ text: [UInt8], in bytes: [UInt8]) -> Bool {
        guard !text.isEmpty, start + text.count <= bytes.count else { return false }
        for (offset, wanted) in text.enumerated() where standard(bytes[start + offset]) != wanted { return false }
        return true
    }

    /// A character of the URL-safe alphabet in the standard one; any other as it is.
    static func standard(_ byte: UInt8) -> UInt8 {
        byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
    }

    /// The bytes of a text in the standard alphabet, padded or not; nil where it is no such text.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let characters = Array(text.utf8)
        let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2, padding < characters.count else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var held: UInt32 = 0
        for character in characters.dropLast(padding) {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            bits = bits << 6 | UInt32(value)
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> held))
            }
        }
        return held < 6 ? bytes : nil
    }
}
