import PortalScenarios
import ScenarioFormat
import TLSIdentity
import TestFolders
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The client of the tests that does whatever a dialogue or a list of tasks asks, and keeps what was said.
enum PlayerClient {
    static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Clients/player.py").standardizedFileURL.path

    /// One line that was said: to the client or by it.
    struct Said: Sendable {
        let scenario: String
        let isToClient: Bool
        let text: String
    }

    /// What comes of scenarios, and everything that was said.
    static func play(
        _ ids: [String], mode: ForeignCommand.Mode = .steps
    ) async throws -> (report: RunReport, said: [Said]) {
        let files = try TemporaryFolder()
        defer { withExtendedLifetime(files) {} }
        var options = RunOptions()
        options.foreign = ForeignCommand(commandLine: "python3 '\(path)' '\(files.path)/said'", mode: mode)
        options.timeLimit = .seconds(300)
        options.jobs = 3
        let library = try SharedLibrary.library
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        let report = try await runner.run(try library.selected(by: ids))
        let text = (try? String(contentsOfFile: "\(files.path)/said", encoding: .utf8)) ?? ""
        let said = text.split(separator: "\n").compactMap { line -> Said? in
            // The player writes lines backwards.
            let line = String(String.UnicodeScalarView(line.unicodeScalars.reversed()))
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard words.count == 3 else { return nil }
            return Said(scenario: words[0], isToClient: words[1] == "→", text: words[2])
        }
        return (report, said)
    }
}
