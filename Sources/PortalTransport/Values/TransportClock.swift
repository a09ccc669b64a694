/// The clock that a transport's limits are measured by; injected, so that no test waits for a limit.
public protocol TransportClock: Sendable {
    /// What has passed since a moment of the clock's own choosing; it never goes back.
    var elapsed: Duration { get }

    /// Whether it stands still until it is put forward. Limits of libcurl's own, which the machine's clock measures, then stay out of
    /// the way. Default: it goes on with the machine.
    var standsStill: Bool { get }

    /// When a limit that begins now will have passed, in terms of ``elapsed``.
    ///
    /// A transport calls it once for each request, when the request begins.
    func end(of limit: Duration) -> Duration

    /// Has a body called after each jump of the clock, on whatever thread; a clock that is not steered never calls it.
    func onJump(_ body: @escaping @Sendable () -> Void)
}

extension TransportClock {
    public var standsStill: Bool { false }
}

/// The machine's clock that goes on while nothing else changes it.
public struct SystemTransportClock: TransportClock {
    private let start = ContinuousClock.now

    /// Starts at zero.
    public init() {}

    public var elapsed: Duration { start.duration(to: .now) }
    public func end(of limit: Duration) -> Duration { elapsed + limit }
    public func onJump(_ body: @escaping @Sendable () -> Void) {}
}
