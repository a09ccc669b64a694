/// A day of the Gregorian calendar, also of the years before it began; printed as `2026-11-21` (ISO 8601).
///
/// The arithmetic counts years from the first of March, so that a leap day is the last day of its year, and in eras of 400 years.
package struct CivilDate: Equatable, CustomStringConvertible {
    package let year: Int64
    /// From 1 for January.
    package let month: Int64
    /// From 1; a day past the end of the month counts into the next one.
    package let day: Int64

    package init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that begins so many days after 1970-01-01.
    init(daysSince1970 days: Int64) {
        let shifted = days + 719_468
        let era = Self.quotient(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The day of a moment in seconds since 1970-01-01T00:00:00Z.
    package init(secondsSince1970 seconds: Int64) {
        self.init(daysSince1970: Self.quotient(seconds, 86_400))
    }

    /// When the day begins in UTC, in seconds since 1970-01-01T00:00:00Z.
    package var secondsSince1970: Int64 { daysSince1970 * 86_400 }

    /// Days from 1970-01-01.
    var daysSince1970: Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = Self.quotient(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    package var description: String {
        let years = String(abs(year))
        let sign = year < 0 ? "-" : ""
        return sign + String(repeating: "0", count: max(0, 4 - years.count)) + years
            + "-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    /// The quotient rounded down, where `/` rounds toward zero.
    private static func quotient(_ dividend: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
