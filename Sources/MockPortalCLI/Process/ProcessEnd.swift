import Platform

/// The one way in which this program ends.
///
/// It ends by `_exit`. The handlers of exit(3) would take the libraries' memory away while threads still use it: OpenSSL frees
/// everything, its locks included, in such a handler (docs.openssl.org, OPENSSL_init_crypto(3), `OPENSSL_cleanup`), and a run that was
/// ended early, a signal's thread and the loop of libcurl have no end of their own. Nothing is lost by that: whatever is printed or
/// written goes out by write(2).
enum ProcessEnd {
    private struct State {
        var readyFile: ReadyFile?
        var hasBegun = false
    }
    private static let state = Locked(State())

    /// Notes the file that says that a portal is ready: it goes with the process, as every temporary folder does.
    static func keep(_ file: ReadyFile?) { state.withLock { $0.readyFile = file } }

    /// Removes what must not stay and ends the process, whatever its other threads do.
    ///
    /// The first thread to come here chooses the exit code; another one waits here for the end.
    static func end(_ code: Int32) -> Never {
        guard let readyFile = begin() else { while true { pause() } }
        end(code, removing: readyFile)
    }

    /// The same, but what must not stay is given no more than three seconds to be removed, whichever thread has begun with that.
    static func endSoon(_ code: Int32) -> Never {
        if let readyFile = begin() { NativeThread.run { end(code, removing: readyFile) } }
        // In pieces: time in which the whole process stands still is not the removal's.
        for _ in 0..<30 { _ = poll(nil, 0, 100) }
        _exit(code)
    }

    /// Begins with the end and gives the file that goes with it; nil where another thread has begun.
    private static func begin() -> ReadyFile?? {
        state.withLock { state in
            defer { state.hasBegun = true }
            return state.hasBegun ? .none : .some(state.readyFile)
        }
    }

    private static func end(_ code: Int32, removing readyFile: ReadyFile?) -> Never {
        readyFile?.remove()
        for left in TemporaryFolders.process.removeAll() {
            Console.complain("mockportal: a temporary folder is not removed, and may hold keys and passwords: \(left)")
        }
        _exit(code)
    }
}
