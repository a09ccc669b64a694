package import Platform

extension ChildProcess {
    /// Between a descriptor and its mark that no child inherits it, no child is started.
    package static let spawning = Locked(true)

    /// Starts a program; gives its number.
    static func spawn(
        _ line: [String], streams: Streams, pipes: Pipes?, inheriting descriptors: [Int32]
    ) throws -> pid_t {
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
        // Swift's worker threads block every signal, and a child would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A shell without job control has its background jobs ignore SIGINT (POSIX.1-2017, XCU 2.11), tests and their children too.
        var usual = sigset_t()
        sigemptyset(&usual)
        for signal in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&usual, signal) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        if let pipes {
            posix_spawn_file_actions_adddup2(&actions, pipes.input.reading, 0)
            posix_spawn_file_actions_adddup2(&actions, pipes.output.writing, 1)
            if let errors = pipes.errors { posix_spawn_file_actions_adddup2(&actions, errors.writing, 2) }
        }
        switch streams {
        case .pipes: posix_spawn_file_actions_adddup2(&actions, 1, 2)
        case .pipesForEach: break
        case .pipesBesideErrors: posix_spawn_file_actions_adddup2(&actions, ErrorRelay.writing, 2)
        case .terminal(let device):
            // A session leader that opens a terminal gets it as its controlling terminal.
            flags |= newSession
            posix_spawn_file_actions_addopen(&actions, 0, device, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        }
        posix_spawnattr_setflags(&attributes, flags)
        // What the child gets is first moved out of the way of the numbers that it gets it under.
        let moved = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
        defer { for descriptor in moved { close(descriptor) } }
        for (index, descriptor) in moved.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(3 + index))
        }
        var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let failed = posix_spawnp(&process, line[0], &actions, &attributes, &words, environ)
        guard failed == 0 else {
            throw Failure(
                description: """
                    cannot start \(line[0]): \(String(cString: strerror(failed))); `.ci/setup test` installs what the \
                    tests need
                    """)
        }
        return process
    }

    /// `POSIX_SPAWN_SETSID` of <spawn.h>, which glibc shows to GNU sources only.
    #if canImport(Darwin)
        private static let newSession: Int16 = 0x400
    #else
        private static let newSession: Int16 = 0x80
    #endif
}
