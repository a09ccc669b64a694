internal import Platform

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The program of a client command, found as a shell would find it.
struct ForeignProgram {
    let path: String
    let arguments: [String]
    /// What to try where it lacks something of the runner's environment; empty where nothing was kept back.
    private let hint: String

    /// Throws where there is no such program.
    init(_ foreign: ForeignCommand) throws(ForeignCommandError) {
        let command = foreign.command
        hint = foreign.variables.hint.map { "; \($0)" } ?? ""
        guard let name = command.first else { throw ForeignCommandError(description: "the client command is empty") }
        arguments = Array(command.dropFirst())
        if name.contains("/") {
            path = name
            return
        }
        // It is looked for before it has an environment, so that no variable that was kept back could help.
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        guard let folder = folders.split(separator: ":").first(where: { access("\($0)/\(name)", X_OK) == 0 }) else {
            throw ForeignCommandError(
                description:
                    "the client could not be started: there is no \(name) in PATH (\(folders)); name it with its folder"
            )
        }
        path = "\(folder)/\(name)"
    }

    /// What could not be started, and why.
    func failure(_ number: Int32) -> String {
        let advice =
            switch number {
            case ENOENT: "; is it there, and the interpreter that its first line names?"
            case EACCES: "; may it be executed (chmod +x)?"
            case ENOEXEC: "; a script must begin with #! and its interpreter"
            default: ""
            }
        return "the client could not be started: \(path): \(ClientProcess.text(of: number))\(advice)"
            + hint
    }

    /// What is said of a program that ended with 126 or 127, as a shell does that cannot start what it was told to (POSIX.1-2017,
    /// Shell & Utilities §2.8.2).
    func notStarted(_ code: Int) -> String {
        let why = code == 127 ? "does not find what it is to start" : "may not execute what it is to start"
        return "the client could not be started: \(path) ended with exit code \(code), as a shell that \(why)\(hint)"
    }
}

/// Why a client command cannot be run.
struct ForeignCommandError: Error, CustomStringConvertible {
    let description: String
}
