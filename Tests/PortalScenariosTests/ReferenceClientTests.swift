import ChildProcess
import Foundation
import Mutants
import PortalJudge
import ScenarioFormat
import TLSIdentity
import TestFolders
import Testing

/// The clients of `Fixtures/clients` that are right without a bug, and wrong with each of their own.
@Suite struct `Reference clients` {
    private static let environment = ProcessInfo.processInfo.environment

    /// Every scenario by a right client, and each bug by its own scenarios: minutes, so `make mutants` runs it.
    @Test(.enabled(if: getenv("MOCKPORTAL_MUTANTS") != nil, "opt-in: make mutants"))
    func `every bug of a reference client is caught, its cause comes first, and a right one meets no false alarm`()
        async throws
    {
        let library = try SharedLibrary.library
        let isFull = Self.environment["MOCKPORTAL_MUTANTS"] != nil
        let jobs = Self.environment["MOCKPORTAL_MUTANTS_JOBS"].flatMap { Int($0) } ?? 8
        let pattern = try Regex(Self.environment["MOCKPORTAL_MUTANTS_NAMES"] ?? "")
        let wanted = Set(try ReferenceClients.tables().flatMap(\.bugs).map(\.name).filter { $0.contains(pattern) })
        let selectors = Self.environment["MOCKPORTAL_MUTANTS_SCENARIOS"]?.split(separator: " ").map(String.init) ?? []
        let scenarios = try library.selected(by: selectors.isEmpty && !isFull ? ["tag:core"] : selectors)
        let files = try TemporaryFolder()
        defer { withExtendedLifetime(files) {} }
        let report = try await ClientMatrix(library: library, pki: try TestPKI(), jobs: jobs).report(
            on: try await ReferenceClients.candidates(in: files, library), by: scenarios
        ) { wanted.contains($0.name) }
        if let folder = Self.environment["MOCKPORTAL_MUTANTS_REPORT"] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try encoder.encode(report).write(to: URL(filePath: "\(folder)/clients.json"))
            try Data(report.markdown.utf8).write(to: URL(filePath: "\(folder)/clients.md"))
        }
        if isFull { print(report.markdown) }
        for problem in report.problems { Issue.record("\(problem)") }
        guard selectors.isEmpty else { return }
        for row in report.rows {
            #expect(row.coreRows.count >= 80, "\(row.client) can do \(row.coreRows.count) core rows")
        }
    }

    @Test func `each has twenty bugs that its table knows and no others`() async throws {
        let library = try SharedLibrary.library
        let files = try TemporaryFolder()
        defer { withExtendedLifetime(files) {} }
        let known = Check.all.flatMap(\.codes)
        for table in try ReferenceClients.tables() {
            #expect(table.bugs.count { !$0.isKnownMiss } >= 20, "\(table.client)")
            for bug in table.bugs where !bug.isKnownMiss {
                let scenarios = try library.selected(by: bug.scenarios)
                #expect(
                    scenarios.contains { $0.foreign != nil },
                    "\(table.client): no command can do what shows \(bug.name)")
                // A mistyped code names nothing.
                #expect(
                    bug.codes.contains { code in
                        known.contains { $0 == code || $0.hasPrefix(code) || code.hasPrefix($0) }
                    }, "\(table.client): no check finds \(bug.codes)")
            }
        }
        for candidate in try await ReferenceClients.candidates(in: files, library) {
            let line = candidate.table.commandLine(folder: candidate.folder, build: candidate.build)
            let outcome = try await ChildProcess.run("/bin/sh", ["-c", "\(line) --list-bugs"], streams: .pipesForEach)
            let told = outcome.output.split(whereSeparator: \.isWhitespace).map(String.init)
            #expect(Set(told) == Set(candidate.table.bugs.map(\.name)), "\(candidate.table.client)")
            #expect(told.count == candidate.table.bugs.count && outcome.status == 0)
        }
    }
}
