import Platform

/// Standard input, output and error of this process.
enum StandardDescriptors {
    /// Takes the place of those that the process was started without, as `command >&-` does in a shell.
    ///
    /// A pipe or a socket would get the number, and what is printed would go into it. The null device is opened the other way round,
    /// so that reading and writing fail as they would without it.
    static func complete() {
        for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) < 0 {
            // The lowest number that is free is this one: those below it are open by now.
            _ = open("/dev/null", mode)
        }
    }
}
