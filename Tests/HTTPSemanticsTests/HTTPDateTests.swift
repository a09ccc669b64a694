import HTTPSemantics
import Testing

@Suite struct `HTTP dates` {
    /// 2023-11-14T22:13:20Z.
    private static let now: Int64 = 1_700_000_000

    private static func seconds(_ text: String, now: Int64 = now) -> Int64? { HTTPDate.seconds(of: text, now: now) }

    /// The first row is the example of RFC 9110 §5.6.7.
    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_709_208_000, "Thu, 29 Feb 2024 12:00:00 GMT"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String)])
    func `are written as RFC 9110 writes them and read back`(seconds: Int64, text: String) {
        #expect(HTTPDate.text(seconds) == text)
        #expect(Self.seconds(text) == seconds)
    }

    @Test func `are read as they were written, on every day from 1970 to 2400`() {
        for day in Int64(0)..<157_054 {
            let seconds = day * 86_400 + day % 86_400
            let read = Self.seconds(HTTPDate.text(seconds))
            guard read != seconds else { continue }
            Issue.record("day \(day): \(HTTPDate.text(seconds)) was read as \(read.map(String.init) ?? "nothing")")
            return
        }
    }

    /// The examples of RFC 9110 §5.6.7.
    @Test(arguments: ["Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
    func `are read in the obsolete forms`(text: String) {
        #expect(Self.seconds(text) == 784_111_777)
    }

    struct ShortYear: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        var now: Int64 = `HTTP dates`.now
        let seconds: Int64?
    }

    /// RFC 9110 §5.6.7: what appears to be more than 50 years in the future is the most recent past year with the same digits.
    @Test(arguments: [
        ShortYear(testDescription: "46 years ahead", text: "Wednesday, 06-Nov-69 00:00:00 GMT", seconds: 3_150_921_600),
        ShortYear(testDescription: "49 years ahead", text: "Sunday, 06-Nov-72 00:00:00 GMT", seconds: 3_245_616_000),
        ShortYear(
            testDescription: "two months over 50 years", text: "Friday, 18-Jan-74 00:00:00 GMT", seconds: 127_699_200),
        ShortYear(testDescription: "this year", text: "Tuesday, 14-Nov-23 22:13:20 GMT", seconds: 1_700_000_000),
        ShortYear(
            testDescription: "the next century, near its turn", text: "Friday, 01-Jan-01 00:00:00 GMT",
            now: 4_102_444_799,
            seconds: 4_133_980_800),
        ShortYear(
            testDescription: "the last century, near its turn", text: "Friday, 31-Dec-99 23:59:59 GMT",
            now: 946_684_800,
            seconds: 946_684_799),
        ShortYear(
            testDescription: "a clock before 1970", text: "Sunday, 06-Nov-94 08:49:37 GMT", now: .min,
            seconds: 784_111_777),
        ShortYear(
            testDescription: "a clock past 9999", text: "Sunday, 06-Nov-94 08:49:37 GMT", now: .max,
            seconds: 253_239_727_777),
        ShortYear(
            testDescription: "before 1970", text: "Thursday, 06-Nov-69 00:00:00 GMT", now: 0, seconds: nil),
    ])
    func `have a year of two digits near the reader's clock`(_ row: ShortYear) {
        #expect(Self.seconds(row.text, now: row.now) == row.seconds)
    }

    @Test func `may have a leap second`() {
        #expect(Self.seconds("Sat, 31 Dec 2016 23:59:60 GMT") == 1_483_228_800)
    }

    @Test(arguments: [
        "", "GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1969 08:49:37 GMT", "Sun, 06 Nov 10000 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:x:49:37 GMT", "Sun Nov  6 08:x:49:37 1994",
        "Sun, +6 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06-Nov-94-1 08:49:37 GMT",
        "Sunday, 31-Foo-94 08:49:37 GMT",
    ])
    func `are not guessed at`(text: String) {
        #expect(Self.seconds(text) == nil)
    }
}
