import ChildProcess
import Foundation
import JSONValues
import Platform

/// A `mockportal serve --json` that is ready, for the length of a body; it is told to end afterwards and has to obey.
struct Serving {
    /// The first line of its output.
    let ready: JSONValue
    let processIdentifier: Int32

    var url: String { ready["url"]?.string ?? "" }
    var caFile: String { ready["caFile"]?.string ?? "" }
    /// Host and port of plain HTTP.
    var httpAuthority: Substring { ready["httpURL"]?.string?.split(separator: "/").dropFirst().first ?? "" }

    /// What the portal printed as alice's password.
    func password(of name: String = "alice") -> String {
        ready["users"]?.array?.first { $0["username"]?.string == name }?["password"]?.string ?? ""
    }

    /// Serves on a free port while the body runs, then sends a signal; returns the exit status, -1 where a signal ended it.
    @discardableResult
    static func run(
        _ arguments: String..., program: String = Mockportal.path, signal: Int32 = SIGTERM,
        body: @Sendable (Serving) async throws -> Void
    ) async throws -> Int32 {
        try await run(arguments, program: program, signal: signal, body: body)
    }

    /// The same with the options in an array.
    @discardableResult
    static func run(
        _ arguments: [String], program: String = Mockportal.path, signal: Int32 = SIGTERM,
        body: @Sendable (Serving) async throws -> Void
    ) async throws -> Int32 {
        let child = try ChildProcess(
            program, ["serve", "--json", "--port", "0"] + arguments, streams: .pipesForEach)
        child.closeInput()
        async let errors = child.readErrors()
        do {
            guard let line = await child.nextLine() else { throw NotReady(description: await errors) }
            try await body(Serving(ready: try JSONValue(parsing: line), processIdentifier: child.processIdentifier))
        } catch {
            child.stop()
            throw error
        }
        child.send(signal)
        _ = await child.readToEnd()
        return await child.wait()
    }

    struct NotReady: Error, CustomStringConvertible {
        let description: String
    }
}
