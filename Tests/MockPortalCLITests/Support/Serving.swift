import Foundation
import JSONValues
import Subprocess

/// A `mockportal serve --json` that is ready, for the length of a body; it is told to end afterwards and has to obey.
struct Serving {
    /// The first line of its output.
    let ready: JSONValue
    let processIdentifier: Int32

    var url: String { ready["url"]?.string ?? "" }
    var caFile: String { ready["caFile"]?.string ?? "" }

    /// What the portal printed as alice's password.
    func password(of name: String = "alice") -> String {
        ready["users"]?.array?.first { $0["username"]?.string == name }?["password"]?.string ?? ""
    }

    /// Serves on a free port while the body runs; returns how the process ended.
    @discardableResult
    static func run(
        _ arguments: String..., program: String = Mockportal.path, signal: Subprocess.Signal = .terminate,
        body: @Sendable (Serving) async throws -> Void
    ) async throws -> TerminationStatus {
        try await run(arguments, program: program, signal: signal, body: body)
    }

    /// The same with the options in an array.
    @discardableResult
    static func run(
        _ arguments: [String], program: String = Mockportal.path, signal: Subprocess.Signal = .terminate,
        body: @Sendable (Serving) async throws -> Void
    ) async throws -> TerminationStatus {
        let done = try await Subprocess.run(
            .name("env"), arguments: Arguments([program, "serve", "--json", "--port", "0"] + arguments),
            input: .none, output: .sequence, error: .string(limit: 1 << 20)
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            guard let line = try await lines.next() else { throw NotReady() }
            let serving = Serving(
                ready: try JSONValue(parsing: line), processIdentifier: execution.processIdentifier.value)
            do {
                try await body(serving)
            } catch {
                try? execution.send(signal: .kill)
                throw error
            }
            try execution.send(signal: signal)
            while try await lines.next() != nil {}
        }
        return done.terminationStatus
    }

    struct NotReady: Error {}
}
