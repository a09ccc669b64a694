internal import Locking

/// Carries commands to the loop's thread, in order, and wakes it only when it sleeps.
final class CommandQueue: Sendable {
    private struct State {
        var commands: [Command] = []
        var isSleeping = false
        var isClosed = false
    }

    private let state = Locked(State())
    private let multi: MultiHandle

    init(waking multi: MultiHandle) { self.multi = multi }

    /// Appends a command; false if the loop takes none any more.
    func append(_ command: Command) -> Bool {
        let (isOpen, wasSleeping) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            let wasSleeping = state.isSleeping
            state.isSleeping = false
            return (true, wasSleeping)
        }
        if wasSleeping { multi.wake() }
        return isOpen
    }

    // MARK: on the loop's thread

    /// Takes everything that is waiting, leaving the emptied array for the next ones.
    func take(into batch: inout [Command]) {
        batch.removeAll(keepingCapacity: true)
        state.withLock { state in
            state.isSleeping = false
            swap(&state.commands, &batch)
        }
    }

    /// Declares the thread asleep; false if there is something to do instead.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isSleeping = state.commands.isEmpty
            return state.isSleeping
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
