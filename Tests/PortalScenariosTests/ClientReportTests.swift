import Mutants
import PortalJudge
import ScenarioFormat
import Testing

@Suite struct `Reports on wrong clients` {
    private let bug: BugTable.Bug
    private let knownMiss: BugTable.Bug

    init() throws {
        let bugs = try BugTable(
            client: "a", text: "b | trust | secret. | Does it\n? c | trust | secret. | Does it too"
        ).bugs
        (bug, knownMiss) = (bugs[0], bugs[1])
    }

    private func result(_ kind: Verdict.Kind, _ codes: String..., tags: [String] = []) -> RunResult {
        RunResult(
            scenario: "trust/expired", name: "trust/expired[tls=1.3]", title: "", catalogue: ["S11", "S12"], tags: tags,
            citation: "", requirement: "",
            verdict: Verdict(kind, findings: codes.map { Finding($0, "something is wrong") }, reason: "no reason"),
            durationMS: 1, client: "a", expectation: Expectation(), evidence: Evidence(client: .foreign), rerun: "")
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let kind: Verdict.Kind
        var code = "secret.in-url"
        let fate: ClientReport.Trial.Fate
        let isRight: Bool
    }

    @Test(arguments: [
        Case(testDescription: "failed for the cause", kind: .failed, fate: .caught, isRight: true),
        Case(
            testDescription: "failed for something else", kind: .failed, code: "outcome", fate: .caught, isRight: false),
        Case(testDescription: "loose for the cause", kind: .passedNonStrictly, fate: .told, isRight: true),
        Case(
            testDescription: "loose for something else", kind: .passedNonStrictly, code: "wire.probe", fate: .missed,
            isRight: false),
        Case(testDescription: "passed", kind: .passed, fate: .missed, isRight: false),
        Case(testDescription: "not applicable", kind: .notApplicable, fate: .notJudged, isRight: false),
        Case(testDescription: "not judged", kind: .notJudged, fate: .notJudged, isRight: false),
    ])
    func `the fate of a bug is what its scenarios say`(_ row: Case) {
        let trial = ClientReport.Trial(bug, [result(row.kind, row.code)])
        #expect(trial.fate == row.fate)
        #expect(trial.isRight == row.isRight)
    }

    @Test func `a failure outweighs what passed, and only its first finding counts`() {
        let results = [result(.passed), result(.failed, "outcome", "secret.in-url")]
        let trial = ClientReport.Trial(bug, results)
        #expect(trial.fate == .caught && !trial.isNamed)
        #expect(trial.first?.code == "outcome")
    }

    @Test func `a miss is a problem, and so is a mark for one that is caught`() {
        func problems(_ trials: [ClientReport.Trial], right: [RunResult] = []) -> [String] {
            ClientReport(rows: [
                ClientReport.Row("a", right: RunReport(results: right, durationMS: 1000), trials: trials)
            ]).problems
        }
        #expect(problems([ClientReport.Trial(bug, [result(.failed, "secret.in-url")])]).isEmpty)
        #expect(problems([ClientReport.Trial(bug, [result(.passed)])]) == ["a --bug b is missed by trust"])
        #expect(
            problems([ClientReport.Trial(bug, [result(.failed, "outcome")])]).first?.contains("another cause") == true)
        #expect(problems([ClientReport.Trial(knownMiss, [result(.passed)])]).isEmpty)
        #expect(problems([ClientReport.Trial(knownMiss, [result(.failed, "outcome")])]).isEmpty)
        #expect(
            problems([ClientReport.Trial(knownMiss, [result(.failed, "secret.in-url")])])
                == ["a --bug c is caught and its cause is named: strike the ? from its line"])
        #expect(problems([], right: [result(.passed), result(.notApplicable)]).isEmpty)
        #expect(problems([], right: [result(.failed, "outcome")]).first?.contains("outcome something is wrong") == true)
        #expect(problems([], right: [result(.passedNonStrictly, "wire.probe")]).count == 1, "right is strictly right")
        #expect(problems([], right: [result(.notJudged)]).first?.contains("not judged") == true)
    }

    @Test func `a row counts core rows that were judged, and misses stand in a table`() {
        let row = ClientReport.Row(
            "a",
            right: RunReport(
                results: [result(.passed, tags: ["core"]), result(.passed), result(.notApplicable, tags: ["core"])],
                durationMS: 2500),
            trials: [
                ClientReport.Trial(bug, [result(.passedNonStrictly, "secret.in-url")]),
                ClientReport.Trial(knownMiss, [result(.passed)]),
            ])
        #expect(row.coreRows == ["S11", "S12"])
        let text = ClientReport(rows: [row]).markdown
        #expect(text.contains("| `a` | 2 | 1 (1) | 1 | 0 | 2 | 2 | 2 |"), "\(text)")
        #expect(text.contains("| `a` | `c` | missed | nothing was found | Does it too |"), "\(text)")
        #expect(!text.contains("## Problems"))
    }
}
