import JSONValues
import Mutants
import PortalJudge
import PortalScenarios
import ScenarioFormat
import ScenarioReports
import TLSIdentity
import Testing

@Suite struct Reports {
    private func report(fault: String?) async throws -> RunReport {
        let library = try SharedLibrary.library
        let options = fault.flatMap(Mutant.named)?.options ?? RunOptions()
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run([
            try #require(library["tokens/expired-silent"]), try #require(library["connect/private-anonymous"]),
        ])
    }

    @Test(arguments: [nil, "drop-token", "token-in-query", "leak-to-log"])
    func `stored evidence is judged again with the same verdict`(_ fault: String?) async throws {
        let report = try await report(fault: fault)
        let text = try JSONReport.text(of: report)
        let stored = try JSONReport.report(parsing: Array(text.utf8), source: "report.json")
        #expect(stored.results.map(\.verdict) == report.results.map(\.verdict))
        #expect(stored.judgedAgain().results.map(\.verdict) == report.results.map(\.verdict))
        #expect(try JSONReport.text(of: stored) == text, "what was read is written the same again")
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
        for index in report.results.indices { report.results[index].isKnownToFail = true }
        #expect(report.exitCode == (report.unexpectedPasses.isEmpty ? 0 : 2))
        report.results = report.results.map { result in
            var copy = result
            copy.isKnownToFail = false
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
        let text = try JSONReport.text(of: try await report(fault: nil))
        let error = try #require(throws: DocumentError.self) {
            _ = try JSONReport.report(parsing: Array(text.utf8.prefix(text.utf8.count / 2)), source: "x.json")
        }
        #expect(error.code == .malformed)
        #expect(error.description.hasPrefix("x.json: is no report of mockportal, or only a part of one: "))
    }

    @Test(arguments: ["{}", "[]", "{\"schema\":\"other\",\"version\":2,\"durationMS\":0,\"scenarios\":[]}", "nonsense"])
    func `what is no report is an error`(_ text: String) {
        #expect(throws: (any Error).self) { try JSONReport.report(parsing: Array(text.utf8), source: "x.json") }
    }

    @Test func `a report of the first version is told what to do`() throws {
        let text = "{\"schema\":\"mockportal.report\",\"version\":1,\"durationMS\":0,\"scenarios\":[]}"
        let error = try #require(throws: DocumentError.self) {
            _ = try JSONReport.report(parsing: Array(text.utf8), source: "x.json")
        }
        #expect(error.description.contains("x.json: version: reports of version 1 cannot be read"))
        #expect(error.description.hasSuffix("run again to get one"))
    }
}
