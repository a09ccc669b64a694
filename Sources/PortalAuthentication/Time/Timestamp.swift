/// A moment in milliseconds since 1970-01-01T00:00:00Z, the unit of portals.
public struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Milliseconds since 1970.
    public let milliseconds: Int64

    /// Takes milliseconds since 1970.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (one: Timestamp, other: Timestamp) -> Bool { one.milliseconds < other.milliseconds }

    /// The moment moved by a number of milliseconds.
    public func advanced(byMilliseconds count: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(count)
        return Timestamp(milliseconds: overflow ? (count > 0 ? .max : .min) : sum)
    }

    public var description: String { "\(milliseconds) ms" }
}

extension Duration {
    /// Whole milliseconds; a duration of more than thirty million years counts as that.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = bounded.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// At most thirty million years in either direction, so that it can be taken apart and added to others.
    var bounded: Duration { min(max(self, .seconds(-1_000_000_000_000_000)), .seconds(1_000_000_000_000_000)) }
}
