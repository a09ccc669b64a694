import ChildProcess
import Foundation
import Mutants
import ScenarioFormat
import TestFolders
import Testing

/// The reference clients of the checkout, each with its table of bugs.
enum ReferenceClients {
    static let folder: String =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../../Fixtures/clients"
        ).standardizedFileURL.path

    /// Every table of the folder. Throws for one that cannot be read.
    static func tables() throws -> [BugTable] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".bugs") }
        return try names.sorted().map { name in
            let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            return try BugTable(client: String(name.dropLast(".bugs".count)), text: text)
        }
    }

    /// The programs that a client needs and that are not on the search path.
    static func missing(for table: BugTable) -> [String] {
        let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return table.needs.filter { program in
            !places.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
        }
    }

    /// The clients whose programs are there, built into folders within one; the others are told as peers that were not there.
    static func candidates(
        in files: TemporaryFolder, _ library: ScenarioLibrary
    ) async throws -> [ClientMatrix.Candidate] {
        var found: [ClientMatrix.Candidate] = []
        for table in try tables() {
            let missing = missing(for: table)
            guard missing.isEmpty else {
                SkippedPeers.tell("\(table.client): needs \(missing.joined(separator: ", "))")
                continue
            }
            let build = "\(files.path)/\(table.client)-build"
            try FileManager.default.createDirectory(atPath: build, withIntermediateDirectories: true)
            if let line = table.build {
                let outcome = try await ChildProcess.run(
                    "/bin/sh", ["-c", table.filled(line, folder: folder, build: build)])
                try #require(outcome.status == 0, "\(table.client) cannot be built: \(outcome.output)")
            }
            let known = try knownFailing(of: table, library)
            found.append(ClientMatrix.Candidate(table, folder: folder, build: build, knownFailing: known))
        }
        return found
    }

    /// The scenarios of the file `.failing` beside a client.
    private static func knownFailing(of table: BugTable, _ library: ScenarioLibrary) throws -> Set<String> {
        let path = "\(folder)/\(table.client).failing"
        guard let bytes = FileManager.default.contents(atPath: path) else { return [] }
        return try library.ids(listedIn: Array(bytes), source: path)
    }
}
