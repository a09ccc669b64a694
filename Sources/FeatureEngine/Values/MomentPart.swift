/// The parts of a moment that `EXTRACT` takes (ISO/IEC 9075-2 §6.28).
enum MomentPart: String, CaseIterable, Sendable {
    case year = "YEAR"
    case month = "MONTH"
    case day = "DAY"
    case hour = "HOUR"
    case minute = "MINUTE"
    case second = "SECOND"
}

extension Moment {
    private static let day: Int64 = 86_400_000

    /// The midnight before a moment.
    static func midnight(of moment: Int64) -> Int64 { moment - modulo(moment, day) }

    /// A part of a moment; seconds have decimals where the moment has.
    static func part(_ part: MomentPart, of moment: Int64) -> FieldValue {
        let time = modulo(moment, day)
        switch part {
        case .hour: return .integer(time / 3_600_000)
        case .minute: return .integer(time / 60_000 % 60)
        case .second:
            let milliseconds = time % 60_000
            return milliseconds % 1000 == 0 ? .integer(milliseconds / 1000) : .number(Double(milliseconds) / 1000)
        case .year: return .integer(date(of: moment).year)
        case .month: return .integer(date(of: moment).month)
        case .day: return .integer(date(of: moment).day)
        }
    }

    /// A moment later by an interval; the last day of a month stands for days that it does not have. Nil beyond the calendar.
    static func later(_ moment: Int64, by interval: SQLInterval) -> Int64? {
        var result = moment
        if interval.months != 0 {
            let (year, month, day) = date(of: moment)
            let (months, isTooLarge) = (year * 12 + month - 1).addingReportingOverflow(interval.months)
            guard !isTooLarge, months.magnitude < 12 * 100_000 else { return nil }
            let target = (year: (months - modulo(months, 12)) / 12, month: modulo(months, 12) + 1)
            let date = daysSince1970(target.year, target.month, min(day, days(in: target.month, of: target.year)))
            result = date * Self.day + modulo(moment, Self.day)
        }
        let (later, isTooLarge) = result.addingReportingOverflow(interval.milliseconds)
        return isTooLarge || later.magnitude > farthest ? nil : later
    }

    /// A moment as a text that can be read again: `2024-05-31 14:00:00`.
    static func text(of moment: Int64) -> String {
        let (year, month, day) = date(of: moment)
        let time = modulo(moment, Self.day) / 1000
        func padded(_ number: Int64, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2)) "
            + "\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))"
    }

    /// As far as moments are reckoned with, about a hundred thousand years either way.
    private static let farthest: UInt64 = 3_200_000_000_000_000

    private static func modulo(_ value: Int64, _ divisor: Int64) -> Int64 {
        let rest = value % divisor
        return rest < 0 ? rest + divisor : rest
    }

    /// The date of the Gregorian calendar, counted back from years that begin in March.
    private static func date(of moment: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let days = (moment - modulo(moment, day)) / day + 719_468
        let era = (days - modulo(days, 146_097)) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}
