extension ClientOutput {
    /// What stood among the arguments of a process of the client's while it ran (proc_pid_cmdline(5)).
    package static func arguments(of program: String, _ text: String) -> ClientOutput {
        ClientOutput(place: "arguments of \(program)", text: text)
    }

    /// What stood in the environment of a process of the client's, besides what the client was given (proc_pid_environ(5)).
    package static func environment(of program: String, _ text: String) -> ClientOutput {
        ClientOutput(place: "environment of \(program)", text: text)
    }

    /// What a file for temporary data held that is none of the run's own folders.
    package static func temporaryFile(_ path: String, _ text: String) -> ClientOutput {
        ClientOutput(place: "temporary file \(path)", text: text)
    }
}
