internal import HTTPSemantics

/// How a date is shown, by the names of the web map specification
/// (developers.arcgis.com/web-map-specification › format; developers.arcgis.com/documentation/common-data-types/format.htm).
///
/// A name is one of five ways to write a day and, after it, one of four ways to write the time; English, as in the specification.
public enum PopupDateFormat: String, Sendable, Hashable, CaseIterable {
    /// 12/30/1997
    case shortDate
    /// 12/30/1997 6:00 PM
    case shortDateShortTime
    /// 12/30/1997 18:00
    case shortDateShortTime24
    /// 12/30/1997 5:59:59 PM
    case shortDateLongTime
    /// 12/30/1997 17:59:59
    case shortDateLongTime24
    /// 30/12/1997
    case shortDateLE
    /// 30/12/1997 6:00 PM
    case shortDateLEShortTime
    /// 30/12/1997 18:00
    case shortDateLEShortTime24
    /// 30/12/1997 5:59:59 PM
    case shortDateLELongTime
    /// 30/12/1997 17:59:59
    case shortDateLELongTime24
    /// December 30, 1997
    case longMonthDayYear
    /// December 30, 1997 6:00 PM
    case longMonthDayYearShortTime
    /// December 30, 1997 18:00
    case longMonthDayYearShortTime24
    /// December 30, 1997 5:59:59 PM
    case longMonthDayYearLongTime
    /// December 30, 1997 17:59:59
    case longMonthDayYearLongTime24
    /// 30 Dec 1997
    case dayShortMonthYear
    /// 30 Dec 1997 6:00 PM
    case dayShortMonthYearShortTime
    /// 30 Dec 1997 18:00
    case dayShortMonthYearShortTime24
    /// 30 Dec 1997 5:59:59 PM
    case dayShortMonthYearLongTime
    /// 30 Dec 1997 17:59:59
    case dayShortMonthYearLongTime24
    /// Tuesday, December 30, 1997
    case longDate
    /// Tuesday, December 30, 1997 6:00 PM
    case longDateShortTime
    /// Tuesday, December 30, 1997 18:00
    case longDateShortTime24
    /// Tuesday, December 30, 1997 5:59:59 PM
    case longDateLongTime
    /// Tuesday, December 30, 1997 17:59:59
    case longDateLongTime24
    /// December 1997
    case longMonthYear
    /// Dec 1997
    case shortMonthYear
    /// 1997
    case year

    /// A moment as text.
    ///
    /// - Parameters:
    ///   - milliseconds: Since 1970-01-01T00:00:00Z, as services write dates.
    ///   - offset: How many seconds the place where it is shown is ahead of UTC. Default: 0, so that dates are shown in UTC.
    public func text(milliseconds: Int64, secondsFromUTC offset: Int = 0) -> String {
        let moment = Moment(milliseconds, offset)
        let time = time.map { " \(moment.time(withSeconds: $0.hasSeconds, of24: $0.is24))" } ?? ""
        return moment.text(day) + time
    }

    /// The same without the time.
    func text(ofDay milliseconds: Int64) -> String { Moment(milliseconds, 0).text(day) }

    private enum Day: String, CaseIterable {
        case shortDateLE, shortDate, longMonthDayYear, dayShortMonthYear, longDate, longMonthYear, shortMonthYear, year
    }

    private var day: Day { Day.allCases.first { rawValue.hasPrefix($0.rawValue) } ?? .shortDate }

    private var time: (hasSeconds: Bool, is24: Bool)? {
        switch rawValue.dropFirst(day.rawValue.count) {
        case "ShortTime": (false, false)
        case "ShortTime24": (false, true)
        case "LongTime": (true, false)
        case "LongTime24": (true, true)
        default: nil
        }
    }

    /// A day and the seconds that have passed of it.
    private struct Moment {
        let date: CivilDate
        let weekday: Int
        let seconds: Int64

        init(_ milliseconds: Int64, _ offset: Int) {
            let whole = Self.quotient(milliseconds, 1000)
            // Whole seconds of 64-bit milliseconds leave room for any offset that a day has.
            let local = whole + Int64(min(max(offset, -86_400), 86_400))
            let days = Self.quotient(local, 86_400)
            date = CivilDate(secondsSince1970: local)
            seconds = local - days * 86_400
            // 1970-01-01 was a Thursday.
            weekday = Int(((days + 4) % 7 + 7) % 7)
        }

        func text(_ day: Day) -> String {
            let month = Self.months[Int(date.month) - 1]
            return switch day {
            case .shortDate: "\(date.month)/\(date.day)/\(date.year)"
            case .shortDateLE: "\(date.day)/\(date.month)/\(date.year)"
            case .longMonthDayYear: "\(month) \(date.day), \(date.year)"
            case .dayShortMonthYear: "\(date.day) \(month.prefix(3)) \(date.year)"
            case .longDate: "\(Self.weekdays[weekday]), \(month) \(date.day), \(date.year)"
            case .longMonthYear: "\(month) \(date.year)"
            case .shortMonthYear: "\(month.prefix(3)) \(date.year)"
            case .year: "\(date.year)"
            }
        }

        func time(withSeconds: Bool, of24: Bool) -> String {
            let hour = seconds / 3600
            let shown = of24 ? hour : (hour + 11) % 12 + 1
            let rest = [seconds / 60 % 60] + (withSeconds ? [seconds % 60] : [])
            return "\(shown)" + rest.map { $0 < 10 ? ":0\($0)" : ":\($0)" }.joined()
                + (of24 ? "" : hour < 12 ? " AM" : " PM")
        }

        /// The quotient rounded down, where `/` rounds toward zero.
        private static func quotient(_ dividend: Int64, _ divisor: Int64) -> Int64 {
            let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
            return remainder < 0 ? quotient - 1 : quotient
        }

        private static let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        private static let weekdays = [
            "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
        ]
    }
}
