import ChildProcess
import TestFolders

/// The program under test, as built beside the tests, and what came of running it once.
struct Mockportal {
    /// The exit code; -1 where a signal ended it.
    let code: Int32
    let output: String
    let errors: String

    /// Path of the program that this test run has built.
    static let path = BuiltProgram.path("mockportal")

    /// Runs a subcommand to its end, with nothing to read and no terminal; without a folder in an empty one, for it may leave files.
    static func run(
        _ arguments: String..., program: String = path, input: String = "", environment: [String: String] = [:],
        folder: String? = nil
    ) async throws -> Mockportal {
        try await run(arguments, program: program, input: input, environment: environment, folder: folder)
    }

    static func run(
        _ arguments: [String], program: String = path, input: String = "", environment: [String: String] = [:],
        folder: String? = nil
    ) async throws -> Mockportal {
        let own = try folder == nil ? TemporaryFolder() : nil
        let done = try await ChildProcess.run(
            program, arguments, input: input, folder: folder ?? own?.path,
            environment: environment.map { "\($0.key)=\($0.value)" },
            streams: .pipesForEach)
        return Mockportal(code: done.status, output: done.output, errors: done.errors)
    }
}
