internal import Platform

/// The browser of this machine's user: what `$BROWSER` names, else `xdg-open` (freedesktop.org) or macOS's `open`.
///
/// Programs are started as they are, never through a shell; the address is one argument. They get neither the terminal nor standard
/// input and output, so a browser for terminals is of no use here.
public struct SystemBrowser: Sendable {
    private let commands: [[String]]

    /// Looks at the environment for what to start.
    public init() {
        self.init(named: getenv("BROWSER").map { String(cString: $0) })
    }

    /// Takes the commands of a text as `$BROWSER` has it: several between colons, the address in the place of `%s` or at the end.
    init(named text: String?) {
        let named = (text ?? "").split(separator: ":").map { command in
            command.split(whereSeparator: \.isWhitespace).map(String.init)
        }
        #if os(macOS)
            commands = named.filter { !$0.isEmpty } + [["open"]]
        #else
            commands = named.filter { !$0.isEmpty } + [["xdg-open"]]
        #endif
    }

    /// Starts the first of the programs that can be started and does not fail, and waits until it has ended.
    ///
    /// A cancelled task returns at once and leaves the program running. Throws `browserNotOpened` with what became of each.
    public func open(_ url: HTTPURL) async throws(PortalError) { try await open(address: url.description) }

    /// The same with an address that need not be one of HTTP, as that of a file.
    package func open(address: String) async throws(PortalError) {
        var problems: [String] = []
        for command in commands {
            guard !Task.isCancelled else { return }
            switch Self.start(Self.arguments(of: command, for: address)) {
            case .failure(let problem): problems.append("\(command[0]): \(problem.reason)")
            case .success(let process):
                let code = await FirstAnswer<Int32>(ifCancelled: 0).from { answer in
                    let thread = NativeThread { answer(Self.end(of: process)) }
                    if let thread { thread.detach() } else { answer(0) }
                }
                if code == 0 { return }
                problems.append("\(command[0]) ended with \(code)")
            }
        }
        throw PortalError(
            .browserNotOpened,
            detail: "no browser could be opened (\(problems.joined(separator: ", "))); open the address by hand")
    }

    /// The command with the address in it.
    static func arguments(of command: [String], for address: String) -> [String] {
        let filled = command.map { word in
            word.firstRange(of: "%s").map { word[..<$0.lowerBound] + address + word[$0.upperBound...] }.map(String.init)
                ?? word
        }
        return filled == command ? command + [address] : filled
    }

    private struct Problem: Error { let reason: String }

    /// Starts a program in a session of its own, so that an interrupt at our terminal does not end it too.
    private static func start(_ arguments: [String]) -> Result<pid_t, Problem> {
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
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(newSession))
        var words = arguments.map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var process = pid_t()
        let code = posix_spawnp(&process, arguments[0], &actions, &attributes, words, environ)
        return code == 0 ? .success(process) : .failure(Problem(reason: String(cString: strerror(code))))
    }

    #if canImport(Darwin)
        private static let newSession = POSIX_SPAWN_SETSID
    #else
        /// `POSIX_SPAWN_SETSID` of spawn.h, which glibc has since 2.26 and shows only to GNU sources.
        private static let newSession: Int32 = 0x80
    #endif

    /// Reaps a process; its exit code, or the number of the signal that ended it.
    private static func end(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return 0 } }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : signal
    }
}
