internal import PortalJudge

extension Finding {
    /// An exit code that breaks the contract; nil where the contract or the client's own map knows it.
    init?(exitCode code: Int, reasons: ReasonMap) {
        guard ![0, 1, 89].contains(code), !reasons.knows(exitCode: code) else { return nil }
        // A shell ends so where a signal ended the command that it waited for (POSIX, Shell Command Language, 2.8.2).
        let signal = code > 128 ? SignalName.known(code - 128) : nil
        self.init(
            "client.exit-code",
            "the client ended with exit code \(code), which says nothing: 0 is that it got in, 1 that it did not, 89 that it "
                + "cannot do this",
            expected: "0, 1 or 89, or a code that --reasons maps",
            nearest: "\(code)" + (signal.map { ", as of a shell whose command signal \($0) ended" } ?? ""))
    }
}

extension Evidence {
    /// Adds how the client broke the contract by which it is run, if it did.
    mutating func note(_ breach: Finding?) {
        guard let breach else { return }
        breaches = (breaches ?? []) + [breach]
    }
}
