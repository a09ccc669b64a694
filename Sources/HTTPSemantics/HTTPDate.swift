/// Dates as HTTP writes them (RFC 9110 §5.6.7).
package enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The text of a moment, in seconds since 1970 and not before, as `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func text(_ seconds: Int64) -> String {
        let (day, rest) = (seconds / 86400, seconds % 86400)
        // Days are counted from the first of March of the year 0, so that leap days stand at the end of a year.
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = Int(monthFromMarch < 10 ? monthFromMarch + 2 : monthFromMarch - 10)
        let year = yearOfEra + era * 400 + (month < 2 ? 1 : 0)
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map(two).joined(separator: ":")
        return "\(days[Int(day % 7)]), \(two(dayOfMonth)) \(months[month]) \(year) \(time) GMT"
    }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
