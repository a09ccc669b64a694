internal import HTTPSemantics

/// The part of a base64 text (RFC 4648 §4, §5) that depends on the secret alone, for each of the three alignments.
enum Base64Core {
    /// One text per alignment, without the characters that mix in neighbouring bytes.
    static func variants(of secret: [UInt8]) -> [[UInt8]] {
        (0..<3).map { padding in
            let bytes = [UInt8](repeating: 0, count: padding) + secret
            // The first characters of a padded text mix in the padding.
            return Array(Base64.encode(bytes.dropLast(bytes.count % 3)).utf8.dropFirst([0, 2, 3][padding]))
        }
    }

    /// The characters behind each variant that hold the last one or two bytes of the secret and nothing else.
    ///
    /// One more follows them that what stands behind the secret takes part in.
    static func ends(of secret: [UInt8]) -> [[UInt8]] {
        (0..<3).map { padding in
            let count = (padding + secret.count) % 3
            return Array(Base64.encode(Array(secret.suffix(count))).utf8.prefix(count))
        }
    }

    /// Hyphens in base64 for an end of so many bytes, as many characters as that takes.
    static func filled(end count: Int) -> ArraySlice<UInt8> {
        Array(Base64.encode([UInt8](repeating: UInt8(ascii: "-"), count: count)).utf8)[0..<(count + 1)]
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
}
