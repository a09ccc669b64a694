import Platform

/// The signals that a command lives with.
enum Signals {
    /// Turns a write to a closed pipe or socket into an error, and one beyond the size that a file may have (setrlimit(2),
    /// RLIMIT_FSIZE). Handlers, not `SIG_IGN`: children get the default back on exec.
    static func surviveRefusedWrites() { for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, { _ in }) } }

    /// Holds SIGINT, SIGTERM and SIGHUP back in this thread and all that it starts later, until ``waitForEnd()`` asks for them.
    static func holdEnd() {
        var set = endSignals
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits until the process is told to end, and gives the signal; ``holdEnd()`` came first.
    @discardableResult
    static func waitForEnd() -> Int32 {
        var set = endSignals
        var received: Int32 = 0
        while sigwait(&set, &received) == EINTR {}
        return received
    }

    /// The name of a signal that ends a command.
    static func name(_ signal: Int32) -> String {
        switch signal {
        case SIGINT: "SIGINT"
        case SIGTERM: "SIGTERM"
        case SIGHUP: "SIGHUP"
        default: "signal \(signal)"
        }
    }

    private static var endSignals: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        // nohup(1) has it ignored, and so it stays.
        if !isIgnored(SIGHUP) { sigaddset(&set, SIGHUP) }
        return set
    }

    /// Whether this process was started with a signal ignored, as nohup(1) does, and a shell for background jobs.
    static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
