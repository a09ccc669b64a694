import Platform

/// The modes that a terminal had before it showed nothing of what is typed: they are put back also where a signal ends the process.
struct TerminalModes: ~Copyable {
    private let descriptor: Int32
    private let before: termios
    /// The signals that would have ended the process without a word.
    private let handled: [Int32]

    /// What the handlers use (signal-safety(7) names tcsetattr, signal and raise); one question is asked at a time.
    ///
    /// In memory of its own: for a static value in place that has a gap, as `termios` has after `c_cc`, Swift 6.3.1 reserves too little.
    nonisolated(unsafe) private static let kept = UnsafeMutablePointer<(descriptor: Int32, modes: termios)>.allocate(
        capacity: 1)

    /// Remembers the modes of a terminal; nil where it has none.
    init?(of descriptor: Int32) {
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { return nil }
        self.descriptor = descriptor
        self.before = before
        Self.kept.initialize(to: (descriptor, before))
        var handled: [Int32] = []
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            let earlier = signal(number) { number in
                tcsetattr(TerminalModes.kept.pointee.descriptor, TCSANOW, &TerminalModes.kept.pointee.modes)
                _ = signal(number, SIG_DFL)
                raise(number)
            }
            // What is ignored or handled stays so.
            if unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self) {
                handled.append(number)
            } else {
                _ = signal(number, earlier)
            }
        }
        self.handled = handled
    }

    /// Has the terminal read byte by byte, with echo and signals off; false where it cannot.
    ///
    /// Discards what was typed before: it was meant for something else, and was shown.
    borrowing func mute() -> Bool {
        var mute = before
        mute.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
        return tcsetattr(descriptor, TCSAFLUSH, &mute) == 0
    }

    deinit {
        var modes = before
        tcsetattr(descriptor, TCSAFLUSH, &modes)
        for number in handled { _ = signal(number, SIG_DFL) }
    }
}
