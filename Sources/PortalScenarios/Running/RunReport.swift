package import PortalJudge

/// What became of one run of a scenario.
package struct RunResult: Sendable, Codable {
    /// The scenario's id.
    package var scenario: String
    /// The id with the combination of variants.
    package var name: String
    package var title: String
    package var catalogue: [String]
    package var citation: String
    /// What the catalogue's rows ask for.
    package var requirement: String
    package var verdict: Verdict
    package var durationMS: Double
    /// `built-in`, or the command.
    package var client: String
    package var expectation: Expectation
    /// Without secrets.
    package var evidence: Evidence
    /// The order of answers that the verdict speaks of, as `2.0.1`; nil where none was asked for or every one passed.
    package var schedule: String?
}

/// What became of all runs.
package struct RunReport: Sendable {
    package var results: [RunResult]
    package var durationMS: Double
    /// Ids of scenarios that must still fail.
    package var knownFailing: Set<String>

    package init(results: [RunResult], durationMS: Double, knownFailing: Set<String> = []) {
        self.results = results
        self.durationMS = durationMS
        self.knownFailing = knownFailing
    }

    /// Results by kind of verdict.
    package func count(_ kind: Verdict.Kind) -> Int { results.count { $0.verdict.kind == kind } }

    /// Failed runs that were not known to fail.
    package var unexpectedFailures: [RunResult] {
        results.filter { $0.verdict.kind == .failed && !knownFailing.contains($0.scenario) }
    }

    /// Scenarios that were known to fail and did not, in any of their runs.
    package var unexpectedPasses: [String] {
        knownFailing.filter { id in
            let runs = results.filter { $0.scenario == id }
            return !runs.isEmpty && runs.allSatisfy(\.verdict.isPass)
        }.sorted()
    }

    /// The exit code of `run`: 0 all as expected, 1 a scenario failed, 2 something could not be judged.
    package var exitCode: Int32 {
        if !unexpectedFailures.isEmpty { return 1 }
        if count(.notJudged) > 0 || !unexpectedPasses.isEmpty { return 2 }
        return 0
    }
}
