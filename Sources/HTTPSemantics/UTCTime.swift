/// Moments in UTC with milliseconds, as `2026-11-21T09:30:00.250Z` (RFC 3339 §5.6).
package enum UTCTime {
    /// Writes a moment in milliseconds since 1970; it is kept within the years 0 to 9999.
    package static func text(_ milliseconds: Int64) -> String { "\(date(milliseconds))T\(time(milliseconds))Z" }

    /// The day, as `2026-11-21`.
    package static func date(_ milliseconds: Int64) -> String {
        CivilDate(secondsSince1970: split(milliseconds).seconds).description
    }

    /// The time of the day, as `09:30:00.250`.
    package static func time(_ milliseconds: Int64) -> String {
        let (seconds, rest) = split(milliseconds)
        let second = (seconds % 86_400 + 86_400) % 86_400
        let digits = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let thousandths = String(rest)
        return digits.joined(separator: ":") + "." + String(repeating: "0", count: 3 - thousandths.count) + thousandths
    }

    private static func split(_ milliseconds: Int64) -> (seconds: Int64, rest: Int64) {
        // 0000-01-01 and the end of 9999.
        let kept = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
        let rest = (kept % 1000 + 1000) % 1000
        return ((kept - rest) / 1000, rest)
    }
}
