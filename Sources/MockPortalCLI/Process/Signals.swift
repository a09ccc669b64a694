#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The signals that a command lives with.
enum Signals {
    /// Turns a write to a closed pipe or socket into an error. A handler, not `SIG_IGN`: children get the default back on exec.
    static func surviveClosedPipes() { _ = signal(SIGPIPE, { _ in }) }

    /// Holds SIGINT and SIGTERM back in this thread and all that it starts later, until ``waitForEnd()`` asks for them.
    static func holdEnd() {
        var set = endSignals
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits until the process is told to end; ``holdEnd()`` came first.
    static func waitForEnd() {
        var set = endSignals
        var received: Int32 = 0
        while sigwait(&set, &received) == EINTR {}
    }

    private static var endSignals: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        return set
    }
}
