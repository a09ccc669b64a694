package import JSONValues

extension RunReport {
    /// Joins the reports of shards, of several clients, or both. Throws where two say different things of the same run.
    package static func merged(_ reports: [(report: RunReport, source: String)]) throws(DocumentError) -> RunReport {
        var merged = RunReport(results: [], durationMS: 0)
        var seen: [Key: (result: RunResult, source: String)] = [:]
        for (report, source) in reports {
            // Runs on several machines go on at once: what took longest is what was waited for.
            merged.durationMS = max(merged.durationMS, report.durationMS).inWholeMicroseconds
            merged.origins += report.origins.filter { !merged.origins.contains($0) }
            for result in report.results {
                let key = Key(name: result.name, client: result.client)
                guard let other = seen[key] else {
                    seen[key] = (result, source)
                    merged.results.append(result)
                    continue
                }
                guard other.result == result else {
                    throw DocumentError(
                        .conflict, source: source, keyPath: result.name,
                        problem: "the client \(result.client) was run here and in \(other.source), and the runs "
                            + "differ; which one counts? Leave one of the files out")
                }
            }
        }
        return merged.sorted().consistent()
    }

    /// The parts of a whole that no report has, a line for each whole that lacks some.
    package var missingParts: [String] {
        let parts = origins.filter { $0.shard != nil }
        return Dictionary(grouping: parts) {
            Whole(client: $0.client, selection: $0.selection, count: $0.shard?.count ?? 1)
        }.compactMap { whole, parts -> String? in
            // A report may claim any number of parts: no more are looked for than are named.
            let present = Set(parts.compactMap(\.shard?.index))
            let count = whole.count - present.count
            guard count > 0 else { return nil }
            let missing = (0..<whole.count).lazy.filter { !present.contains($0) }.prefix(mostNamedParts)
            let rest = count > mostNamedParts ? " and \(count - mostNamedParts) more" : ""
            let names = missing.map { "\($0)/\(whole.count)" }.joined(separator: ", ") + rest
            return "of the \(parts[0].scenarios) scenarios that \(whole.client) was run by, "
                + (count == 1 ? "the part \(names) is missing" : "the parts \(names) are missing")
        }.sorted()
    }

    private var mostNamedParts: Int { 100 }

    /// The results in the order of their names, each client's beside the others', so that the order of files says nothing.
    private func sorted() -> RunReport {
        var report = self
        report.results.sort { ($0.scenario, $0.name, $0.client) < ($1.scenario, $1.name, $1.client) }
        return report
    }

    private struct Key: Hashable {
        let name: String
        let client: String
    }

    private struct Whole: Hashable {
        let client: String
        let selection: String
        let count: Int
    }
}

extension DocumentError.Code {
    /// Two documents that contradict each other.
    package static let conflict = Self(rawValue: "conflict")
}
