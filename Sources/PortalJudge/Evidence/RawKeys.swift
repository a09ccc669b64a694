internal import HTTPSemantics

/// Puts base64 in the place of keys that stand in bytes as they are.
///
/// A text repairs what is not UTF-8, and no search finds a key that was repaired. In base64 it is found, replaced and judged again like
/// any other.
package struct RawKeys: Sendable {
    /// So many bytes make as much base64 as ``KeyScan`` takes for a part of a key.
    private static let length = KeyScan.length / 4 * 3

    /// Every part of the keys.
    private let windows: WindowTable<Window>

    /// Prepares the keys and PKCS #12 files among secrets.
    package init(_ canaries: [Canary]) {
        let keys = canaries.filter { $0.kind == .privateKey }.compactMap { KeyScan.key(inBase64: $0.value) }
        var windows = WindowTable(room: keys.reduce(0) { $0 + $1.count }, filterBits: 14, empty: Window())
        for key in keys {
            Window.slide(over: key, length: Self.length) { _, window in windows.insert(window, owner: 0) }
        }
        self.windows = windows
    }

    /// The bytes with base64, between blanks, where a part of a key was.
    package func encoded(in bytes: [UInt8]) -> [UInt8] {
        let found = ranges(in: bytes)
        guard !found.isEmpty else { return bytes }
        let blank = UInt8(ascii: " ")
        var result: [UInt8] = []
        var start = 0
        for range in found {
            // One or two bytes at the end would fill no digits of their own, and be left where the others are replaced.
            let whole = range.lowerBound..<range.lowerBound + range.count / 3 * 3
            result += bytes[start..<range.lowerBound]
            result.append(blank)
            result += Base64.encode(bytes[whole]).utf8
            result.append(blank)
            start = range.upperBound
        }
        return result + bytes[start...]
    }

    /// The same as text.
    package func text(of bytes: [UInt8]) -> String { String(decoding: encoded(in: bytes), as: UTF8.self) }

    /// Where parts of keys stand, in order and apart; two that touch are not one, for each is encoded by itself.
    private func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        guard windows.count > 0, bytes.count >= Self.length else { return [] }
        var found: [Range<Int>] = []
        Window.slide(over: bytes, length: Self.length) { last, window in
            guard windows.owner(of: window) != nil else { return }
            found.join(last - Self.length + 1..<last + 1)
        }
        return found
    }

    /// The last 18 bytes.
    private struct Window: ByteWindow {
        private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)

        mutating func push(_ byte: UInt8) {
            words.0 = (words.0 << 8 | words.1 >> 56) & 0xFFFF
            words.1 = words.1 << 8 | words.2 >> 56
            words.2 = words.2 << 8 | UInt64(byte)
        }

        static func == (one: Window, other: Window) -> Bool { one.words == other.words }

        var hash: UInt64 {
            ((words.0 &* 0x9E37_79B9_7F4A_7C15 ^ words.1) &* 0xD6E8_FEB8_6659_FD93 ^ words.2) &* 0x9E37_79B9_7F4A_7C15
        }
    }
}
