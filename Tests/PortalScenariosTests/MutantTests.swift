import FixtureFiles
import Foundation
import Mutants
import ScenarioFormat
import TLSIdentity
import Testing

@Suite struct `Mutants` {
    private static let environment = ProcessInfo.processInfo.environment

    /// Each scenario against the mutants that it names; `make mutants` chooses more by MOCKPORTAL_MUTANTS.
    @Test func `every fault is caught for the right reason`() async throws {
        let library = try SharedLibrary.library
        let scope = Self.environment["MOCKPORTAL_MUTANTS"].flatMap(MutantMatrix.Scope.init) ?? .own
        let jobs = Self.environment["MOCKPORTAL_MUTANTS_JOBS"].flatMap { Int($0) } ?? 8
        let pattern = Self.environment["MOCKPORTAL_MUTANTS_NAMES"] ?? ""
        let selectors = Self.environment["MOCKPORTAL_MUTANTS_SCENARIOS"]?.split(separator: " ").map(String.init) ?? []
        let mutants = try Mutant.all.filter { try pattern.isEmpty || $0.name.contains(Regex(pattern)) }
        if mutants.isEmpty {
            // The bugs of reference clients are chosen by the same pattern.
            let bugs = try ReferenceClients.tables().flatMap(\.bugs)
            try #require(try bugs.contains { try $0.name.contains(Regex(pattern)) }, "no mutant is called so")
            return
        }
        let matrix = MutantMatrix(library: library, pki: try TestPKI(), scope: scope, jobs: jobs)
        let report = try await matrix.report(
            on: mutants,
            scenarios: RealmPeer.judgeable(
                selectors.isEmpty ? library.scenarios : try library.selected(by: selectors))
        ) { done, all in
            if scope != .own, done % 500 == 0 { print("mutants: \(done) of \(all) runs") }
        }
        if let folder = Self.environment["MOCKPORTAL_MUTANTS_REPORT"] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try encoder.encode(report).write(to: URL(filePath: "\(folder)/mutants.json"))
            try Data(report.markdown.utf8).write(to: URL(filePath: "\(folder)/mutants.md"))
        }
        for problem in report.problems { Issue.record("\(problem)") }
        let lines = report.firstLines
        #expect(lines.right * 10 >= lines.all * 9, "\(lines.right) of \(lines.all) first lines name the true cause")
    }

    @Test func `every mutant has a name of its own, a source and a reason, and is named by a scenario`() throws {
        let library = try SharedLibrary.library
        let named = Set(library.scenarios.flatMap(\.faults))
        #expect(Set(Mutant.all.map(\.name)).count == Mutant.all.count)
        for mutant in Mutant.all {
            #expect(named.contains(mutant.name), "\(mutant.name) is named by no scenario")
            #expect(!mutant.source.isEmpty && !mutant.reasons.isEmpty, "\(mutant.name)")
            #expect(
                !mutant.breaks.isEmpty
                    && mutant.breaks.allSatisfy { library.catalogue[$0] != nil || library.catalogue.rules[$0] != nil },
                "\(mutant.name)")
        }
    }
}

@Suite struct `Goldens of mutants` {
    @Test func `the page of planted faults lists every mutant`() throws {
        if ProcessInfo.processInfo.environment["MOCKPORTAL_GOLDENS"] == "rewrite" {
            let place = URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "../../Fixtures/scenarios/FAULTS.md")
            try Data(Mutant.page.utf8).write(to: place)
        } else {
            let page = try FixtureTree.embedded.bytes(at: "Fixtures/scenarios/FAULTS.md")
            #expect(String(decoding: page, as: UTF8.self) == Mutant.page, "make goldens rewrites it")
        }
    }
}
