internal import JSONValues
internal import MockPortalServer
internal import PortalJudge
internal import Subprocess

#if canImport(System)
    internal import System
#else
    internal import SystemPackage
#endif
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension ScenarioRunner {
    /// Lets a command carry out a run: once, with everything it needs in its environment.
    func perform(
        _ foreign: ForeignCommand, _ plan: ForeignPlan, _ run: ScenarioRun, overlay: JSONValue?
    ) async -> (evidence: Evidence, expectation: Expectation) {
        var evidence = Evidence(client: .foreign)
        let folder = NSTemporaryDirectoryPath.make()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let stage: Stage
        do { stage = try Stage(run, overlay: overlay, library: library, pki: pki) } catch {
            evidence.obstacle = "\(error)"
            return (evidence, plan.expectation)
        }
        do {
            let environment = try ForeignEnvironment(plan, stage: stage, run: run, folder: folder)
            for action in plan.before {
                try stage.portal.perform(
                    try PortalAction(decoding: action, source: run.scenario.source, keyPath: "foreign.before"))
            }
            evidence.canaries = environment.canaries
            evidence.identityGrants = environment.identityGrants
            let ended = try await ForeignProcess.run(
                foreign.command, environment: environment.values, in: folder, timeLimit: options.timeLimit)
            evidence.output = [
                ClientOutput(place: "standard output", text: ended.output),
                ClientOutput(place: "standard error", text: ended.errors),
            ]
            evidence.complaints += ended.cut.map { "the client wrote more than 1 MiB to \($0)" }
            switch ended.end {
            case .timedOut: evidence.complaints.append("the client did not end within \(options.timeLimit)")
            case .exited(126), .exited(127):
                evidence.obstacle = "the client could not be started: \(foreign.command.joined(separator: " "))"
            case .exited(let code):
                evidence.outcome = ForeignReport(ended, code: code, reasons: foreign.reasons).outcome
            case .signalled(let signal): evidence.complaints.append("the client was ended by signal \(signal)")
            }
        } catch {
            evidence.obstacle = "\(error)"
        }
        await stage.finish(&evidence, trustsRun: plan.trustsPortal, alsoTrusts: [])
        return (evidence, plan.expectation)
    }
}

/// A folder for one run, owned by the runner.
private enum NSTemporaryDirectoryPath {
    static func make() -> String {
        let base = FileManager.default.temporaryDirectory.path
        let path = "\(base)/mockportal-client-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }
}

/// What a command said about itself: its exit code and the last line of its output.
struct ForeignReport {
    let outcome: ClientOutcome

    init(_ ended: ForeignProcess.Ended, code: Int, reasons: ReasonMap) {
        let last = ended.output.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }
        // A line of a report is short; anything longer is not worth parsing.
        let line = last.flatMap { $0.utf8.count > 1 << 16 ? nil : try? JSONValue(parsing: String($0)) }
        let own = line?["reason"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        let kind: ClientOutcome.Kind =
            switch code {
            case 0: .accepted
            case 89: .unsupported
            default: .refused
            }
        let reason =
            kind == .refused
            ? reasons.reason(ownReason: own, exitCode: code, output: ended.output + "\n" + ended.errors) : nil
        let written = line?["outcome"]?.string.flatMap(ClientOutcome.Kind.init)
        outcome = ClientOutcome(kind: kind, reason: reason, ownReason: own, written: written)
    }
}

/// One command, run in a process group of its own, so that nothing of it outlives the run.
enum ForeignProcess {
    /// How a process ended.
    enum End: Equatable {
        case exited(Int)
        case signalled(Int)
        case timedOut
    }
    /// What was left of it.
    struct Ended {
        let end: End
        var output = ""
        var errors = ""
        /// The streams to which it wrote more than is kept.
        var cut: [String] = []
    }

    static func run(
        _ command: [String], environment: [String: String], in folder: String, timeLimit: Duration
    ) async throws -> Ended {
        guard let program = command.first else { throw ForeignCommandError(description: "the client command is empty") }
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)]
        var changes: [Environment.Key: String?] = [:]
        for name in ForeignEnvironment.cleared { changes[Environment.Key(stringLiteral: name)] = .some(nil) }
        for (name, value) in environment { changes[Environment.Key(stringLiteral: name)] = value }
        let executable: Executable = program.contains("/") ? .path(FilePath(program)) : .name(program)
        let settings = Configuration(
            executable: executable, arguments: Arguments(Array(command.dropFirst())),
            environment: .inherit.updating(changes),
            platformOptions: options)
        return try await withThrowingTaskGroup(of: Ended?.self) { group in
            group.addTask {
                let result = try await Subprocess.run(
                    settings, input: .none, output: .sequence, error: .sequence
                ) { execution in
                    async let errors = BoundedOutput(reading: execution.standardError)
                    let output = try await BoundedOutput(reading: execution.standardOutput)
                    return (output: output, errors: try await errors)
                }
                let end: End =
                    switch result.terminationStatus {
                    case .exited(let code): .exited(Int(code))
                    case .signaled(let signal): .signalled(Int(signal))
                    }
                let (output, errors) = result.closureResult
                let cut = [("standard output", output), ("standard error", errors)].filter(\.1.isCut).map(\.0)
                return Ended(end: end, output: output.text, errors: errors.text, cut: cut)
            }
            group.addTask {
                try await Task.sleep(for: timeLimit)
                return nil
            }
            defer { group.cancelAll() }
            if let first = try await group.next(), let ended = first { return ended }
            return Ended(end: .timedOut)
        }
    }
}

/// Why a client command cannot be run.
struct ForeignCommandError: Error, CustomStringConvertible {
    let description: String
}
