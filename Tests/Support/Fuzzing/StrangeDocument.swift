internal import JSONValues

/// What a document may hold that its reader did not think of: it is well-formed, and nothing more.
package enum StrangeDocument: String, Sendable, CaseIterable {
    /// Every whole number is one of the farthest.
    case wholeNumbers
    /// Every number with a fraction is one of the farthest, or one of the nearest to zero.
    case fractions
    /// Some texts are empty, long, numbers without end, or hold what a terminal would obey.
    case texts
    /// Some values are of another type, null or empty.
    case types
    /// Some members are missing.
    case gaps
    /// Some of all that.
    case everything

    /// A JSON text with such values; anything else is left as it is. The same for the same bytes and the same seed.
    package func changed(_ bytes: [UInt8], seed: Int) -> [UInt8] {
        guard let document = try? JSONValue(parsing: bytes) else { return bytes }
        // FNV-1a (datatracker.ietf.org/doc/draft-eastlake-fnv): answers that come at once have no order that a counter could follow.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var random = SplitMix(state: hash &+ UInt64(seed))
        return Array(changed(document, &random).text().utf8)
    }

    private func changed(_ value: JSONValue, _ random: inout SplitMix) -> JSONValue {
        if self == .types || self == .everything, random.below(12) == 0 {
            return Self.others[random.below(Self.others.count)]
        }
        switch value {
        case .null, .bool: return value
        case .integer:
            guard self == .wholeNumbers || self == .everything && random.below(3) == 0 else { return value }
            return .integer(Self.farthest[random.below(Self.farthest.count)])
        case .number:
            guard self == .fractions || self == .everything && random.below(3) == 0 else { return value }
            return .number(Self.numbers[random.below(Self.numbers.count)])
        case .string:
            guard self == .texts && random.below(4) == 0 || self == .everything && random.below(8) == 0 else {
                return value
            }
            return .string(Self.words[random.below(Self.words.count)])
        case .array(let values): return .array(values.map { changed($0, &random) })
        case .object(let members):
            var changed: [String: JSONValue] = [:]
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                if self == .gaps || self == .everything, random.below(8) == 0 { continue }
                changed[name] = self.changed(member, &random)
            }
            return .object(changed)
        }
    }

    private static let others: [JSONValue] = [
        .null, true, "", 0, -1, 1e308, .integer(.min), [], .object([:]), [[[]]], [.null], "0", ["": ""],
    ]
    private static let farthest: [Int64] = [.min, .max, .min + 1, -1, 0, 1 << 53, 1 << 32, -(1 << 31)]
    private static let numbers = [
        Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0, 1e18, -9.3e18,
    ]
    private static let words = [
        "", String(repeating: "9", count: 400), String(repeating: "x", count: 70_000), "\u{1B}[2J\r\n\u{202E}",
        "-9223372036854775808", "\u{301}", "\0", "{", "{a/b}", "https://", "1e999", "2026-13-45T99:99:99Z",
    ]
}
