internal import HTTPSemantics

/// A secret as it stands where letters lose their case: in the name of a host (RFC 4343).
struct FoldedSecret: Sendable {
    /// Shorter ones are too short to be told from chance once their letters are folded.
    private static let shortest = 8
    /// No name takes more characters (RFC 1035 §2.3.4), nor is anything longer tried at each place.
    private static let longest = 255

    /// With small letters only.
    let bytes: [UInt8]

    /// Prepares a secret; nil where it is too short, or no name could hold it.
    init?(_ secret: String) {
        bytes = Self.folded(secret)
        guard (Self.shortest...Self.longest).contains(bytes.count), bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return nil
        }
    }

    /// Whether it stands in a name.
    func isFound(in text: String) -> Bool { place(in: Self.folded(text)[...]) != nil }

    /// A text with a placeholder wherever the secret stands.
    func replaced(in text: String, by placeholder: [UInt8]) -> String {
        var (rest, kept) = (Array(text.utf8)[...], [UInt8]())
        while let place = place(in: Self.folded(rest)[...]) {
            kept += rest.prefix(place) + placeholder
            rest = rest.dropFirst(place + bytes.count)
        }
        return kept.isEmpty ? text : String(decoding: kept + rest, as: UTF8.self)
    }

    private func place(in text: ArraySlice<UInt8>) -> Int? {
        guard text.count >= bytes.count else { return nil }
        return (0...text.count - bytes.count).first { text.dropFirst($0).starts(with: bytes) }
    }

    private static func folded(_ text: String) -> [UInt8] { folded(Array(text.utf8)[...]) }

    private static func folded(_ bytes: ArraySlice<UInt8>) -> [UInt8] { bytes.map { folded($0) } }

    /// A byte, a capital letter as a small one.
    static func folded(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

extension HeaderField {
    /// Whether it holds the name of a host, which clients write in small letters (RFC 3986 §6.2.2.1).
    var namesHosts: Bool { ["Host", "Origin", "Referer"].contains { isNamed($0) } }
}
