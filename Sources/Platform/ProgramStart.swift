/// Programs that are started as they are, never through a shell, in a session of their own: an interrupt at our terminal does not
/// reach them (posix_spawn(3), setsid(2)).
package enum ProgramStart {
    /// Why a program could not be started.
    package struct Failure: Error, CustomStringConvertible {
        /// The system's error number.
        package let number: Int32

        /// The system's words.
        package var description: String { String(cString: strerror(number)) }
    }

    /// Starts a program, by its path or by a name that stands on the path.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - environment: All of its variables. Default: those of this process.
    ///   - input: What becomes its standard input; nil is `/dev/null`, and so it is for what it says.
    package static func start(
        _ words: [String], environment: [String: String]? = nil, input: Int32? = nil, output: Int32? = nil,
        errors: Int32? = nil
    ) throws(Failure) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (given, standard) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            if let given {
                posix_spawn_file_actions_adddup2(&actions, given, standard)
            } else {
                posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
            }
        }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(newSession))
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let variables = environment.map { $0.map { strdup("\($0.key)=\($0.value)") } + [nil] }
        defer { for text in arguments + (variables ?? []) { free(text) } }
        var process = pid_t()
        let code =
            if let variables {
                posix_spawnp(&process, words[0], &actions, &attributes, arguments, variables)
            } else {
                posix_spawnp(&process, words[0], &actions, &attributes, arguments, environ)
            }
        guard code == 0 else { throw Failure(number: code) }
        return process
    }

    /// Waits for the end of a program; its exit code, or the number of the signal that ended it; -1 where the system has kept none, as
    /// for a process that ignores SIGCHLD (waitpid(2), ECHILD).
    package static func end(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return -1 } }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : signal
    }

    #if canImport(Darwin)
        private static let newSession = POSIX_SPAWN_SETSID
    #else
        /// `POSIX_SPAWN_SETSID` of spawn.h, which glibc has since 2.26 and shows only to GNU sources.
        private static let newSession: Int32 = 0x80
    #endif
}
