import Foundation
import Testing

@testable import HTTPSemantics

@Suite struct `Civil dates` {
    @Test(
        arguments: [
            (-1, "1969-12-31"), (0, "1970-01-01"), (86_399, "1970-01-01"), (86_400, "1970-01-02"),
            (951_782_400, "2000-02-29"), (4_107_542_400, "2100-03-01"), (253_402_300_799, "9999-12-31"),
            (-62_167_219_200, "0000-01-01"), (-62_167_219_201, "-0001-12-31"),
        ] as [(Int64, String)])
    func `the day of a moment is printed as ISO 8601 writes it`(seconds: Int64, text: String) {
        #expect("\(CivilDate(secondsSince1970: seconds))" == text)
    }

    @Test func `every day of four centuries is counted there and back`() {
        for days in Int64(-80_000)..<70_000 {
            let date = CivilDate(daysSince1970: days)
            guard date.daysSince1970 == days else {
                Issue.record("day \(days) is \(date), which is day \(date.daysSince1970)")
                return
            }
        }
    }

    @Test func `days follow one another as Foundation's calendar counts them`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for days in stride(from: Int64(-130_000), to: 130_000, by: 97) {
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(days) * 86_400))
            let date = CivilDate(daysSince1970: days)
            #expect(
                [date.year, date.month, date.day] == [parts.year, parts.month, parts.day].map { Int64($0 ?? -1) })
        }
    }

    @Test func `a day past the end of the month counts into the next one`() {
        #expect(
            CivilDate(year: 2023, month: 2, day: 29).daysSince1970
                == CivilDate(year: 2023, month: 3, day: 1).daysSince1970)
    }

    @Test(arguments: [Int64.min, .max]) func `the furthest moments have a day`(seconds: Int64) {
        #expect(!"\(CivilDate(secondsSince1970: seconds))".isEmpty)
    }
}
