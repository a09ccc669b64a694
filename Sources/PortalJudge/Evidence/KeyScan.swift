internal import HTTPSemantics

/// Finds part of a key in bytes, wherever it begins and however its lines are broken: as it is, in base64 or in hex, and with each of its
/// bytes as a character (ISO 8859-1), as the journal keeps header fields that are no UTF-8.
struct KeyScan {
    /// So many characters in a row are no chance: 18 bytes in base64, 12 in hex.
    static let length = 24

    /// Its parts, all of one owner.
    private let windows: WindowTable<Window>

    /// Prepares a key that is written in base64; nil where the text is none, or too short to be searched for in parts.
    init?(base64 text: String) {
        guard let key = Self.key(inBase64: text) else { return nil }
        let hex = key.flatMap { [Self.digit($0 >> 4, "a"), Self.digit($0 & 15, "a")] }
        let upper = key.flatMap { [Self.digit($0 >> 4, "A"), Self.digit($0 & 15, "A")] }
        let characters = key.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
        let forms = (Base64Core.variants(of: key) + [hex, upper, key, characters]).map { CompactBytes($0).bytes }
        var windows = WindowTable(room: forms.reduce(0) { $0 + $1.count }, filterBits: 14, empty: Window())
        for form in forms { Self.slide(over: form) { _, window in windows.insert(window, owner: 0) } }
        self.windows = windows
    }

    /// The bytes of a key that is written in base64; nil where the text is none, or too short to be searched for in parts.
    static func key(inBase64 text: String) -> [UInt8]? {
        Base64.decode(text).flatMap { $0.count >= length ? $0 : nil }
    }

    /// Where parts of the key stand.
    func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        guard bytes.count >= Self.length else { return [] }
        let compact = CompactBytes(bytes)
        var found: [Range<Int>] = []
        Self.slide(over: compact.bytes) { last, window in
            guard windows.owner(of: window) != nil else { return }
            let range = compact.starts[last - Self.length + 1]..<compact.ends[last]
            found.join(range)
        }
        return found
    }

    private static func slide(over bytes: [UInt8], _ see: (_ last: Int, Window) -> Void) {
        Window.slide(over: bytes, length: length, reading: Base64Core.standard, see)
    }

    private static func digit(_ value: UInt8, _ letter: Unicode.Scalar) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: letter) + value - 10
    }

    /// The last 24 bytes.
    private struct Window: ByteWindow {
        private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)

        mutating func push(_ byte: UInt8) {
            words.0 = words.0 << 8 | words.1 >> 56
            words.1 = words.1 << 8 | words.2 >> 56
            words.2 = words.2 << 8 | UInt64(byte)
        }

        static func == (one: Window, other: Window) -> Bool { one.words == other.words }

        var hash: UInt64 {
            ((words.0 &* 0x9E37_79B9_7F4A_7C15 ^ words.1) &* 0xD6E8_FEB8_6659_FD93 ^ words.2) &* 0x9E37_79B9_7F4A_7C15
        }
    }
}

/// Bytes without what breaks a long text: blanks, line ends (escaped ones too) and colons; percent-encoding is undone.
private struct CompactBytes {
    private(set) var bytes: [UInt8] = []
    /// Where each byte began.
    private(set) var starts: [Int] = []
    /// Where each byte ended.
    private(set) var ends: [Int] = []

    init(_ text: [UInt8]) {
        bytes.reserveCapacity(text.count)
        starts.reserveCapacity(text.count)
        ends.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let start = index
            var byte: UInt8? = text[index]
            index += 1
            switch text[start] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: ":"):
                byte = nil
            case UInt8(ascii: "%") where index + 1 < text.count:
                guard let high = Hexadecimal.value(ofDigit: text[index]),
                    let low = Hexadecimal.value(ofDigit: text[index + 1])
                else { break }
                byte = high << 4 | low
                index += 2
            case UInt8(ascii: "\\") where index < text.count:
                switch text[index] {
                case UInt8(ascii: "n"), UInt8(ascii: "r"): byte = nil
                case UInt8(ascii: "/"): byte = UInt8(ascii: "/")
                default: index -= 1
                }
                index += 1
            default: break
            }
            guard let byte else { continue }
            bytes.append(byte)
            starts.append(start)
            ends.append(index)
        }
    }
}
