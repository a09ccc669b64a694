import JSONValues
import PortalJudge
import ScenarioFormat
import Testing

@Suite struct `Demands on all runs` {
    private static func result(
        _ name: String, _ kind: Verdict.Kind, client: String = "curl", abilities: ClientAbilities? = nil
    ) -> RunResult {
        var evidence = Evidence(client: .foreign)
        evidence.abilities = abilities
        return RunResult(
            scenario: name, name: name, title: "A title", catalogue: ["C01"], citation: "", requirement: "",
            verdict: Verdict(
                kind, findings: kind == .failed ? [Finding("wire.order", "another request")] : [],
                reason: kind == .notApplicable ? "it cannot" : nil),
            durationMS: 1, client: client, evidence: evidence, rerun: "")
    }

    private static func report(_ results: RunResult...) -> RunReport { RunReport(results: results, durationMS: 1) }

    @Test func `are met by as many judged runs`() throws {
        let report = Self.report(
            Self.result("a", .passed), Self.result("b", .failed), Self.result("c", .notApplicable),
            Self.result("d", .notJudged), Self.result("e", .passedNonStrictly))
        #expect(try RunDemands(least: 3).shortfalls(of: report).isEmpty)
        let lacking = try RunDemands(least: 4).shortfalls(of: report)
        #expect(lacking.map(\.text) == ["3 of 5 runs were judged; at least 4 runs had to be"])
        #expect(lacking.allSatisfy { !$0.isFailure })
    }

    @Test func `name what an earlier report could judge, and what passed there`() throws {
        let earlier = Self.report(
            Self.result("a", .passed), Self.result("b", .passed), Self.result("c", .failed), Self.result("d", .passed),
            Self.result("e", .notApplicable), Self.result("f", .failed))
        let now = Self.report(
            Self.result("a", .notApplicable), Self.result("b", .failed), Self.result("c", .notJudged),
            Self.result("e", .notApplicable), Self.result("f", .failed))
        let found = try RunDemands(earlier: (earlier, "last.json")).shortfalls(of: now)
        #expect(found.map(\.isFailure) == [false, true, false, false])
        #expect(
            found.map(\.text) == [
                "a (C01) was judged in last.json, and is not judged now: it cannot",
                "b (C01) passed in last.json, and fails now: another request",
                "c (C01) was judged in last.json, and is not judged now",
                "d (C01) was judged in last.json, and was not run now",
            ])
        let part = try RunDemands(earlier: (earlier, "last.json")).shortfalls(of: now) { $0 != "d" }
        #expect(part.count == 3)
    }

    @Test func `compare a client with itself`() throws {
        let two = Self.report(Self.result("a", .passed), Self.result("a", .passed, client: "wget"))
        let now = Self.report(Self.result("a", .failed, client: "wget"))
        #expect(try RunDemands(earlier: (two, "last.json")).shortfalls(of: now).map(\.isFailure) == [true])
        let other = Self.report(Self.result("a", .passed, client: "node"))
        let error = try #require(throws: DocumentError.self) {
            _ = try RunDemands(earlier: (two, "last.json")).shortfalls(of: other)
        }
        #expect(error.description.contains("none of them is node"))
        let moved = Self.report(Self.result("a", .passed, client: "./curl"))
        #expect(try RunDemands(earlier: (now, "last.json")).shortfalls(of: moved).isEmpty)
        #expect(throws: DocumentError.self) {
            _ = try RunDemands(earlier: (Self.report(), "last.json")).shortfalls(of: now)
        }
    }

    @Test func `are that something is judged, but of a part of a whole`() {
        var nothing = Self.report(Self.result("a", .notApplicable))
        #expect(nothing.isNothingJudged && nothing.exitCode == 2)
        #expect(!Self.report().isNothingJudged)
        #expect(Self.report(Self.result("a", .notApplicable), Self.result("b", .passed)).exitCode == 0)
        nothing.origins = [
            RunOrigin(
                id: "1", tool: "mockportal", date: "", platform: "", client: "curl", shard: Shard(index: 0, of: 2),
                scenarios: 2, selection: "", ending: nil)
        ]
        #expect(!nothing.isNothingJudged && nothing.exitCode == 0)
    }

    @Test func `are strict where that is asked`() {
        var report = Self.report(Self.result("a", .passedNonStrictly), Self.result("b", .passed))
        #expect(report.exitCode == 0 && report.unexpectedFailures.isEmpty)
        report.isStrict = true
        #expect(report.exitCode == 1 && report.unexpectedFailures.map(\.name) == ["a"])
        report.results[0].isKnownToFail = true
        #expect(report.exitCode == 0 && report.unexpectedPasses.isEmpty)
    }

    @Test func `hold a client to what it did in another run`() {
        let report = Self.report(
            Self.result("a", .notApplicable, abilities: ClientAbilities(declined: "query, alice")),
            Self.result("b", .passed, abilities: ClientAbilities(did: ["query, alice"])),
            Self.result("c", .notApplicable, abilities: ClientAbilities(declined: "query, bob")),
            Self.result("d", .notApplicable, client: "wget", abilities: ClientAbilities(declined: "query, alice"))
        ).consistent()
        #expect(report.results.map(\.verdict.kind) == [.failed, .passed, .notApplicable, .notApplicable])
        #expect(report.results[0].verdict.findings.map(\.code) == ["client.inconsistent"])
        #expect(report.results[0].verdict.findings[0].problem.hasSuffix("what it did in b"))
    }
}
