/// How much of the traffic a journal keeps; the oldest entries are dropped and counted.
public struct JournalLimits: Sendable, Equatable {
    /// Bytes of memory that all entries take: heads, bodies, decisions, and what Swift keeps beside them.
    public var bytes = 64 << 20
    /// Requests kept whole.
    public var requests = 10_000
    /// Ended connections kept beside those that a kept request names.
    public var connections = 10_000
    /// Bytes kept of each request's body: all that a listener reads, since a judge searches bodies for secrets.
    public var bodyBytes = 4 << 20

    /// Keeps the last 64 MiB, 10 000 requests and 10 000 connections, whichever is reached first.
    public init() {}
}
