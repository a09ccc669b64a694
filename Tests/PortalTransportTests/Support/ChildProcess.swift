#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server that a test started: ended and reaped with its last reference.
final class ChildProcess: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let identifier: pid_t
    /// The write end of its standard input, which ends with this process, and the read end of its standard output.
    private let input: Int32
    private let output: Int32

    /// Starts a program with descriptors that it inherits under the numbers 3, 4 …
    init(
        _ path: String, _ arguments: [String], environment: [String] = [], inheriting descriptors: [Int32] = []
    ) throws {
        guard access(path, X_OK) == 0 else {
            throw Failure(description: "\(path) is not installed; `make setup` installs it")
        }
        let (inputEnd, input) = try Self.pipe()
        let (output, outputEnd) = try Self.pipe()
        // What the child gets is first moved out of the way of the numbers that it gets it under.
        let moved = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
        defer { moved.forEach { close($0) } }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inputEnd, 0)
        posix_spawn_file_actions_adddup2(&actions, outputEnd, 1)
        for (index, descriptor) in moved.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(3 + index))
        }
        // Swift's worker threads block every signal, and a child would inherit that.
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var argv = ([path] + arguments).map { strdup($0) } + [nil]
        var envp = (["PATH=/usr/sbin:/usr/bin:/bin"] + environment).map { strdup($0) } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var identifier = pid_t()
        let code = posix_spawn(&identifier, path, &actions, &attributes, &argv, &envp)
        close(inputEnd)
        close(outputEnd)
        guard code == 0 else {
            close(input)
            close(output)
            throw Failure(description: "\(path) could not be started: error \(code)")
        }
        self.identifier = identifier
        self.input = input
        self.output = output
    }

    deinit {
        // nginx ends its worker with itself only when it is asked.
        kill(identifier, SIGTERM)
        var status: Int32 = 0
        waitpid(identifier, &status, 0)
        close(input)
        close(output)
    }

    /// Waits for the first line of its standard output.
    func firstLine() throws -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        guard !bytes.isEmpty else { throw Failure(description: "the child ended without a word") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A way to a child that no other child inherits; both ends lie above the numbers that a child gets.
    private static func pipe() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
            let type = SOCK_STREAM
        #else
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #endif
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Failure(description: "no pair of sockets") }
        let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
        ends.forEach { close($0) }
        return (moved[0], moved[1])
    }
}
