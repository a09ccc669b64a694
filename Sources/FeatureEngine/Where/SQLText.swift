/// Texts as SQL changes them, counted in characters of Unicode; what they cost is taken off.
enum SQLText {
    /// Bytes that one text may grow to.
    private static let longest = 1 << 20

    static func joined(_ values: [FieldValue], _ effort: QueryEffort) -> FieldValue {
        guard !effort.isUsedUp else { return .null }
        var all = ""
        for value in values {
            guard case .text(let text) = value else { return .null }
            all += text
        }
        effort.spend(1 + all.utf8.count / 16)
        return all.utf8.count <= longest ? .text(all) : effort.fail("a text of more than \(longest) bytes")
    }

    /// A function of texts.
    static func value(_ function: SQLFunction, _ values: [FieldValue], _ effort: QueryEffort) -> FieldValue {
        if function == .concat { return joined(values, effort) }
        guard !effort.isUsedUp, case .text(let text)? = values.first else { return .null }
        effort.spend(1 + text.utf8.count / 2)
        switch function {
        case .upper: return .text(text.uppercased())
        case .lower: return .text(text.lowercased())
        case .charLength: return .integer(Int64(text.unicodeScalars.count))
        default:
            guard values.count > 1, case .text(let other) = values[1] else { return .null }
            return function == .position
                ? position(of: text, in: other, effort) : trimmed(other, of: text, function, effort)
        }
    }

    /// So many characters of a text from one on, counted from 1 (ISO/IEC 9075-2 §6.32).
    static func substring(_ value: FieldValue, _ numbers: [FieldValue], _ effort: QueryEffort) -> FieldValue {
        guard !effort.isUsedUp, case .text(let text) = value, let start = numbers.first?.double else { return .null }
        effort.spend(1 + text.utf8.count / 4)
        var end = Double.infinity
        if numbers.count > 1 {
            guard let count = numbers[1].double else { return .null }
            guard count >= 0 else { return effort.fail("SUBSTRING of less than no characters") }
            end = start + count
        }
        let scalars = text.unicodeScalars
        let skipped = min(max(0, start - 1), Double(scalars.count))
        let taken = min(max(0, end - max(1, start)), Double(scalars.count))
        return .text(String(String.UnicodeScalarView(scalars.dropFirst(Int(skipped)).prefix(Int(taken)))))
    }

    /// Where a text begins in another, from 1; 0 where it is not in it.
    private static func position(of part: String, in text: String, _ effort: QueryEffort) -> FieldValue {
        let (part, whole) = (Array(part.unicodeScalars), Array(text.unicodeScalars))
        guard part.count <= whole.count else { return .integer(0) }
        for start in 0...(whole.count - part.count) {
            var length = 0
            while length < part.count, whole[start + length] == part[length] { length += 1 }
            effort.spend(1 + length)
            if length == part.count { return .integer(Int64(start + 1)) }
            if effort.isUsedUp { return .null }
        }
        return .integer(0)
    }

    /// A text without a character at its ends.
    private static func trimmed(
        _ text: String, of character: String, _ function: SQLFunction, _ effort: QueryEffort
    ) -> FieldValue {
        let scalars = character.unicodeScalars
        guard let cut = scalars.first, scalars.count == 1 else { return effort.fail("TRIM takes off one character") }
        effort.spend(1 + text.utf8.count / 4)
        var rest = text.unicodeScalars[...]
        if function != .trimTrailing { rest = rest.drop { $0 == cut } }
        if function != .trimLeading { while rest.last == cut { rest.removeLast() } }
        return .text(String(String.UnicodeScalarView(rest)))
    }
}
