import ChildProcess
import Foundation
import Platform

/// A program in a pseudo-terminal of its own, as a person would run it: its session's controlling terminal is ours to type on.
final class PseudoTerminal {
    private let master: Int32
    private let child: ChildProcess
    /// Everything that the terminal has shown so far, echo included.
    private(set) var shown = ""
    /// Whether the program has closed the terminal.
    private var isClosed = false
    private var waitedUntil = "".startIndex

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: [String], program: String = Mockportal.path) throws {
        let ends = try ChildProcess.spawning.withLock { _ in try Self.open() }
        // The program opens the terminal itself; it must be the last to hold it, so that its end is seen here.
        defer { close(ends.slave) }
        master = ends.master
        do {
            child = try ChildProcess(program, arguments, streams: .terminal(Self.name(of: ends.slave)))
        } catch {
            close(master)
            throw error
        }
    }

    deinit { close(master) }

    /// A new pseudo-terminal.
    static func open() throws -> (master: Int32, slave: Int32) {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        guard openpty(&ends.master, &ends.slave, nil, nil, nil) == 0 else {
            throw Failure(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
        }
        for end in [ends.master, ends.slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    /// The name of a terminal's device, for any number of threads at once.
    static func name(of terminal: Int32) throws -> String {
        // `ttyname` has one buffer for all threads (POSIX.1-2017, ttyname).
        var name = [CChar](repeating: 0, count: 128)
        let code = ttyname_r(terminal, &name, name.count)
        guard code == 0 else {
            throw Failure(description: "a terminal has no name: \(String(cString: strerror(code)))")
        }
        return name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// Types a line.
    func type(_ line: String) throws {
        let bytes = Array((line + "\n").utf8)
        guard write(master, bytes, bytes.count) == bytes.count else { throw Failure(description: "cannot type") }
    }

    /// Whether what is typed is shown.
    var echoes: Bool {
        var modes = termios()
        return tcgetattr(master, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Sends a signal to the program.
    func send(_ signal: Int32) { child.send(signal) }

    /// Waits until the terminal shows a text after what was waited for before.
    func expect(_ text: String, within seconds: Int = 120) async throws {
        let deadline = Date().addingTimeInterval(Double(seconds))
        while !shown[waitedUntil...].contains(text) {
            guard Date() < deadline, await readMore(within: deadline.timeIntervalSinceNow) else {
                throw Failure(description: "\"\(text)\" was not shown; the terminal shows:\n\(shown)")
            }
        }
        if let range = shown[waitedUntil...].range(of: text) { waitedUntil = range.upperBound }
    }

    /// Waits until the program has ended; its exit code, or -1 where a signal ended it.
    func end() async -> Int32 {
        while await readMore(within: 120) {}
        // A program that says nothing for so long and still runs has asked a question that is not answered.
        if !isClosed { child.stop() }
        return await child.wait()
    }

    /// False when the program has closed the terminal, or shows nothing for so many seconds.
    private func readMore(within seconds: Double) async -> Bool {
        let master = master
        let more: [UInt8]? = await OwnThread.run {
            var interest = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard poll(&interest, 1, Int32(max(seconds, 0) * 1000)) > 0 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(master, &buffer, buffer.count)
            return Array(buffer[..<max(count, 0)])
        }
        guard let more, !more.isEmpty else {
            isClosed = more != nil
            return false
        }
        let offset = shown.utf8.distance(from: shown.startIndex, to: waitedUntil)
        shown += String(decoding: more, as: UTF8.self)
        waitedUntil = shown.utf8.index(shown.startIndex, offsetBy: offset)
        return true
    }
}
