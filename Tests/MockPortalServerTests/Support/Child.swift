import ChildProcess
import Foundation

/// A client in another program, as curl or openssl.
enum Child {
    /// Runs a program to its end and gives its exit status and what it wrote.
    static func run(_ program: String, _ arguments: [String], input: String = "") throws -> (
        status: Int32, output: String
    ) {
        try ChildProcess.run(program, arguments, input: input)
    }

    /// Runs something long on a thread of its own, so that it takes none from the other tests.
    static func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
        }
    }

    /// Runs curl, silent and with a time limit.
    static func curl(_ arguments: [String]) throws -> (status: Int32, output: String) {
        try run("curl", ["-sS", "--max-time", "10", "--noproxy", "*"] + arguments)
    }
}

/// Whether the tests run on Linux.
let isLinux: Bool = {
    #if os(Linux)
        true
    #else
        false
    #endif
}()

/// A file that lives as long as its owner.
final class TemporaryFile {
    let path: String

    init(_ text: String) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
