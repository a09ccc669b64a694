internal import Platform

/// One piece of work per key, however many ask for it; everybody gets its result and the slot is free again (rule R25).
///
/// A waiter whose task is cancelled leaves at once; when the last one leaves, the work is cancelled.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    package typealias Outcome = Result<Value, PortalError>

    private struct Flight {
        let number: Int
        var task: Task<Void, Never>?
        var waiters: [Int: OnceContinuation<Outcome>] = [:]
    }
    private struct State {
        var lastNumber = 0
        var flights: [Key: Flight] = [:]
    }
    private let state = Locked(State())

    package init() {}

    /// Joins the work for a key or starts it; `onAbandoned` runs where this was the last waiter and its task was cancelled.
    package func run(
        _ key: Key, onAbandoned: @escaping @Sendable () -> Void = {}, onJoined: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable () async throws(PortalError) -> Value
    ) async throws(PortalError) -> Value {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let waiter = OnceContinuation<Outcome>()
        let outcome: Outcome = await withTaskCancellationHandler {
            guard !Task.isCancelled else { return .failure(.cancelledByTask) }
            if join(key, as: number, waiter, body) { onJoined() }
            // A cancellation that came just before has found no waiter.
            if Task.isCancelled { leave(key, waiter: number, onAbandoned: onAbandoned) }
            return await waiter.value
        } onCancel: {
            leave(key, waiter: number, onAbandoned: onAbandoned)
        }
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
        _ key: Key, as number: Int, _ waiter: OnceContinuation<Outcome>,
        _ body: @escaping @Sendable () async throws(PortalError) -> Value
    ) -> Bool {
        state.withLock { state in
            let isJoining = state.flights[key] != nil
            if !isJoining {
                state.lastNumber += 1
                let flight = state.lastNumber
                state.flights[key] = Flight(number: flight)
                state.flights[key]?.task = Task { await self.fly(key, number: flight, body) }
            }
            state.flights[key]?.waiters[number] = waiter
            return isJoining
        }
    }

    private func fly(_ key: Key, number: Int, _ body: @Sendable () async throws(PortalError) -> Value) async {
        let outcome: Outcome
        do {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        let waiters = state.withLock { state -> [OnceContinuation<Outcome>] in
            guard let flight = state.flights[key], flight.number == number else { return [] }
            state.flights[key] = nil
            return Array(flight.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }

    /// Takes a waiter out, once; the last one takes the work along.
    private func leave(_ key: Key, waiter number: Int, onAbandoned: () -> Void) {
        let (waiter, abandoned) = state.withLock { state -> (OnceContinuation<Outcome>?, Flight?) in
            guard var flight = state.flights[key], let waiter = flight.waiters.removeValue(forKey: number) else {
                return (nil, nil)
            }
            let isLast = flight.waiters.isEmpty
            state.flights[key] = isLast ? nil : flight
            return (waiter, isLast ? flight : nil)
        }
        if let abandoned {
            onAbandoned()
            abandoned.task?.cancel()
        }
        waiter?.resume(returning: .failure(.cancelledByTask))
    }
}

extension PortalError {
    /// The task that asked was cancelled.
    package static var cancelledByTask: PortalError { PortalError(.cancelled, detail: "the task was cancelled") }
}
