internal import Platform

/// A program that was started, with the reading end of its standard output.
///
/// Foundation's `Process` brings Foundation, and on Linux it reads beyond the end of a directory entry when it looks for open files
/// (swiftlang/swift-corelibs-foundation, Sources/Foundation/Process.swift).
final class StartedProgram: Sendable {
    private let name: String
    private let output: Int32
    private let folder: String
    private let limits: ProcessLimits
    /// Nil once it has ended.
    private let process: Locked<pid_t?>

    /// Starts a program of the search path.
    init(_ words: [String], _ limits: ProcessLimits) throws(PortalProcessError) {
        name = words[0]
        self.limits = limits
        // Before the folder, which would stay behind: only a value that is whole ends as one.
        guard let pipe = DescriptorPair.pipe() else {
            throw PortalProcessError("no pipe: \(String(cString: strerror(errno)))")
        }
        do throws(PortalProcessError) { folder = try ProcessFolders.make("mockportal-process") } catch {
            close(pipe.reading)
            close(pipe.writing)
            throw error
        }
        let (process, code) = Self.spawn(words, writing: pipe.writing, errors: folder + "/errors")
        close(pipe.writing)
        output = pipe.reading
        self.process = Locked(code == 0 ? process : nil)
        guard code == 0 else {
            // What was begun ends with this value.
            throw PortalProcessError(
                "\(words[0]) could not be started: \(String(cString: strerror(code))). Install mockportal, or name the program in the "
                    + "environment variable MOCKPORTAL")
        }
    }

    deinit {
        stop()
        close(output)
        ProcessFolders.remove(folder)
    }

    /// The first line of its standard output; throws what it wrote to standard error where it ended without one, or wrote none within
    /// the limit for its start.
    func firstLine() throws(PortalProcessError) -> String {
        let end = ContinuousClock.now + limits.start
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.last != UInt8(ascii: "\n") {
            guard BoundedWait.isReady(output, for: POLLIN, before: end) else {
                stop()
                throw PortalProcessError(
                    "\(name) did not tell within \(limits.start) where it serves, and was ended: \(complaint())")
            }
            let count = read(output, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else {
                stop()
                throw PortalProcessError("\(name) ended before it served anything: \(complaint())")
            }
            line.append(byte)
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }

    /// Ends it and waits for that; a program that has not ended within the limit is killed.
    func stop() {
        process.withLock { process in
            guard let number = process else { return }
            kill(number, SIGTERM)
            if !BoundedWait.hasEnded(number, before: .now + limits.end) {
                kill(number, SIGKILL)
                var status: Int32 = 0
                while waitpid(number, &status, 0) < 0, errno == EINTR {}
            }
            process = nil
        }
    }

    /// What it wrote to standard error, as far as a message holds it.
    private func complaint() -> String {
        let file = open(folder + "/errors", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "it wrote nothing" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 2000)
        let count = read(file, &bytes, bytes.count)
        let words = String(decoding: bytes[..<max(count, 0)], as: UTF8.self).split(separator: "\n").joined(
            separator: " ")
        return words.isEmpty ? "it wrote nothing; is it mockportal?" : words
    }

    private static func spawn(_ words: [String], writing: Int32, errors: String) -> (pid_t, Int32) {
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
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, writing, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT, 0o600)
        // A test process may have signals blocked on the thread that starts it; the program must hear them.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
        return (process, code)
    }
}
