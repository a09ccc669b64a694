import Platform

/// Programs of the system that a command needs, in a session of their own: an interrupt at the terminal reaches this process alone.
enum HelperProgram {
    /// Where a program is: in one of the folders that administrators' programs stand in, or on the path; nil where it is nowhere.
    static func path(of name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin", "/usr/local/sbin"]
        return folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Runs a program to its end; its input is a file, and what it says goes into another one.
    ///
    /// Throws with what it said where it fails; gives what it said otherwise.
    @discardableResult
    static func run(
        _ arguments: [String], environment: [String: String], input: String = "/dev/null", output: String
    ) throws(CommandFailure) -> String {
        let out = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let input = open(input, O_RDONLY | O_CLOEXEC)
        guard out >= 0, input >= 0 else { throw OutputFile.failure("open", output) }
        defer {
            close(out)
            close(input)
        }
        let process = try start(arguments, environment: environment, input: input, output: out)
        let code = end(of: process)
        let said = contents(of: output)
        guard code == 0 else {
            let lines = said.split(separator: "\n").suffix(3).joined(separator: "; ")
            throw CommandFailure("\(arguments[0]) failed with \(code): \(lines)", .couldNotJudge)
        }
        return said
    }

    /// Starts a program with the descriptors that are to be its standard input, and its standard output and error.
    static func start(
        _ arguments: [String], environment: [String: String], input: Int32, output: Int32
    ) throws(CommandFailure) -> pid_t {
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
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(newSession))
        let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        let settings: [UnsafeMutablePointer<CChar>?] =
            environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var process = pid_t()
        let code = posix_spawn(&process, arguments[0], &actions, &attributes, words, settings)
        guard code == 0 else {
            throw CommandFailure("cannot start \(arguments[0]): \(String(cString: strerror(code)))", .couldNotJudge)
        }
        return process
    }

    /// Reaps a process; its exit code, or the number of the signal that ended it.
    static func end(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return 0 } }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : signal
    }

    #if canImport(Darwin)
        private static let newSession = POSIX_SPAWN_SETSID
    #else
        /// `POSIX_SPAWN_SETSID` of spawn.h, which glibc has since 2.26 and shows only to GNU sources.
        private static let newSession: Int32 = 0x80
    #endif

    /// The beginning of a file that a program has written.
    private static func contents(of path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        return text(from: descriptor) { _ in false }
    }

    /// What comes through a descriptor until a text is enough, or it ends; at most 64 KiB.
    static func text(from descriptor: Int32, until isEnough: (String) -> Bool) -> String {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 65_536 {
            let count = read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += part[..<count]
            if isEnough(String(decoding: bytes, as: UTF8.self)) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
