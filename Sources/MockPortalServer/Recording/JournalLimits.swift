/// How much of the traffic a journal keeps.
package struct JournalLimits: Sendable {
    /// Requests kept whole; older ones are dropped and counted.
    package var requests = 10_000
    /// Ended connections kept beside those that a kept request names.
    package var connections = 10_000
    /// Bytes kept of each request's body.
    package var bodyBytes = 65_536

    /// Keeps the last 10 000 requests with 64 KiB of each body.
    package init() {}
}
