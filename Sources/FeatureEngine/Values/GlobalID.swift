/// A global id: 32 hexadecimal digits in five groups, in braces and capitals (developers.arcgis.com, "Apply Edits", `useGlobalIds`).
package struct GlobalID: Hashable, Sendable {
    /// The id as answers write it, such as `{6B29FC40-CA47-1067-B31D-00DD010662DA}`.
    package let text: String

    /// Reads an id with or without braces, in capitals or not; nil for anything else.
    package init?(_ written: String) {
        var digits = Substring(written)
        if digits.first == "{", digits.last == "}" { digits = digits.dropFirst().dropLast() }
        let groups = digits.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
            groups.allSatisfy({ $0.utf8.allSatisfy { Self.isHexadecimal($0) } })
        else { return nil }
        text = "{\(digits.uppercased())}"
    }

    /// Makes a random one (RFC 9562 §5.4).
    package init(using generator: inout some RandomNumberGenerator) {
        let random: (high: UInt64, low: UInt64) = (generator.next(), generator.next())
        let high = random.high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = random.low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = Self.digits(high) + Self.digits(low)
        var rest = Substring(digits)
        let groups = [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }
        text = "{\(groups.joined(separator: "-"))}"
    }

    /// The id that belongs to a name: the same one in every run.
    package init(of name: String) {
        var generator = NamedNumbers(name)
        self.init(using: &generator)
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}

/// Numbers that follow from a name: SplitMix64 (Steele, Lea and Flood, 2014), begun with its FNV-1a hash.
private struct NamedNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ name: String) {
        state = name.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
