internal import Platform

/// A program beside a test; whatever runs on ends with its owner, and a cancelled wait for it ends it.
///
/// Every wait runs on a thread of its own. Foundation's `Process` reads beyond the end of a directory entry when it looks for
/// open files (swiftlang/swift-corelibs-foundation, Sources/Foundation/Process.swift), which ends a test run that has many.
package final class ChildProcess: Sendable {
    /// Why a program could not be started, or what it failed to say.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        package init(description: String) { self.description = description }
    }

    private let ending: Ending
    private let lastSignal: Int32
    private let input: Locked<Int32>
    private let output: Int32
    private let errors: Int32
    /// What has been read of its output beyond the line that was asked for.
    private let rest = Locked<[UInt8]>([])

    /// Its number.
    package var processIdentifier: Int32 { ending.process }

    /// Starts a program of the search path, in a folder where one is named, with words of the form NAME=VALUE added to its
    /// environment and with descriptors that it inherits under the numbers 3, 4 …
    ///
    /// A program that has to end others with itself is given `SIGTERM` as its last signal.
    package init(
        _ program: String, _ arguments: [String], folder: String? = nil, environment: [String] = [],
        inheriting descriptors: [Int32] = [], streams: Streams = .pipes, lastSignal: Int32 = SIGKILL
    ) throws {
        let prefix = folder.map { ["-C", $0] } ?? []
        let line = (prefix + environment).isEmpty ? [] : ["env"] + prefix + environment
        let (process, pipes): (pid_t, Pipes?) = try Self.spawning.withLock { _ in
            let pipes: Pipes?
            switch streams {
            case .pipes, .pipesBesideErrors: pipes = try Pipes(separatingErrors: false)
            case .pipesForEach: pipes = try Pipes(separatingErrors: true)
            case .terminal: pipes = nil
            }
            do {
                let process = try Self.spawn(
                    line + [program] + arguments, streams: streams, pipes: pipes, inheriting: descriptors)
                pipes?.closeTheProgramsEnds()
                return (process, pipes)
            } catch {
                pipes?.close()
                throw error
            }
        }
        ending = Ending(of: process)
        self.lastSignal = lastSignal
        input = Locked(pipes?.input.writing ?? -1)
        output = pipes?.output.reading ?? -1
        errors = pipes?.errors?.reading ?? -1
    }

    deinit {
        ending.send(lastSignal)
        closeInput()
        for end in [output, errors] where end >= 0 { close(end) }
    }

    /// What came of a program that ran to its end.
    package struct Outcome: Sendable {
        /// The exit status; -1 where a signal ended it.
        package let status: Int32
        package let output: String
        /// What it wrote apart from its output; empty where that came with the output.
        package let errors: String
    }

    /// Runs a program to its end, with an input.
    package static func run(
        _ program: String, _ arguments: [String], input: String = "", folder: String? = nil, environment: [String] = [],
        streams: Streams = .pipes
    ) async throws -> Outcome {
        let child = try ChildProcess(program, arguments, folder: folder, environment: environment, streams: streams)
        async let written: Void = child.writeAll(input)
        async let errors = child.readErrors()
        let output = await child.readToEnd()
        await written
        return Outcome(status: await child.wait(), output: output, errors: await errors)
    }

    /// Ends its input.
    package func closeInput() {
        input.withLock { input in
            if input >= 0 { close(input) }
            input = -1
        }
    }

    /// What it writes until it closes its outputs.
    package func readToEnd() async -> String {
        await aside {
            var text = self.rest.withLock { rest in
                defer { rest = [] }
                return rest
            }
            while let more = Self.read(self.output) { text += more }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// What it writes as errors until it closes them; empty where they do not come apart.
    package func readErrors() async -> String {
        guard errors >= 0 else { return "" }
        return await aside {
            var text: [UInt8] = []
            while let more = Self.read(self.errors) { text += more }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// The next line that it writes, without its end; throws where it ends without a word.
    package func readLine() async throws -> String {
        guard let line = await nextLine() else { throw Failure(description: "the program ended without a word") }
        return line
    }

    /// The next line that it writes, without its end; nil after the last one.
    package func nextLine() async -> String? {
        await aside {
            var text = self.rest.withLock { rest in
                defer { rest = [] }
                return rest
            }
            while !text.contains(UInt8(ascii: "\n")), let more = Self.read(self.output) { text += more }
            guard !text.isEmpty else { return nil }
            let line = text.prefix { $0 != UInt8(ascii: "\n") }
            self.rest.withLock { $0 = Array(text.dropFirst(line.count + 1)) }
            return String(decoding: line, as: UTF8.self)
        }
    }

    /// Waits until it has ended; its exit status, -1 where a signal ended it.
    package func wait() async -> Int32 {
        await withTaskCancellationHandler {
            await ending.status()
        } onCancel: {
            ending.send(SIGKILL)
        }
    }

    /// Sends it a signal, unless it has ended.
    package func send(_ signal: Int32) { ending.send(signal) }

    /// Ends it at once, whatever it does.
    package func stop() { ending.send(SIGKILL) }

    private func aside<Result: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure> = await withTaskCancellationHandler {
            do throws(Failure) {
                return .success(try await OwnThread.run(body))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            ending.send(SIGKILL)
        }
        return try outcome.get()
    }

    /// Writes all of its input and ends it; a program that no longer reads is left alone.
    private func writeAll(_ text: String) async {
        await aside {
            self.input.withLock { input in
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes { Self.write($0, to: input) }
                    guard count > 0 else { break }
                    rest = rest.dropFirst(count)
                }
            }
            self.closeInput()
        }
    }

    static func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Platform.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            return count > 0 ? Array(buffer[..<count]) : nil
        }
    }

    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        while true {
            let count = Platform.write(descriptor, bytes.baseAddress, bytes.count)
            if count < 0, errno == EINTR { continue }
            return count
        }
    }
}
