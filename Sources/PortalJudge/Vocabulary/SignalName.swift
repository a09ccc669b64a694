/// The names of signals that end a process (POSIX, signal.h).
package enum SignalName {
    private static let names = [
        1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL",
        11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM",
    ]

    /// `11 (SIGSEGV)`; the number alone where systems differ.
    package static func text(_ number: Int) -> String { known(number) ?? "\(number)" }

    /// The same for a signal that is known; nil for another number.
    package static func known(_ number: Int) -> String? { names[number].map { "\(number) (\($0))" } }
}
