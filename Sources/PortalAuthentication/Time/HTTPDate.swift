/// The date of an HTTP answer in the form that servers send (IMF-fixdate, RFC 9110 §5.6.7).
package enum HTTPDate {
    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything else.
    package static func parse(_ text: String) -> Timestamp? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int64(words[1]), let year = Int64(words[3]) else {
            return nil
        }
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let month = names.firstIndex(of: String(words[2])) else { return nil }
        let clock = words[4].split(separator: ":").compactMap { Int64($0) }
        guard clock.count == 3, (1...31).contains(day), (1970...9999).contains(year) else { return nil }
        guard (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2]) else { return nil }
        let days = daysSince1970(year: year, month: Int64(month) + 1, day: day)
        return Timestamp(milliseconds: ((days * 24 + clock[0]) * 60 + clock[1]) * 60_000 + clock[2] * 1000)
    }

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
