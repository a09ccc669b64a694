internal import Platform

/// Carries commands to the thread or task that drives the engine, in order, and says who that is.
///
/// At most one thread drives at a time; the lock that hands the turn over also orders its memory.
final class CommandQueue: Sendable {
    private struct State {
        var commands: [Command] = []
        var isDriven = false
        /// Whether the driver waits in libcurl.
        var isAsleep = false
        var isClosed = false
    }

    /// What became of a command.
    enum Appending {
        /// The driver sees it.
        case taken
        /// The engine is not driven: the caller has the turn and must pass it to the thread.
        case unattended
        case closed
    }

    private let state = Locked(State())
    private let multi: MultiHandle

    init(waking multi: MultiHandle) { self.multi = multi }

    func append(_ command: Command) -> Appending {
        let (result, wasAsleep): (Appending, Bool) = state.withLock { state in
            guard !state.isClosed else { return (.closed, false) }
            state.commands.append(command)
            guard state.isDriven else {
                state.isDriven = true
                return (.unattended, false)
            }
            let wasAsleep = state.isAsleep
            state.isAsleep = false
            return (.taken, wasAsleep)
        }
        if wasAsleep { multi.wake() }
        return result
    }

    /// Takes the turn if it is free and nothing waits.
    func takeTurn() -> Bool {
        state.withLock { state in
            guard !state.isDriven, !state.isClosed else { return false }
            state.isDriven = true
            return true
        }
    }

    // MARK: for the driver

    /// Takes everything that is waiting, leaving the emptied array for the next ones.
    func drain(into batch: inout [Command]) {
        batch.removeAll(keepingCapacity: true)
        state.withLock { state in
            state.isAsleep = false
            swap(&state.commands, &batch)
        }
    }

    /// Declares the driver asleep; false if there is something to do instead.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.commands.isEmpty
            return state.isAsleep
        }
    }

    /// Gives the turn back; false if there is something to do instead.
    func giveTurnBack() -> Bool {
        state.withLock { state in
            guard state.commands.isEmpty else { return false }
            state.isAsleep = false
            state.isDriven = false
            return true
        }
    }

    /// Takes no more commands and hands back what was left.
    func close() -> [Command] {
        state.withLock { state in
            state.isClosed = true
            defer { state.commands = [] }
            return state.commands
        }
    }
}
