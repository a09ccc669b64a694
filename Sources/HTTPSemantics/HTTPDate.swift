/// The dates of HTTP, in seconds since 1970 (RFC 9110 §5.6.7).
package enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Writes a moment of the years 1970 to 9999 in the form that senders use, IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func text(_ seconds: Int64) -> String {
        let (day, rest) = (seconds / 86400, seconds % 86400)
        let date = CivilDate(daysSince1970: day)
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map(two).joined(separator: ":")
        return "\(weekdays[Int(day % 7)]), \(two(date.day)) \(months[Int(date.month) - 1]) \(date.year) \(time) GMT"
    }

    /// Reads IMF-fixdate, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`; nil for anything else.
    ///
    /// A recipient must accept the two obsolete forms. The second has a two-digit year: it is the latest year with these digits in
    /// which the date is at most 50 years after `now`, in seconds since 1970. The name of the day is not checked, a day past the end
    /// of its month counts into the next month, and a leap second counts as the second after it.
    package static func seconds(of text: String, now: @autoclosure () -> Int64) -> Int64? {
        let words = text.split(separator: " ")
        switch words.count {
        case 6 where words[5] == "GMT": return moment(words[1], words[2], Int64(digits: words[3]), words[4])
        case 5: return moment(words[2], words[1], Int64(digits: words[4]), words[3])
        case 4 where words[3] == "GMT":
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[2].utf8.count == 2, let year = Int64(digits: parts[2]) else { return nil }
            // The length of an average year, in seconds, times 50.
            let limit = min(max(now(), 0), 253_402_300_799) + 50 * 31_556_952
            let last = CivilDate(daysSince1970: limit / 86400).year
            let candidate = last - (last - year) % 100
            let moments = [candidate, candidate - 100].compactMap { moment(parts[0], parts[1], $0, words[2]) }
            return moments.first { $0 <= limit }
        default: return nil
        }
    }

    private static func moment(
        _ day: Substring, _ month: Substring, _ year: Int64?, _ clock: Substring
    ) -> Int64? {
        guard let day = Int64(digits: day), let year, let month = months.firstIndex(of: String(month)) else {
            return nil
        }
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        let clock = parts.compactMap { Int64(digits: $0) }
        guard parts.count == 3, clock.count == 3, (1...31).contains(day), (1970...9999).contains(year) else {
            return nil
        }
        guard (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2]) else { return nil }
        let days = CivilDate(year: year, month: Int64(month) + 1, day: day).daysSince1970
        return ((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]
    }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
