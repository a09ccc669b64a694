internal import Platform

/// Pipes with names, each of which ends for its reader once something was done: a client in any language waits by reading a file.
final class PauseFiles: Sendable {
    private struct State {
        /// Whether the thread has ended.
        var isServed = false
        var paths: [String] = []
        var isOver = false
        /// The pipe that no reader has opened yet.
        var awaited: String?
        /// A reader of the runner's own.
        var unblocking: Int32 = -1
    }
    private let folder: String
    private let state = Locked(State())

    /// Keeps the pipes in a folder that only its owner may enter.
    init(in folder: String) { self.folder = folder }

    /// Makes the next pipe; gives its path.
    func add() throws(ForeignCommandError) -> String {
        let path = "\(folder)/pause-\(state.withLock { $0.paths.count + 1 })"
        guard mkfifo(path, 0o600) == 0 else {
            throw ForeignCommandError(description: "the pipe \(path) cannot be made")
        }
        state.withLock { $0.paths.append(path) }
        return path
    }

    /// Waits for the reader of each pipe in turn, on a thread of its own; does what its number asks for, and ends the pipe.
    ///
    /// - Parameter body: takes the number of the pipe, from 0.
    func serve(_ body: @escaping @Sendable (Int) -> Void) async {
        let paths = state.withLock { $0.paths }
        let state = state
        _ = await NativeThread.value {
            defer { Self.closeOwn(state) }
            for (index, path) in paths.enumerated() {
                let isOver = state.withLock { state in
                    state.awaited = path
                    return state.isOver
                }
                if isOver { return }
                // Returns once a reader has come.
                let writing = open(path, O_WRONLY | O_CLOEXEC)
                guard writing >= 0 else { return }
                if state.withLock({ $0.isOver }) {
                    close(writing)
                    return
                }
                body(index)
                close(writing)
            }
        }
    }

    /// No reader comes any more: what waits for one goes on.
    func end() {
        let awaited = state.withLock { state in
            state.isOver = true
            return state.awaited
        }
        guard let awaited else { return }
        let reading = open(awaited, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let isServed = state.withLock { state in
            state.unblocking = reading
            return state.isServed
        }
        if isServed { Self.closeOwn(state) }
    }

    /// Closes the runner's own reader, which must outlive the thread's wait for it.
    private static func closeOwn(_ state: Locked<State>) {
        let reading = state.withLock { state in
            defer { (state.unblocking, state.isServed) = (-1, true) }
            return state.unblocking
        }
        if reading >= 0 { close(reading) }
    }
}
