/// What is sent again by itself after a broken wire or a busy server, how often, and when (rule R21).
public struct RetryPolicy: Sendable, Hashable {
    /// Sendings of one request to one address, the first included. Default 3; 1 never sends again.
    ///
    /// A kept connection that dies in place of an answer takes a sending with it: the transport repeats an idempotent request
    /// once, at once and over a new connection (RFC 9112 §9.3.1), whatever this says, and both count.
    public var maxTries: Int = 3
    /// What is waited before the second sending. Default 0.5 s.
    public var firstDelay: Duration = .milliseconds(500)
    /// How many times longer each further wait is. Default 2.
    public var growth: Double = 2
    /// The most that is waited on top, as a share of the wait. Default 0.25.
    public var jitter: Double = 0.25
    /// The longest `Retry-After` that is honoured; a longer one fails at once. Default 30 s.
    public var maxRetryAfter: Duration = .seconds(30)

    /// Starts with every default.
    public init() {}
}
