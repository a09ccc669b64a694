#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A program beside a test, with pipes to its input and from both of its outputs; whatever runs on ends with its owner.
///
/// Foundation's `Process` reads beyond the end of a directory entry when it looks for open files
/// (swiftlang/swift-corelibs-foundation, Sources/Foundation/Process.swift), which ends a test run that has many of them.
package final class ChildProcess {
    /// Why a program could not be started.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let process: pid_t
    private var input: Int32
    private let output: Int32
    private var status: Int32?

    /// Starts a program of the search path, in a folder where one is named.
    package init(_ program: String, _ arguments: [String], folder: String? = nil) throws {
        let (toChild, fromChild) = (try Self.pipe(), try Self.pipe())
        defer {
            close(toChild.reading)
            close(fromChild.writing)
        }
        (input, output) = (toChild.writing, fromChild.reading)
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild.reading, 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild.writing, 1)
        posix_spawn_file_actions_adddup2(&actions, fromChild.writing, 2)
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
        let line = (folder.map { ["env", "-C", $0] } ?? []) + [program] + arguments
        var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let failed = posix_spawnp(&process, line[0], &actions, &attributes, &words, environ)
        self.process = process
        guard failed == 0 else {
            status = -1
            throw Failure(description: "cannot start \(program): \(String(cString: strerror(failed)))")
        }
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            _ = wait()
        }
        closeInput()
        close(output)
    }

    /// Runs a program to its end and gives its exit status and what it wrote; -1 where a signal ended it.
    package static func run(
        _ program: String, _ arguments: [String], input: String = "", folder: String? = nil
    ) throws -> (status: Int32, output: String) {
        let child = try ChildProcess(program, arguments, folder: folder)
        child.write(input)
        child.closeInput()
        let output = child.readToEnd()
        return (child.wait(), output)
    }

    /// Writes to its input; a program that no longer reads is left alone.
    package func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Self.write($0, to: input) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends its input.
    package func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// What it writes until it closes its outputs.
    package func readToEnd() -> String {
        var text: [UInt8] = []
        while let more = read() { text += more }
        return String(decoding: text, as: UTF8.self)
    }

    /// What it writes next; nil at its end.
    package func readSome() -> String? { read().map { String(decoding: $0, as: UTF8.self) } }

    /// Waits until it has ended; its exit status, -1 where a signal ended it.
    package func wait() -> Int32 {
        if let status { return status }
        var word: Int32 = 0
        while waitpid(process, &word, 0) < 0, errno == EINTR {}
        let code = word & 0x7F == 0 ? (word >> 8) & 0xFF : -1
        status = code
        return code
    }

    private func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            #if canImport(Glibc)
                let count = Glibc.read(output, &buffer, buffer.count)
            #else
                let count = Darwin.read(output, &buffer, buffer.count)
            #endif
            if count < 0, errno == EINTR { continue }
            return count > 0 ? Array(buffer[..<count]) : nil
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        while true {
            #if canImport(Glibc)
                let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            #else
                let count = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
            #endif
            if count < 0, errno == EINTR { continue }
            return count
        }
    }

    /// A pipe that no other child inherits.
    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
            let made = Glibc.pipe(&ends)
        #else
            let made = Darwin.pipe(&ends)
        #endif
        guard made == 0 else { throw Failure(description: "no pipe: \(String(cString: strerror(errno)))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
