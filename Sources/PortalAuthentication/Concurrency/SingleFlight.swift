internal import Platform

/// One piece of work per key, however many ask for it; everybody gets its result and the slot is free again (rule R25).
///
/// A waiter whose task is cancelled leaves at once; when the last one leaves, the work is cancelled.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    package typealias Outcome = Result<Value, PortalError>

    private struct Flight {
        let number: Int
        var task: Task<Void, Never>?
        var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    }
    private struct State {
        var lastNumber = 0
        var flights: [Key: Flight] = [:]
        var cancelledBeforeWaiting: Set<Int> = []
    }
    private enum Departure { case alone(Task<Void, Never>?), among, notYetThere }
    private let state = Locked(State())

    package init() {}

    /// Joins the work for a key or starts it; `onAbandoned` runs where this was the last waiter and its task was cancelled.
    package func run(
        _ key: Key, onAbandoned: @escaping @Sendable () -> Void = {}, onJoined: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable () async throws(PortalError) -> Value
    ) async throws(PortalError) -> Value {
        let waiter = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let outcome: Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if join(key, as: waiter, continuation, body) { onJoined() }
            }
        } onCancel: {
            leave(key, waiter: waiter, onAbandoned: onAbandoned)
        }
        // A cancellation may have come after the work had ended.
        state.withLock { _ = $0.cancelledBeforeWaiting.remove(waiter) }
        return try outcome.get()
    }

    /// How many wait for any of the work.
    package var waiterCount: Int { state.withLock { $0.flights.values.reduce(0) { $0 + $1.waiters.count } } }

    /// Ends all work; every waiter gets the error.
    package func cancelAll(with error: PortalError) {
        let flights = state.withLock { state in
            defer { state.flights = [:] }
            return Array(state.flights.values)
        }
        for flight in flights {
            flight.task?.cancel()
            for waiter in flight.waiters.values { waiter.resume(returning: .failure(error)) }
        }
    }

    /// True where the work was under way already.
    private func join(
        _ key: Key, as waiter: Int, _ continuation: CheckedContinuation<Outcome, Never>,
        _ body: @escaping @Sendable () async throws(PortalError) -> Value
    ) -> Bool {
        let (isCancelled, isJoining) = state.withLock { state -> (Bool, Bool) in
            if state.cancelledBeforeWaiting.remove(waiter) != nil { return (true, false) }
            let isJoining = state.flights[key] != nil
            if !isJoining {
                state.lastNumber += 1
                let number = state.lastNumber
                state.flights[key] = Flight(number: number)
                state.flights[key]?.task = Task { await self.fly(key, number: number, body) }
            }
            state.flights[key]?.waiters[waiter] = continuation
            return (false, isJoining)
        }
        if isCancelled { continuation.resume(returning: .failure(.cancelledByTask)) }
        return isJoining
    }

    private func fly(_ key: Key, number: Int, _ body: @Sendable () async throws(PortalError) -> Value) async {
        let outcome: Outcome
        do {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        let waiters = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
            guard let flight = state.flights[key], flight.number == number else { return [] }
            state.flights[key] = nil
            return Array(flight.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }

    private func leave(_ key: Key, waiter: Int, onAbandoned: () -> Void) {
        var continuation: CheckedContinuation<Outcome, Never>?
        let departure = state.withLock { state -> Departure in
            guard var flight = state.flights[key], let waiting = flight.waiters.removeValue(forKey: waiter) else {
                state.cancelledBeforeWaiting.insert(waiter)
                return .notYetThere
            }
            continuation = waiting
            if flight.waiters.isEmpty {
                state.flights[key] = nil
                return .alone(flight.task)
            }
            state.flights[key] = flight
            return .among
        }
        if case .alone(let task) = departure {
            onAbandoned()
            task?.cancel()
        }
        continuation?.resume(returning: .failure(.cancelledByTask))
    }
}

extension PortalError {
    /// The task that asked was cancelled.
    package static var cancelledByTask: PortalError { PortalError(.cancelled, detail: "the task was cancelled") }
}
