internal import Locking

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Where a client reads the time of day; injected, so that nobody sleeps to wait for an expiry.
public protocol PortalTimeSource: Sendable {
    /// The present moment.
    func now() -> Timestamp
}

/// The machine's clock.
public struct SystemTimeSource: PortalTimeSource {
    /// Reads the machine's clock.
    public init() {}

    public func now() -> Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}

/// A clock that goes with another one and can be put forward.
public final class SteeredTimeSource: PortalTimeSource {
    private let base: any PortalTimeSource
    private let offset = Locked<Int64>(0)

    /// Follows a clock, by default the machine's.
    public init(following base: any PortalTimeSource = SystemTimeSource()) { self.base = base }

    /// Puts the clock forward, or back by a negative duration.
    public func advance(by duration: Duration) { offset.withLock { $0 += duration.milliseconds } }

    public func now() -> Timestamp { base.now().advanced(byMilliseconds: offset.withLock { $0 }) }
}

/// A clock that stands still until it is put forward.
public struct StandingTimeSource: PortalTimeSource {
    private let moment: Timestamp

    /// Stands at a moment.
    public init(at moment: Timestamp) { self.moment = moment }

    public func now() -> Timestamp { moment }
}
