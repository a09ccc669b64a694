/// Finds a secret in bytes, however it was written: as it is, percent-encoded, or in base64 at any alignment.
struct SecretScan {
    /// Secrets shorter than this are too short to be told from chance.
    static let shortest = 6

    let canary: Canary
    private let secret: [UInt8]
    private let encoded: [[UInt8]]

    /// Prepares a canary; nil where it is too short to be searched for.
    init?(_ canary: Canary) {
        secret = Array(canary.value.utf8)
        guard secret.count >= Self.shortest else { return nil }
        self.canary = canary
        encoded = Base64Core.variants(of: secret)
    }

    /// Whether the secret is anywhere in the bytes.
    func isFound(in bytes: [UInt8]) -> Bool { !ranges(in: bytes, stopAtFirst: true).isEmpty }

    /// Where the secret stands, each with the number of its base64 alignment, or nil where it is not in base64.
    func ranges(in bytes: [UInt8], stopAtFirst: Bool = false) -> [(range: Range<Int>, alignment: Int?)] {
        var found: [(Range<Int>, Int?)] = []
        var index = 0
        while index < bytes.count {
            if let length = length(at: index, in: bytes) {
                found.append((index..<index + length, nil))
                if stopAtFirst { return found }
                index += length
                continue
            }
            if let alignment = encoded.firstIndex(where: { Base64Core.isAt(index, $0, in: bytes) }) {
                found.append((index..<index + encoded[alignment].count, alignment))
                if stopAtFirst { return found }
                index += encoded[alignment].count
                continue
            }
            index += 1
        }
        return found
    }

    /// How many bytes the secret takes at a place; nil where it is not there.
    private func length(at start: Int, in bytes: [UInt8]) -> Int? {
        var index = start
        for wanted in secret {
            guard index < bytes.count else { return nil }
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = Percent.digit(bytes[index + 1]),
                let low = Percent.digit(bytes[index + 2]), high << 4 | low == wanted
            {
                index += 3
            } else if byte == wanted || (wanted == UInt8(ascii: " ") && byte == UInt8(ascii: "+")) {
                index += 1
            } else {
                return nil
            }
        }
        return index - start
    }
}

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
        for (offset, wanted) in text.enumerated() {
            let byte = bytes[start + offset]
            let plain =
                byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
            if plain != wanted { return false }
        }
        return true
    }
}
