/// A command ends with one of the exit codes that mean something, and by itself.
enum ContractCheck {
    static func findings(_ breach: ClientBreach?) -> [Finding] {
        switch breach {
        case nil: return []
        case .signal(let number):
            let name = SignalName.text(number)
            return [
                Finding(
                    "client.signal", "the client was ended by signal \(name): it crashed, or ended itself",
                    expected: "exit code 0, 1 or 89", nearest: "signal \(name)")
            ]
        case .exitCode(let code):
            // A shell ends so where a signal ended the command that it waited for (POSIX, Shell Command Language, 2.8.2).
            let signal = code > 128 ? SignalName.known(code - 128) : nil
            return [
                Finding(
                    "client.exit-code",
                    "the client ended with exit code \(code), which says nothing: 0 is that it got in, 1 that it did not, "
                        + "89 that it cannot do this",
                    expected: "0, 1 or 89, or a code that --reasons maps",
                    nearest: "\(code)" + (signal.map { ", as of a shell whose command signal \($0) ended" } ?? ""))
            ]
        }
    }
}
