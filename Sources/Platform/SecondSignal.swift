/// Which signal after the first one asks for the end at once: Control-C again, or another of them.
///
/// The same signal may come twice for one wish: `timeout` of coreutils sends it to its command and then to the group, and a shell's
/// or npm's command gets Control-C from the terminal and from the program that started it.
package struct SecondSignal {
    /// What a person does again takes longer.
    private static let echo: Int64 = 500_000

    private let first: Int32
    private let moment: Int64

    /// Takes the first signal, which came at a moment of ``now()``.
    package init(after first: Int32, at moment: Int64) {
        self.first = first
        self.moment = moment
    }

    /// Whether a signal that came at a moment is one that asks for the end at once.
    package func isMeant(_ number: Int32, at moment: Int64) -> Bool {
        number != first || number == SIGINT && moment - self.moment >= Self.echo
    }

    /// Microseconds of a clock that only goes forward; a handler of signals may ask for it (signal-safety(7)).
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
