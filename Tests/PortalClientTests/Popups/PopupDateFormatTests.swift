import JSONValues
import Testing

@testable import PortalClient

@Suite struct `Dates of popups` {
    struct Row: CustomTestStringConvertible, Sendable {
        let format: PopupDateFormat
        let text: String
        var testDescription: String { format.rawValue }

        init(_ format: PopupDateFormat, _ text: String) { (self.format, self.text) = (format, text) }
    }

    static let rows = [
        Row(.shortDate, "12/30/1997"), Row(.shortDateShortTime, "12/30/1997 5:59 PM"),
        Row(.shortDateShortTime24, "12/30/1997 17:59"), Row(.shortDateLongTime, "12/30/1997 5:59:59 PM"),
        Row(.shortDateLongTime24, "12/30/1997 17:59:59"), Row(.shortDateLE, "30/12/1997"),
        Row(.shortDateLEShortTime, "30/12/1997 5:59 PM"), Row(.shortDateLEShortTime24, "30/12/1997 17:59"),
        Row(.shortDateLELongTime, "30/12/1997 5:59:59 PM"), Row(.shortDateLELongTime24, "30/12/1997 17:59:59"),
        Row(.longMonthDayYear, "December 30, 1997"),
        Row(.longMonthDayYearShortTime, "December 30, 1997 5:59 PM"),
        Row(.longMonthDayYearShortTime24, "December 30, 1997 17:59"),
        Row(.longMonthDayYearLongTime, "December 30, 1997 5:59:59 PM"),
        Row(.longMonthDayYearLongTime24, "December 30, 1997 17:59:59"), Row(.dayShortMonthYear, "30 Dec 1997"),
        Row(.dayShortMonthYearShortTime, "30 Dec 1997 5:59 PM"),
        Row(.dayShortMonthYearShortTime24, "30 Dec 1997 17:59"),
        Row(.dayShortMonthYearLongTime, "30 Dec 1997 5:59:59 PM"),
        Row(.dayShortMonthYearLongTime24, "30 Dec 1997 17:59:59"), Row(.longDate, "Tuesday, December 30, 1997"),
        Row(.longDateShortTime, "Tuesday, December 30, 1997 5:59 PM"),
        Row(.longDateShortTime24, "Tuesday, December 30, 1997 17:59"),
        Row(.longDateLongTime, "Tuesday, December 30, 1997 5:59:59 PM"),
        Row(.longDateLongTime24, "Tuesday, December 30, 1997 17:59:59"), Row(.longMonthYear, "December 1997"),
        Row(.shortMonthYear, "Dec 1997"), Row(.year, "1997"),
    ]

    /// 1997-12-30T17:59:59Z, the moment of the specification's examples.
    private let moment: Int64 = 883_504_799_000

    @Test(arguments: rows) func `are written as the specification's name says`(row: Row) {
        #expect(row.format.text(milliseconds: moment) == row.text)
    }

    @Test func `have a row for every name`() {
        #expect(Self.rows.map(\.format) == PopupDateFormat.allCases)
    }

    @Test func `are those of the place where they are shown`() {
        let format = PopupDateFormat.longDateLongTime24
        #expect(format.text(milliseconds: moment, secondsFromUTC: 7 * 3600) == "Wednesday, December 31, 1997 0:59:59")
        #expect(
            format.text(milliseconds: moment, secondsFromUTC: -18 * 3600) == "Monday, December 29, 1997 23:59:59")
    }

    @Test(
        arguments: [
            (-1, "12/31/1969 11:59:59 PM"), (0, "1/1/1970 12:00:00 AM"), (951_825_600_000, "2/29/2000 12:00:00 PM"),
        ] as [(Int64, String)])
    func `reach back before 1970, and know noon from midnight`(moment: Int64, text: String) {
        #expect(PopupDateFormat.shortDateLongTime.text(milliseconds: moment) == text)
    }

    @Test(arguments: [Int64.min, Int64.max]) func `are something for every number`(moment: Int64) {
        for format in PopupDateFormat.allCases {
            #expect(!format.text(milliseconds: moment, secondsFromUTC: .max).isEmpty)
            #expect(!format.text(milliseconds: moment, secondsFromUTC: .min).isEmpty)
        }
    }

    @Test(
        arguments: [
            ("2024-02-29", 1_709_164_800_000), ("1970-01-01", 0), ("2023-02-29", nil), ("2024-13-01", nil),
            ("2024-00-10", nil), ("24-1-1", nil), ("", nil), ("2024-02-29T00:00", nil), ("2024-02-٣٠", nil),
        ] as [(String, Int64?)])
    func `without a time are read as days`(text: String, milliseconds: Int64?) {
        #expect(CalendarText.milliseconds(ofDay: text) == milliseconds)
    }

    @Test(
        arguments: [
            ("1997-12-30T17:59:59Z", 883_504_799_000, 0), ("1997-12-30T19:59:59.500+02:00", 883_504_799_000, 7200),
            ("1997-12-30T12:29:59-05:30", 883_504_799_000, -19800), ("1997-12-30T17:59", 883_504_740_000, 0),
            ("1997-12-30T24:00:00Z", nil, 0), ("1997-12-30", nil, 0), ("1997-12-30T17:59:59+2", nil, 0),
        ] as [(String, Int64?, Int)])
    func `with an offset are read as moments`(text: String, milliseconds: Int64?, offset: Int) {
        let found = CalendarText.moment(text)
        #expect(found?.milliseconds == milliseconds)
        #expect(found == nil || found?.offset == offset)
    }
}
