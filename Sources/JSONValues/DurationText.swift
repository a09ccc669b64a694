/// Durations as blueprints and scenarios write them: `500ms`, `30s`, `60m`, `2h`, `14d`.
public enum DurationText {
    /// Reads a duration; nil where number or unit cannot be read.
    public static func read(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int64(digits), let scale = milliseconds[String(text.dropFirst(digits.count))] else {
            return nil
        }
        let (total, overflow) = count.multipliedReportingOverflow(by: scale)
        return overflow ? nil : .milliseconds(total)
    }

    private static let milliseconds: [String: Int64] = [
        "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
    ]
}

extension Duration {
    /// The duration in whole milliseconds, the unit of the portal's clock.
    public var inMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
