internal import HTTPSemantics

/// Finds pieces of secrets: 16 characters or more in a row, as they are, percent-encoded, escaped as in JSON or HTML, in hex, in
/// base64, quoted-printable or UTF-16, and broken into lines.
///
/// All secrets are looked for in one pass. A private key is left to ``KeyScan``, which knows how keys are broken into lines.
struct SecretPieces: Sendable {
    /// So many characters in a row are no chance.
    static let length = 16

    /// What stands for each secret.
    private let placeholders: [[UInt8]]
    /// The number of the first secret of the machine, which stay where they are words of the protocol.
    private let firstOfMachine: Int
    /// Every piece, with the number of its secret.
    private let owners: WindowTable<Window>

    /// Prepares secrets, each with what stands for a piece of it.
    init(
        _ secrets: [(canary: Canary, placeholder: String)],
        ofMachine others: [(canary: Canary, placeholder: String)] = []
    ) {
        let own = Self.long(secrets)
        firstOfMachine = own.count
        let long = own + Self.long(others)
        placeholders = long.map { Array($0.placeholder.utf8) }
        let forms = long.map { secret in
            let value = Array(secret.canary.value.utf8)
            return [value, Self.hex(value, "a"), Self.hex(value, "A")] + Base64Core.variants(of: value)
        }
        let room = forms.joined().reduce(0) { $0 + max(0, $1.count - Self.length + 1) }
        var owners = WindowTable(room: room, filterBits: 18, empty: Window())
        for (number, forms) in forms.enumerated() {
            for form in forms { Self.slide(over: form) { _, window in owners.insert(window, owner: number) } }
        }
        self.owners = owners
    }

    private static func long(
        _ secrets: [(canary: Canary, placeholder: String)]
    ) -> [(canary: Canary, placeholder: String)] {
        secrets.filter { $0.canary.kind != .privateKey && $0.canary.value.utf8.count >= length }
    }

    /// The bytes with a placeholder where a piece was.
    func replaced(in bytes: [UInt8]) -> [UInt8] {
        let found = ranges(in: bytes)
        guard !found.isEmpty else { return bytes }
        var result: [UInt8] = []
        var start = 0
        for (range, owner) in found where range.lowerBound >= start && !isSpared(range, of: owner, in: bytes) {
            result += bytes[start..<range.lowerBound]
            result += placeholders[owner]
            start = range.upperBound
        }
        return result + bytes[start...]
    }

    /// Whether a piece is nothing but words of the protocol, and of a secret that may be any words.
    private func isSpared(_ range: Range<Int>, of owner: Int, in bytes: [UInt8]) -> Bool {
        owner >= firstOfMachine && ProtocolWords.arePart(range, of: bytes)
    }

    /// The placeholders of the secrets of which pieces stand in the bytes, each once.
    func names(in bytes: [UInt8]) -> [String] {
        Set(ranges(in: bytes).map(\.owner)).sorted().map { String(decoding: placeholders[$0], as: UTF8.self) }
    }

    /// Where pieces stand, in order and apart, each with the number of its secret.
    private func ranges(in bytes: [UInt8]) -> [(range: Range<Int>, owner: Int)] {
        guard owners.count > 0, bytes.count >= Self.length else { return [] }
        var found: [(range: Range<Int>, owner: Int)] = []
        search(bytes) { found.append(($0, $1)) }
        for decoded in [DecodedText(bytes), DecodedText(joining: bytes)].compactMap({ $0 }) {
            search(decoded.bytes) { range, owner in
                let first = decoded.places[range.lowerBound].lowerBound
                found.append((first..<decoded.places[range.upperBound - 1].upperBound, owner))
            }
        }
        guard found.count > 1 else { return found }
        found.sort { $0.range.lowerBound < $1.range.lowerBound }
        return found.reduce(into: []) { merged, next in
            if let last = merged.last, next.range.lowerBound < last.range.upperBound {
                let end = max(last.range.upperBound, next.range.upperBound)
                merged[merged.count - 1].range = last.range.lowerBound..<end
            } else {
                merged.append(next)
            }
        }
    }

    private func search(_ bytes: [UInt8], _ find: (Range<Int>, Int) -> Void) {
        var open: (range: Range<Int>, owner: Int)?
        Self.slide(over: bytes) { last, window in
            guard let owner = owners.owner(of: window) else { return }
            let range = last - Self.length + 1..<last + 1
            if let before = open, before.owner == owner, before.range.upperBound >= range.lowerBound {
                open = (before.range.lowerBound..<range.upperBound, owner)
            } else {
                if let before = open { find(before.range, before.owner) }
                open = (range, owner)
            }
        }
        if let open { find(open.range, open.owner) }
    }

    private static func slide(over bytes: [UInt8], _ see: (_ last: Int, Window) -> Void) {
        Window.slide(over: bytes, length: length, reading: Base64Core.standard, see)
    }

    private static func hex(_ bytes: [UInt8], _ letter: Unicode.Scalar) -> [UInt8] {
        bytes.flatMap { byte in
            [byte >> 4, byte & 15].map { $0 < 10 ? UInt8(ascii: "0") + $0 : UInt8(ascii: letter) + $0 - 10 }
        }
    }

    /// The last 16 bytes.
    private struct Window: ByteWindow {
        private var first: UInt64 = 0
        private var second: UInt64 = 0

        mutating func push(_ byte: UInt8) {
            first = first << 8 | second >> 56
            second = second << 8 | UInt64(byte)
        }

        var hash: UInt64 { (first &* 0x9E37_79B9_7F4A_7C15 ^ second) &* 0xD6E8_FEB8_6659_FD93 }
    }
}
