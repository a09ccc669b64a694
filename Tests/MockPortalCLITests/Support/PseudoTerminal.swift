import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program in a pseudo-terminal of its own, as a person would run it: its session's controlling terminal is ours to type on.
final class PseudoTerminal {
    private let master: Int32
    private let child: pid_t
    /// Everything that the terminal has shown so far, echo included.
    private(set) var shown = ""
    private var exitCode: Int32?

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: [String], program: String = Mockportal.path) throws {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        guard openpty(&ends.master, &ends.slave, nil, nil, nil) == 0, let name = ttyname(ends.slave) else {
            throw Failure(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
        }
        let slave = String(cString: name)
        master = ends.master
        _ = fcntl(master, F_SETFD, FD_CLOEXEC)
        // The program opens the terminal itself; it must be the last to hold it, so that its end is seen here.
        defer { close(ends.slave) }
        _ = fcntl(ends.slave, F_SETFD, FD_CLOEXEC)
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
        // A session leader that opens a terminal gets it as its controlling terminal.
        posix_spawnattr_setflags(&attributes, Self.newSession)
        posix_spawn_file_actions_addopen(&actions, 0, slave, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let failed = posix_spawn(&process, program, &actions, &attributes, &words, environ)
        guard failed == 0 else {
            throw Failure(description: "cannot start \(program): \(String(cString: strerror(failed)))")
        }
        child = process
    }

    /// `POSIX_SPAWN_SETSID` of <spawn.h>, which glibc shows to GNU sources only.
    #if canImport(Darwin)
        private static let newSession: Int16 = 0x400
    #else
        private static let newSession: Int16 = 0x80
    #endif

    deinit {
        if exitCode == nil {
            kill(child, SIGKILL)
            var status: Int32 = 0
            waitpid(child, &status, 0)
        }
        close(master)
    }

    /// Types a line.
    func type(_ line: String) throws {
        let bytes = Array((line + "\n").utf8)
        guard write(master, bytes, bytes.count) == bytes.count else { throw Failure(description: "cannot type") }
    }

    /// Waits until the terminal shows a text after what was waited for before.
    func expect(_ text: String, within seconds: Int32 = 20) throws {
        let deadline = Date().addingTimeInterval(Double(seconds))
        while !shown[waitedUntil...].contains(text) {
            guard Date() < deadline, readMore() else {
                throw Failure(description: "\"\(text)\" was not shown; the terminal shows:\n\(shown)")
            }
        }
        if let range = shown[waitedUntil...].range(of: text) { waitedUntil = range.upperBound }
    }

    /// Waits until the program has ended; its exit code, or -1 where a signal ended it.
    func end() -> Int32 {
        if let exitCode { return exitCode }
        while readMore() {}
        var status: Int32 = 0
        // A program that says nothing for so long and still runs has asked something that nobody will answer.
        if waitpid(child, &status, WNOHANG) == 0, !isClosed {
            kill(child, SIGKILL)
            waitpid(child, &status, 0)
        } else if isClosed {
            waitpid(child, &status, 0)
        }
        let code = status & 0x7f == 0 ? (status >> 8) & 0xff : -1
        exitCode = code
        return code
    }

    /// Whether the program has closed the terminal.
    private var isClosed = false
    private lazy var waitedUntil = shown.startIndex

    /// False when the program has closed the terminal, or shows nothing for 20 s.
    private func readMore() -> Bool {
        var interest = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&interest, 1, 20_000) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else {
            isClosed = true
            return false
        }
        let offset = shown.utf8.distance(from: shown.startIndex, to: waitedUntil)
        shown += String(decoding: buffer[..<count], as: UTF8.self)
        waitedUntil = shown.utf8.index(shown.startIndex, offsetBy: offset)
        return true
    }
}
