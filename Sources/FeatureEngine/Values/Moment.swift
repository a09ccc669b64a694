/// Moments as texts: `2024-05-31`, `2024-05-31 14:00:00.250`, with `T` and `Z` as in RFC 3339; always UTC.
package enum Moment {
    /// Milliseconds since 1970; nil where the text is no moment.
    package static func milliseconds(of text: String) -> Int64? {
        var rest = Array(text.utf8)[...]
        guard let year = number(&rest, digits: 4), consume("-", &rest), let month = number(&rest, digits: 2),
            consume("-", &rest), let day = number(&rest, digits: 2), (1...12).contains(month),
            (1...days(in: month, of: year)).contains(day)
        else { return nil }
        var moment = daysSince1970(year, month, day) * 86_400_000
        guard !rest.isEmpty else { return moment }
        guard consume(" ", &rest) || consume("T", &rest), let hour = number(&rest, digits: 2), consume(":", &rest),
            let minute = number(&rest, digits: 2), hour < 24, minute < 60
        else { return nil }
        moment += (hour * 60 + minute) * 60_000
        if consume(":", &rest) {
            guard let second = number(&rest, digits: 2), second < 60 else { return nil }
            moment += second * 1000
            if consume(".", &rest) {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                guard (1...9).contains(digits.count) else { return nil }
                rest = rest.dropFirst(digits.count)
                let padded = Array(digits.prefix(3)) + [UInt8](repeating: 0x30, count: max(0, 3 - digits.count))
                moment += padded.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
            }
        }
        _ = consume("Z", &rest)
        return rest.isEmpty ? moment : nil
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int64? {
        let found = rest.prefix(digits)
        guard found.count == digits, found.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(digits)
        return found.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func consume(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days of the Gregorian calendar, counted in years that begin in March.
    static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
