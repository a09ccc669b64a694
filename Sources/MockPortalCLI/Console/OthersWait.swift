import Platform

/// What a command waits for that another process has to do, as the reader of a pipe.
enum OthersWait {
    private static let state = Locked((isOver: false, waits: false))

    /// Does something that may wait for another process.
    ///
    /// The body is told whether it may: not after a signal, which asked for the end.
    static func during<Result, Failure>(_ body: (Bool) throws(Failure) -> Result) throws(Failure) -> Result {
        let mayWait = state.withLock { state in
            state.waits = true
            return !state.isOver
        }
        defer { state.withLock { $0.waits = false } }
        return try body(mayWait)
    }

    /// Has nothing wait any more that has not begun to; gives whether something waits now, which goes on.
    static func end() -> Bool {
        state.withLock { state in
            state.isOver = true
            return state.waits
        }
    }
}
