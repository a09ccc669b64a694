internal import Platform
public import PortalTransport

/// A clock that goes with another one and can be put forward; a transport's limits can follow it too.
///
/// A task that waits on it either puts it forward by as much as it would have waited, or waits until another one does.
public final class SteeredTimeSource: PortalTimeSource, TransportClock {
    /// What a wait does.
    public enum Waits: Sendable, Hashable {
        /// It puts the clock forward and goes on at once.
        case pass
        /// It lasts until the clock was put forward far enough.
        case hold
    }

    /// How a transport's limits pass.
    public enum Limits: Sendable, Hashable {
        /// With the machine's time, and with what the clock is put forward by.
        case running
        /// Only with what the clock is put forward by: how slow a machine is does not count.
        case standing
    }

    private struct State {
        /// What the clock was put forward by in all, for the time of day; it may be negative.
        var offset: Duration = .zero
        /// The same without what was put back.
        var jumped: Duration = .zero
        var number = 0
        var waiting: [Int: (end: Duration, continuation: CheckedContinuation<Bool, Never>)] = [:]
        var cancelledBeforeWaiting: Set<Int> = []
        /// Limits that were begun.
        var limits = 0
        var observers: [Int: Observer] = [:]
        var cancelledObservers: Set<Int> = []
        var jumps: [@Sendable () -> Void] = []
        var onPass: (@Sendable (Duration) -> Void)?

        /// What observers are to look at.
        var sight: Sight { Sight(waits: waiting.count, limits: limits, observers: observers) }
    }
    private struct Observer {
        let condition: @Sendable (_ waits: Int, _ limits: Int) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }
    private struct Sight {
        let waits: Int
        let limits: Int
        let observers: [Int: Observer]
    }

    private let base: any PortalTimeSource
    private let waits: Waits
    private let limits: Limits
    private let start = ContinuousClock.now
    private let state = Locked(State())

    /// Follows a clock, by default the machine's.
    public init(
        following base: any PortalTimeSource = SystemTimeSource(), waits: Waits = .pass, limits: Limits = .running
    ) {
        self.base = base
        self.waits = waits
        self.limits = limits
    }

    /// Puts the clock forward, or back by a negative duration; more than thirty million years in all count as that.
    public func advance(by duration: Duration) {
        let duration = duration.bounded
        let (due, jumps, sight) = state.withLock { state in
            state.offset = (state.offset + duration).bounded
            state.jumped = (state.jumped + max(duration, .zero)).bounded
            let jumped = state.jumped
            let due = state.waiting.filter { $0.value.end <= jumped }
            for number in due.keys { state.waiting[number] = nil }
            return (due.values.map(\.continuation), state.jumps, state.sight)
        }
        for continuation in due { continuation.resume(returning: true) }
        for jump in jumps { jump() }
        show(sight)
    }

    /// Has a body told by how much the clock was put forward by a task that waited.
    public func onPass(_ body: @escaping @Sendable (Duration) -> Void) { state.withLock { $0.onPass = body } }

    public func now() -> Timestamp {
        base.now().advanced(byMilliseconds: state.withLock { $0.offset }.milliseconds)
    }

    public func wait(for duration: Duration) async throws(CancellationError) {
        if Task.isCancelled { throw CancellationError() }
        guard waits == .hold else {
            advance(by: duration)
            state.withLock { $0.onPass }?(duration)
            return
        }
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (answer, sight) = state.withLock { state -> (Bool?, Sight?) in
                    if state.cancelledBeforeWaiting.remove(number) != nil { return (false, nil) }
                    if duration <= .zero { return (true, nil) }
                    state.waiting[number] = (state.jumped + duration.bounded, continuation)
                    return (nil, state.sight)
                }
                if let answer { continuation.resume(returning: answer) }
                if let sight { show(sight) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard let waiter = state.waiting.removeValue(forKey: number) else {
                    state.cancelledBeforeWaiting.insert(number)
                    return nil
                }
                return waiter.continuation
            }
            waiter?.resume(returning: false)
        }
        // A cancellation may have come after the wait had ended.
        state.withLock { _ = $0.cancelledBeforeWaiting.remove(number) }
        if !isOver { throw CancellationError() }
    }

    /// Returns once a condition holds for how many wait now and how many limits were begun in all, or once its task is cancelled.
    ///
    /// The condition is asked once after each change, and may itself use this clock.
    public func until(_ condition: @escaping @Sendable (_ waits: Int, _ limits: Int) -> Bool) async {
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let observer = Observer(condition: condition, continuation: continuation)
                let sight = state.withLock { state -> Sight? in
                    if state.cancelledObservers.remove(number) != nil { return nil }
                    state.observers[number] = observer
                    return Sight(waits: state.waiting.count, limits: state.limits, observers: [number: observer])
                }
                if let sight { show(sight) } else { continuation.resume() }
            }
        } onCancel: {
            let observer = state.withLock { state -> Observer? in
                if let observer = state.observers.removeValue(forKey: number) { return observer }
                state.cancelledObservers.insert(number)
                return nil
            }
            observer?.continuation.resume()
        }
        // A cancellation may have come after that.
        state.withLock { _ = $0.cancelledObservers.remove(number) }
    }

    /// Lets those go whose condition holds.
    private func show(_ sight: Sight) {
        for (number, observer) in sight.observers where observer.condition(sight.waits, sight.limits) {
            // Another change may have let it go.
            if state.withLock({ $0.observers.removeValue(forKey: number) }) != nil { observer.continuation.resume() }
        }
    }

    // MARK: the clock of a transport

    public var elapsed: Duration { machine + state.withLock { $0.jumped } }

    public var standsStill: Bool { limits == .standing }

    private var machine: Duration { limits == .running ? start.duration(to: .now) : .zero }

    public func end(of limit: Duration) -> Duration {
        let (jumped, sight) = state.withLock { state in
            state.limits += 1
            return (state.jumped, state.sight)
        }
        defer { show(sight) }
        return machine + jumped + limit.bounded
    }

    public func onJump(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.jumps.append(body) } }
}
