package import PortalJudge

/// What became of all runs.
package struct RunReport: Sendable, Equatable {
    /// Where, when and over what it was run: one, or several whose reports were merged.
    package var origins: [RunOrigin]
    package var results: [RunResult]
    /// How long it took by the clock on the wall; of merged reports the longest.
    package var durationMS: Double
    /// Whether a pass in a documented looser way counts as a failure; it is not stored.
    package var isStrict = false

    package init(results: [RunResult], durationMS: Double, origins: [RunOrigin] = []) {
        self.origins = origins
        self.results = results
        self.durationMS = durationMS
    }

    /// Results by kind of verdict.
    package func count(_ kind: Verdict.Kind) -> Int { results.count { $0.verdict.kind == kind } }

    /// Results whose verdict says something of the client.
    package var judged: Int { results.count(where: \.isJudged) }

    /// How long a client's runs took by the clock on the wall, the longest of several; nil where the report does not say.
    package func wallTime(of client: String) -> Double? {
        let times = origins.filter { $0.client == client }.compactMap(\.durationMS)
        if let longest = times.max() { return longest }
        // A report of an earlier version knows it of the whole.
        return clients.count == 1 && origins.count <= 1 ? durationMS : nil
    }

    /// Failed runs that were not known to fail, and where the report is strict those that passed in a looser way.
    package var unexpectedFailures: [RunResult] { results.filter(isUnexpected) }

    /// Whether a run failed, or passed too loosely, and was not known to.
    package func isUnexpected(_ result: RunResult) -> Bool { result.isUnexpected(isStrict: isStrict) }

    /// Whether runs took place, and none of them says anything of its client; a part of a whole may be like that.
    package var isNothingJudged: Bool {
        !results.isEmpty && count(.notApplicable) == results.count && origins.allSatisfy { $0.shard == nil }
    }

    /// Failed runs that were known to fail.
    package var knownFailures: Int { results.count { $0.verdict.kind == .failed && $0.isKnownToFail } }

    /// Scenarios that a client was known to fail and did not, in any of their runs.
    package var unexpectedPasses: [String] {
        // What was not run any more may still fail.
        let partial = Set(origins.filter { $0.ending != nil }.map(\.client))
        return Dictionary(grouping: results.filter { $0.isKnownToFail && !partial.contains($0.client) }) {
            [$0.scenario, $0.client]
        }.filter { $0.value.allSatisfy { $0.verdict.kind == .passed || ($0.verdict.isPass && !isStrict) } }.map {
            $0.key[0]
        }.sorted()
    }

    /// What is to be said of runs that were ended before everything was judged, a line each.
    package var endings: [String] {
        origins.compactMap { origin in
            origin.ending.map { ending in
                "partial: \(ending.signal) ended the run of \(origin.client) after \(ending.judged) of \(ending.planned) runs"
            }
        }
    }

    /// The clients, in the order in which they first appear.
    package var clients: [String] {
        var seen: Set<String> = []
        return results.map(\.client).filter { seen.insert($0).inserted }
    }

    /// The clients by the last parts of their paths, where that tells them apart.
    package var clientLabels: [String: String] {
        let short = Dictionary(
            clients.map { client in
                let words = client.split(separator: " ").map { $0.split(separator: "/").last.map(String.init) ?? "" }
                return (client, words.joined(separator: " "))
            }, uniquingKeysWith: { first, _ in first })
        return Set(short.values).count == short.count
            ? short : Dictionary(uniqueKeysWithValues: clients.map { ($0, $0) })
    }

    /// The exit code of `run`: 0 all as expected, 1 a scenario failed, 2 something or nothing could be judged, or not any more.
    package var exitCode: Int32 {
        if !unexpectedFailures.isEmpty { return 1 }
        if count(.notJudged) > 0 || !unexpectedPasses.isEmpty || !endings.isEmpty || isNothingJudged { return 2 }
        return 0
    }

    /// The same evidence, judged once more.
    package func judgedAgain() -> RunReport {
        var report = self
        for index in results.indices { report.results[index].verdict = results[index].judgedAgain }
        return report.consistent()
    }
}
