internal import Platform

/// Pipes with names, each of which ends for its reader once something was done: a client in any language waits by reading a file.
final class PauseFiles: Sendable {
    private struct State {
        /// Whether the thread has ended.
        var isServed = false
        var pipes: [Pipe] = []
        var isOver = false
        /// The pipe that no reader has opened yet.
        var awaited: Pipe?
        /// A reader of the runner's own.
        var unblocking: Int32 = -1
    }
    /// A pipe that stays the same one where a client removes it, or puts something else in its place.
    private struct Pipe {
        let path: String
        /// It without its reader or writer (open(2), `O_PATH`); -1 where the system has no such thing.
        let handle: Int32

        init(_ path: String) {
            self.path = path
            #if os(Linux)
                // Of fcntl.h, which glibc shows to GNU sources only.
                let pathOnly: Int32 = 0o10000000
                handle = Platform.open(path, pathOnly | O_NOFOLLOW | O_CLOEXEC)
            #else
                handle = -1
            #endif
        }

        func open(_ flags: Int32) -> Int32 {
            Platform.open(handle >= 0 ? "/proc/self/fd/\(handle)" : path, flags | O_CLOEXEC)
        }
    }
    private let folder: String
    private let state = Locked(State())

    /// Keeps the pipes in a folder that only its owner may enter.
    init(in folder: String) { self.folder = folder }

    deinit { for pipe in state.withLock({ $0.pipes }) where pipe.handle >= 0 { close(pipe.handle) } }

    /// Makes the next pipe; gives its path.
    func add() throws(ForeignCommandError) -> String {
        let path = "\(folder)/pause-\(state.withLock { $0.pipes.count + 1 })"
        guard mkfifo(path, 0o600) == 0 else {
            throw ForeignCommandError(description: "the pipe \(path) cannot be made")
        }
        state.withLock { $0.pipes.append(Pipe(path)) }
        return path
    }

    /// Waits for the reader of each pipe in turn, on a thread of its own; does what its number asks for, and ends the pipe.
    ///
    /// - Parameter body: takes the number of the pipe, from 0.
    func serve(_ body: @escaping @Sendable (Int) -> Void) async {
        let pipes = state.withLock { $0.pipes }
        let state = state
        _ = await NativeThread.value {
            defer { Self.closeOwn(state) }
            for (index, pipe) in pipes.enumerated() {
                let isOver = state.withLock { state in
                    state.awaited = pipe
                    return state.isOver
                }
                if isOver { return }
                // Returns once a reader has come.
                let writing = pipe.open(O_WRONLY)
                guard writing >= 0 else { return }
                if state.withLock({ $0.isOver }) {
                    close(writing)
                    return
                }
                body(index)
                close(writing)
            }
        }
        // Its pipes are closed with it.
        withExtendedLifetime(self) {}
    }

    /// No reader comes any more: what waits for one goes on.
    func end() {
        let awaited = state.withLock { state in
            state.isOver = true
            return state.awaited
        }
        guard let awaited else { return }
        let reading = awaited.open(O_RDONLY | O_NONBLOCK)
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
