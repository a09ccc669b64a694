public import PortalAuthentication

/// A span of time, or one moment, that features of a time-aware layer are asked for
/// (developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer/, `time`).
public struct TimeExtent: Sendable, Hashable {
    /// The first moment of it; nil is infinitely long ago.
    public let start: Timestamp?
    /// The last moment of it; nil is never.
    public let end: Timestamp?

    /// Reaches from one moment to another, both included; they may be given in either order.
    public init(from start: Timestamp?, to end: Timestamp?) {
        if let start, let end, end < start {
            (self.start, self.end) = (end, start)
        } else {
            (self.start, self.end) = (start, end)
        }
    }

    /// Is one moment.
    public init(at moment: Timestamp) { self.init(from: moment, to: moment) }

    /// A moment, or a start and an end of which either may be `null`, in milliseconds since 1970.
    var parameter: String {
        if let start, start == end { return "\(start.milliseconds)" }
        return [start, end].map { $0.map { "\($0.milliseconds)" } ?? "null" }.joined(separator: ",")
    }
}
