import ChildProcess
import Foundation

/// A client in another program, as curl or openssl.
enum Child {
    /// Runs a program to its end and gives its exit status and what it wrote.
    static func run(_ program: String, _ arguments: [String], input: String = "") async throws -> (
        status: Int32, output: String
    ) {
        let done = try await ChildProcess.run(program, arguments, input: input)
        return (done.status, done.output)
    }

    /// Runs curl, silent and with a time limit.
    static func curl(_ arguments: [String]) async throws -> (status: Int32, output: String) {
        try await run("curl", ["-sS", "--max-time", "120", "--noproxy", "*"] + arguments)
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
