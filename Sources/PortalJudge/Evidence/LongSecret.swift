internal import HTTPSemantics

/// Finds a secret of many bytes in bytes: in time by their number (Knuth, Morris and Pratt), whatever stands in both.
///
/// A portal may say that 70 000 equal letters are its token, and that as many are its name: trying each place takes hours then.
struct LongSecret: Sendable {
    /// Up to so many bytes each place is tried.
    static let mostTried = 128

    private let secret: [UInt8]
    private let encoded: [[UInt8]]

    /// Prepares a secret with its forms in base64, by alignment; nil for a shorter one.
    init?(_ secret: [UInt8], encoded: [[UInt8]]) {
        guard secret.count > Self.mostTried else { return nil }
        (self.secret, self.encoded) = (secret, encoded)
    }

    /// Where the secret stands, in order and apart, each with the number of its base64 alignment, or nil where it is not in base64.
    func ranges(in bytes: [UInt8]) -> [(range: Range<Int>, alignment: Int?)] {
        // No form is shorter than the secret.
        guard bytes.count >= secret.count else { return [] }
        var found: [(range: Range<Int>, alignment: Int?)] = Self.places(of: secret, in: bytes, reading: Self.plain)
            .map { ($0, nil) }
        if bytes.count >= 2 * secret.count {
            let hex = secret.flatMap { Array(Hexadecimal.encode([$0]).utf8) }
            found += Self.places(of: hex, in: bytes, reading: FoldedSecret.folded).map { ($0, nil) }
        }
        for (alignment, form) in encoded.enumerated() {
            found += Self.places(of: form, in: bytes, reading: Base64Core.standard).map { ($0, alignment) }
        }
        if let once = DecodedText(bytes) {
            found += Self.places(of: secret, in: once.bytes, reading: Self.plain).map { (Self.origin($0, once), nil) }
            // A URL that is a parameter of another one is encoded twice.
            if let twice = DecodedText(once.bytes) {
                found += Self.places(of: secret, in: twice.bytes, reading: Self.plain).map {
                    (Self.origin(Self.origin($0, twice), once), nil)
                }
            }
        }
        return found.sorted { $0.range.lowerBound < $1.range.lowerBound }.reduce(into: []) { apart, next in
            if next.range.lowerBound >= apart.last?.range.upperBound ?? 0 { apart.append(next) }
        }
    }

    /// A blank is `+` in a form (WHATWG URL, application/x-www-form-urlencoded).
    private static func plain(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: " ") ? UInt8(ascii: "+") : byte }

    /// Where in the text as it was a range of the decoded one stands.
    private static func origin(_ range: Range<Int>, _ text: DecodedText) -> Range<Int> {
        text.places[range.lowerBound].lowerBound..<text.places[range.upperBound - 1].upperBound
    }

    /// Where one text stands in another, in order and apart; bytes are equal that are read as equal.
    private static func places(
        of wanted: [UInt8], in bytes: [UInt8], reading: (UInt8) -> UInt8
    ) -> [Range<Int>] {
        guard !wanted.isEmpty, bytes.count >= wanted.count else { return [] }
        let wanted = wanted.map(reading)
        // How long the longest beginning is that also ends what was matched, by the length of that.
        var shorter = [0, 0]
        shorter.reserveCapacity(wanted.count + 1)
        var length = 0
        for byte in wanted.dropFirst() {
            while length > 0, wanted[length] != byte { length = shorter[length] }
            if wanted[length] == byte { length += 1 }
            shorter.append(length)
        }
        var found: [Range<Int>] = []
        var matched = 0
        for (index, byte) in bytes.enumerated() {
            let byte = reading(byte)
            while matched > 0, wanted[matched] != byte { matched = shorter[matched] }
            if wanted[matched] == byte { matched += 1 }
            guard matched == wanted.count else { continue }
            found.append(index + 1 - matched..<index + 1)
            matched = 0
        }
        return found
    }
}
