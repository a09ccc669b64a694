import JSONValues
import ScenarioFormat
import ScenarioReports

/// What the exit codes of every subcommand say.
enum ExitStatus: Int32 {
    /// All as expected.
    case asExpected = 0
    /// A scenario failed, or a portal refused the client.
    case refused = 1
    /// Nothing could be judged: a taken port, an unwritable folder, a broken fixture.
    case couldNotJudge = 2
    /// Wrong usage (`EX_USAGE` of sysexits.h), unknown selectors included.
    case wrongUsage = 64
}

/// A command that ends with one clear line on standard error and an exit code.
struct CommandFailure: Error {
    let message: String
    let status: ExitStatus

    init(_ message: String, _ status: ExitStatus) {
        self.message = message
        self.status = status
    }
}

extension CommandFailure {
    /// A mistake in a document or a name is wrong usage; a document that cannot be read or trusted leaves nothing to judge, and
    /// neither does a report of another version: naming it is no mistake.
    init(_ error: DocumentError) {
        let leavesNothing = [.unreadable, .altered, .conflict, .otherVersion].contains(error.code)
        self.init(error.description, leavesNothing ? .couldNotJudge : .wrongUsage)
    }

    /// The same, with the command that tells all mistakes where this is one in a folder of one's own.
    func pointing(to folder: String?) -> CommandFailure {
        guard let folder, status == .wrongUsage else { return self }
        let place = folder.count > 1 && folder.last == "/" ? String(folder.dropLast()) : folder
        guard message.contains(place + "/") else { return self }
        return CommandFailure("\(message) All mistakes: mockportal check \(ShellArgument.quoted(place))", status)
    }

    /// Runs a body; a mistake in a document or a name becomes one clear line and its exit code.
    static func documents<Result>(_ body: () throws(DocumentError) -> Result) throws(CommandFailure) -> Result {
        do { return try body() } catch { throw CommandFailure(error) }
    }

    /// Runs a body; a mistake in a document or a name becomes one clear line and its exit code.
    static func documents<Result: Sendable>(
        _ body: () async throws(DocumentError) -> Result
    ) async throws(CommandFailure) -> Result {
        do { return try await body() } catch { throw CommandFailure(error) }
    }

    /// Runs a body; whatever it throws becomes one clear line and the exit code.
    static func mapping<Result>(to status: ExitStatus, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure("\(error)", status)
        }
    }
}
