internal import Platform

/// The turns of a sign-in's requests: all at once, or one by one where they end each other's nonces.
///
/// httpd with one-time nonces knows only the last that it gave to a client (modules/aaa/mod_auth_digest.c, `last_nonce`): what it
/// answers to one request ends the nonces of all others.
final class RequestTurns: Sendable {
    private struct Waiter {
        let turn: Int
        let begin: @Sendable (Bool) -> Void
    }
    private struct State {
        var isOneByOne = false
        /// Which request is under way, and whether another one was meanwhile.
        var running: [Int: Bool] = [:]
        var waiting: [Waiter] = []
        var last = 0

        /// Lets in who may go now.
        mutating func admit() -> [Waiter] {
            var admitted: [Waiter] = []
            while !waiting.isEmpty, !isOneByOne || running.isEmpty {
                let waiter = waiting.removeFirst()
                start(waiter.turn)
                admitted.append(waiter)
            }
            return admitted
        }

        mutating func start(_ turn: Int) {
            if !running.isEmpty { running = running.mapValues { _ in true } }
            running[turn] = !running.isEmpty
        }
    }
    private let state = Locked(State())

    /// Waits for a turn, which ``end(_:)`` ends; who asks from within another's turn does not wait.
    ///
    /// Throws `cancelled`.
    func begin(isWithinAnother: Bool) async throws(PortalError) -> Int {
        let isCancelled = Task.isCancelled
        let (turn, mayGo) = state.withLock { state in
            state.last += 1
            // Nearly always: there is nothing to wait for.
            let isFree = state.waiting.isEmpty && (!state.isOneByOne || state.running.isEmpty)
            let mayGo = isWithinAnother || (isFree && !isCancelled)
            if mayGo { state.start(state.last) }
            return (state.last, mayGo)
        }
        if mayGo { return turn }
        let isAdmitted = await FirstAnswer(ifCancelled: false).from { begin in
            change { $0.waiting.append(Waiter(turn: turn, begin: begin)) }
        }
        guard isAdmitted else {
            end(turn)
            throw .cancelledByTask
        }
        return turn
    }

    func end(_ turn: Int) {
        change { state in
            state.running[turn] = nil
            state.waiting.removeAll { $0.turn == turn }
        }
    }

    /// Whether another request was under way during this turn.
    func isShared(_ turn: Int) -> Bool { state.withLock { $0.running[turn] ?? false } }

    /// Whether those that begin from now on go one by one.
    func setOneByOne(_ isOneByOne: Bool) { change { $0.isOneByOne = isOneByOne } }

    private func change(_ change: (inout State) -> Void) {
        let admitted = state.withLock { state in
            change(&state)
            return state.admit()
        }
        for waiter in admitted { waiter.begin(true) }
    }
}
