import ChildProcess
import Platform
import Testing

/// A server that is not ours, in the foreground for the length of a body; it is told to end afterwards and is reaped.
struct ForegroundServer {
    /// What it has written so far.
    private let lines: Locked<[String]>

    var log: String { lines.withLock { $0.joined(separator: "\n") } }

    struct NotReady: Error, CustomStringConvertible {
        let description: String
    }

    /// The shell that stands between: the server ends when the shell's input ends, also where this process dies without a word.
    private static let guardian = """
        exec 3<&0 2>&1
        "$@" </dev/null 3<&- &
        server=$!
        { read -r _ <&3; kill "$server"; } >/dev/null 2>&1 &
        watch=$!
        exec 3<&-
        wait "$server"
        code=$?
        kill "$watch" 2>/dev/null
        exit "$code"
        """

    /// Starts a program, waits until a line of its log says that it listens, and runs the body.
    ///
    /// Throws ``NotReady`` with the log where it ends before that; where the body throws, the log is attached to the test.
    static func run<Outcome: Sendable>(
        _ program: String, _ arguments: [String], named name: String, readyAt sign: String,
        body: @escaping @Sendable (ForegroundServer) async throws -> Outcome
    ) async throws -> Outcome {
        let server = ForegroundServer(lines: Locked([]))
        let child = try ChildProcess("sh", ["-c", guardian, "sh", program] + arguments)
        var isReady = false
        while !isReady, let line = await child.nextLine() {
            server.lines.withLock { $0.append(line) }
            isReady = line.contains(sign)
        }
        guard isReady else {
            throw NotReady(description: "\(program) ended before it listened; it wrote:\n\(server.log)")
        }
        let working = Task { try await body(server) }
        let ending = Task {
            let result = await working.result
            child.closeInput()
            return result
        }
        // Until it has ended, else it would wait for a reader of its log.
        await withTaskCancellationHandler {
            while let line = await child.nextLine() { server.lines.withLock { $0.append(line) } }
        } onCancel: {
            working.cancel()
        }
        let result = await ending.value
        if case .failure = result { Attachment.record(server.log, named: "\(name).log") }
        return try result.get()
    }
}
