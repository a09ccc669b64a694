extension HTTPDate {
    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994` as seconds since 1970;
    /// nil for anything else.
    ///
    /// Senders write the first form; recipients must read the two obsolete ones too (RFC 9110 §5.6.7).
    package static func seconds(of text: String) -> Int64? {
        let words = text.split(separator: " ")
        switch words.count {
        case 6 where words[5] == "GMT": return moment(words[1], words[2], Int64(digits: words[3]), words[4])
        case 5: return moment(words[2], words[1], Int64(digits: words[4]), words[3])
        case 4 where words[3] == "GMT":
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[2].utf8.count == 2, let year = Int64(digits: parts[2]) else { return nil }
            // Two digits: portals are younger than 1970 (RFC 9110 §5.6.7 leaves the century to the reader).
            return moment(parts[0], parts[1], year + (year < 70 ? 2000 : 1900), words[2])
        default: return nil
        }
    }

    private static func moment(
        _ day: Substring, _ month: Substring, _ year: Int64?, _ clock: Substring
    ) -> Int64? {
        guard let day = Int64(digits: day), let year, let month = months.firstIndex(of: String(month)) else {
            return nil
        }
        let clock = clock.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int64(digits: $0) }
        guard clock.count == 3, (1...31).contains(day), (1970...9999).contains(year) else { return nil }
        guard (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2]) else { return nil }
        let days = daysSince1970(year: year, month: Int64(month) + 1, day: day)
        return ((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Days from 1970-01-01 in the Gregorian calendar; years are counted from March so that the leap day comes last.
    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
