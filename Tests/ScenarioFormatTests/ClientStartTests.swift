import PortalJudge
import Testing

@testable import ScenarioFormat

/// Clients that never began, told apart from those that failed.
@Suite struct `Clients that did not start` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let breach: ClientBreach
        let errors: String
        let isJudged: Bool
    }

    @Test(arguments: [
        Case(
            testDescription: "Perl cannot compile a script", breach: .exitCode(255),
            errors: "syntax error at a.pl line 3, near \"}\"\nExecution of a.pl aborted due to compilation errors.\n",
            isJudged: false),
        Case(
            testDescription: "Perl finds no module", breach: .exitCode(2),
            errors: "Can't locate Nothing.pm\nBEGIN failed--compilation aborted at a.pl line 1.\n", isJudged: false),
        Case(
            testDescription: "PHP cannot compile a script", breach: .exitCode(255),
            errors: "PHP Parse error:  syntax error, unexpected end of file in a.php on line 2\n", isJudged: false),
        Case(
            testDescription: "a segmentation fault that a shell tells", breach: .exitCode(139),
            errors: "syntax error\n", isJudged: true),
        Case(
            testDescription: "the last signal of Linux", breach: .exitCode(192), errors: "syntax error\n",
            isJudged: true),
        Case(testDescription: "a signal", breach: .signal(11), errors: "syntax error\n", isJudged: true),
        Case(testDescription: "words of its own", breach: .exitCode(255), errors: "no\n", isJudged: true),
    ])
    func `are told by one run where an interpreter says so`(_ row: Case) {
        var evidence = Evidence(client: .foreign)
        evidence.breach = row.breach
        evidence.output = [ClientOutput(place: "standard error", text: row.errors)]
        let result = RunResult(
            scenario: "a/b", name: "a/b", title: "It works", catalogue: [], citation: "", requirement: "",
            verdict: Verdict(.failed), durationMS: 1, client: "perl a.pl", evidence: evidence, rerun: "")
        let report = RunReport(results: [result], durationMS: 1).noticingStarts()
        #expect((report.results[0].verdict.kind == .notJudged) != row.isJudged)
        #expect(
            row.isJudged || report.results[0].verdict.reason?.hasPrefix(RunReport.notStarted) == true)
    }
}
