/// An amount of time: `INTERVAL '3' DAY` (ISO/IEC 9075-2 §5.3).
struct SQLInterval: Sendable, Equatable {
    /// Months of the calendar.
    var months: Int64 = 0
    var milliseconds: Int64 = 0

    var negated: SQLInterval { SQLInterval(months: -months, milliseconds: -milliseconds) }
}

extension SQLInterval {
    /// The units, from the largest to the smallest.
    static let units = ["YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"]

    /// Reads the text of an interval whose first and last unit are named, as `1 12:30` of `DAY TO MINUTE`; nil where it does not fit them.
    init?(_ text: String, from first: String, to last: String) {
        guard let start = Self.units.firstIndex(of: first), let end = Self.units.firstIndex(of: last), start <= end,
            // Months have no fixed length: no interval goes from them to days.
            (start < 2) == (end < 2)
        else { return nil }
        var rest = Substring(text)
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst() }
        let words = rest.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == " " || $0 == ":" }
        guard words.count == end - start + 1 else { return nil }
        for (unit, word) in zip(start...end, words) {
            let isSecond = Self.units[unit] == "SECOND"
            guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) || isSecond && $0 == UInt8(ascii: ".") }),
                let amount = Double(word), amount < 1e9
            else { return nil }
            switch Self.units[unit] {
            case "YEAR": months += Int64(amount) * 12
            case "MONTH": months += Int64(amount)
            case "DAY": milliseconds += Int64(amount) * 86_400_000
            case "HOUR": milliseconds += Int64(amount) * 3_600_000
            case "MINUTE": milliseconds += Int64(amount) * 60_000
            default: milliseconds += Int64((amount * 1000).rounded())
            }
        }
        if isNegative { self = negated }
    }
}
