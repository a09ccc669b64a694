/// Durations as blueprints and scenarios write them: `500ms`, `30s`, `60m`, `2h`, `14d`, `1w`, and sums of them, as `1h30m`.
public enum DurationText {
    /// The longest duration that documents may name: a thousand years of 365.25 days.
    package static let longest = Duration.seconds(31_557_600_000)

    /// Reads a duration; nil where a number or a unit cannot be read.
    public static func read(_ text: String) -> Duration? {
        var total: Int64 = 0
        var rest = Substring(text)
        repeat {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let unit = rest.dropFirst(digits.count).prefix { !$0.isNumber }
            guard let count = Int64(digits), let scale = milliseconds[String(unit)] else { return nil }
            let (part, isTooLong) = count.multipliedReportingOverflow(by: scale)
            let (sum, overflows) = total.addingReportingOverflow(part)
            guard !isTooLong, !overflows else { return nil }
            total = sum
            rest = rest[unit.endIndex...]
        } while !rest.isEmpty
        return .milliseconds(total)
    }

    private static let milliseconds: [String: Int64] = [
        "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
    ]
}

extension Duration {
    /// The duration in whole milliseconds, the unit of the portal's clock; one of more than `Int64` holds counts as the most that it holds.
    public var inMilliseconds: Int64 {
        // `components` has no value for more seconds than `Int64` holds.
        let (seconds, attoseconds) = min(max(self, .milliseconds(Int64.min)), .milliseconds(Int64.max)).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
