#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Where a client reads the time of day and waits; injected, so that no test waits for an expiry or a retry.
public protocol PortalTimeSource: Sendable {
    /// The present moment.
    func now() -> Timestamp

    /// Waits, as before a retry; throws at once where the task is cancelled.
    func wait(for duration: Duration) async throws(CancellationError)
}

/// The machine's clock.
public struct SystemTimeSource: PortalTimeSource {
    /// Reads the machine's clock.
    public init() {}

    public func now() -> Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    /// Waits, at most for a hundred years; throws at once where the task is cancelled.
    public func wait(for duration: Duration) async throws(CancellationError) {
        // No clock of the system holds every duration.
        do { try await Task.sleep(for: min(duration, Self.longest)) } catch { throw CancellationError() }
    }

    private static let longest = Duration.seconds(100 * 31_557_600)
}

/// A clock that stands still; a wait on it ends at once.
public struct StandingTimeSource: PortalTimeSource {
    private let moment: Timestamp

    /// Stands at a moment.
    public init(at moment: Timestamp) { self.moment = moment }

    public func now() -> Timestamp { moment }

    public func wait(for duration: Duration) async throws(CancellationError) {
        if Task.isCancelled { throw CancellationError() }
    }
}
