import FixtureFiles
import JSONValues
import Mutants
import PortalJudge
import PortalScenarios
import TLSIdentity
import Testing

@Suite struct Reports {
    private func report(fault: String?) async throws -> RunReport {
        let library = try ScenarioLibrary(fixtures: .embedded)
        let options = fault.flatMap(PlantedFault.options) ?? RunOptions()
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run([
            try #require(library["tokens/expired-silent"]), try #require(library["connect/private-anonymous"]),
        ])
    }

    @Test(arguments: [nil, "drop-token", "token-in-query", "leak-to-log"])
    func `stored evidence is judged again with the same verdict`(_ fault: String?) async throws {
        let report = try await report(fault: fault)
        let text = try JSONReport(report).text()
        let again = try JSONReport(parsing: Array(text.utf8), source: "report.json").rejudged()
        #expect(again.results.map(\.verdict.kind) == report.results.map(\.verdict.kind))
        #expect(
            again.results.map { $0.verdict.findings.map(\.code) }
                == report.results.map { $0.verdict.findings.map(\.code) })
    }

    @Test func `a failed verdict shows what was expected, the nearest and how to rerun it`() async throws {
        let failed = try #require(try await report(fault: "drop-token").unexpectedFailures.first)
        let text = TextReport.text(of: failed)
        #expect(text.hasPrefix("✗ tokens/expired-silent[api=modern]   T12 · "))
        #expect(text.contains("    expected request 3   GET Traffic +token#1 -> 200"))
        #expect(text.contains("    nearest  request 3   GET Traffic -> 499    ← carries no token"))
        #expect(text.contains("    rerun: mockportal run tokens/expired-silent --explain"))
    }

    @Test func `the exit code tells failures, obstacles and known failures apart`() async throws {
        var report = try await report(fault: "drop-token")
        #expect(report.exitCode == 1)
        report.knownFailing = Set(report.results.map(\.scenario))
        #expect(report.exitCode == (report.unexpectedPasses.isEmpty ? 0 : 2))
        report.knownFailing = []
        report.results = report.results.map { result in
            var copy = result
            copy.verdict = Verdict(.notJudged, reason: "no client")
            return copy
        }
        #expect(report.exitCode == 2)
    }

    @Test func `JUnit counts what failed and escapes what it says`() async throws {
        var report = try await report(fault: "drop-token")
        report.results[0].title = "a < b & \"c\""
        let text = JUnitReport.text(of: report)
        #expect(text.contains("failures=\"\(report.unexpectedFailures.count)\""))
        #expect(text.contains("a &lt; b &amp; &quot;c&quot;"))
        #expect(!text.contains("a < b"))
    }

    @Test func `a report that was cut off is told in one short line and is no obstacle`() async throws {
        let text = try JSONReport(try await report(fault: nil)).text()
        let error = try #require(throws: DocumentError.self) {
            _ = try JSONReport(parsing: Array(text.utf8.prefix(text.utf8.count / 2)), source: "x.json")
        }
        #expect(error.code == .malformed)
        #expect(error.description == "x.json: is no report of mockportal, or only a part of one")
    }

    @Test(arguments: ["{}", "[]", "{\"schema\":\"other\",\"version\":1,\"durationMS\":0,\"scenarios\":[]}", "nonsense"])
    func `what is no report is an error`(_ text: String) {
        #expect(throws: (any Error).self) { try JSONReport(parsing: Array(text.utf8), source: "x.json") }
    }
}
