internal import PortalJudge

extension RunReport {
    /// The same, where a client could not be started, and where one has failed that says of a task or step that it cannot do it, and did it in another run.
    ///
    /// Runs go side by side, so that this is known when all are done.
    package func consistent() -> RunReport {
        var report = noticingStarts()
        var done: [Key: String] = [:]
        for result in results {
            for what in result.evidence.abilities?.did ?? [] {
                let key = Key(client: result.client, what: what)
                done[key] = done[key] ?? result.name
            }
        }
        for index in results.indices where report.results[index].verdict.kind == .notApplicable {
            let result = results[index]
            let declined = result.evidence.abilities?.declined ?? result.twin?.evidence.abilities?.declined
            guard let declined, let other = done[Key(client: result.client, what: declined)] else { continue }
            report.results[index].verdict = Verdict(
                .failed,
                findings: [
                    Finding(
                        "client.inconsistent", "the client says that it cannot do what it did in \(other)",
                        expected: "an outcome, as in \(other): \(declined)", nearest: "unsupported")
                ])
        }
        return report
    }

    private struct Key: Hashable {
        let client: String
        let what: String
    }
}
