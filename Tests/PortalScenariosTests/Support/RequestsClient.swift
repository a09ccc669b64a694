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

/// The client of the checkout that is Python requests, right as it is there and wrong where a text is replaced.
enum RequestsClient {
    static let canRun: Bool = {
        let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return places.contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }
    }()

    /// What comes of scenarios with some texts of its files replaced.
    static func report(
        _ changes: [(String, String)], in ids: [String], reasons: ReasonMap = ReasonMap(),
        knownFailing: Set<String> = []
    ) async throws -> RunReport {
        var options = RunOptions()
        let files = try TemporaryFolder()
        defer { withExtendedLifetime(files) {} }
        options.foreign = ForeignCommand(
            commandLine: "python3 '\(try changed(changes, in: files))'", reasons: reasons, mode: .steps)
        options.timeLimit = .seconds(300)
        options.knownFailing = knownFailing
        options.jobs = 2
        let library = try SharedLibrary.library
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run(try library.selected(by: ids))
    }

    /// Copies its files into a folder of their own; each text must be there to be replaced.
    private static func changed(_ changes: [(String, String)], in files: TemporaryFolder) throws -> String {
        let clients = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../../Fixtures/clients")
        let folder = files.path
        var left = changes.map(\.0)
        for name in ["client", "maps", "tokens", "wire"].map({ "requests_\($0).py" }) {
            var script = try String(contentsOf: clients.appendingPathComponent(name), encoding: .utf8)
            for (old, new) in changes where script.contains(old) {
                script = script.replacing(old, with: new)
                left.removeAll { $0 == old }
            }
            try Data(script.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        try #require(left.isEmpty, "nowhere in the client: \(left)")
        return folder + "/requests_client.py"
    }
}
