package import JSONValues
internal import PortalJudge

/// What is demanded of all runs together, beyond what each scenario asks.
package struct RunDemands: Sendable {
    /// At least so many runs must be judged; nil demands nothing.
    package var least: Int?
    /// An earlier report: what was judged there must be judged, and what passed there must pass.
    package var earlier: (report: RunReport, source: String)?

    package init(least: Int? = nil, earlier: (report: RunReport, source: String)? = nil) {
        self.least = least
        self.earlier = earlier
    }

    /// What a demand found lacking.
    package struct Shortfall: Sendable, Equatable {
        /// Whether a client does worse than before, so that the run failed; else too little was judged.
        package let isFailure: Bool
        /// What is lacking, in one line.
        package let text: String
    }

    /// What the runs lack. Of an earlier report only those scenarios count that `isAsked` names, as those of this part of a whole.
    package func shortfalls(
        of report: RunReport, where isAsked: (String) -> Bool = { _ in true }
    ) throws(DocumentError) -> [Shortfall] {
        var found: [Shortfall] = []
        let judged = report.results.count(where: \.isJudged)
        if let least, judged < least {
            let what = least == 1 ? "run had" : "runs had"
            found.append(
                Shortfall(
                    isFailure: false,
                    text: "\(judged) of \(report.results.count) runs were judged; at least \(least) \(what) to be"))
        }
        guard let earlier else { return found }
        for client in report.clients {
            found += Self.losses(
                report.results.filter { $0.client == client },
                since: try Self.results(of: client, in: earlier).filter { isAsked($0.scenario) }, earlier.source)
        }
        return found
    }

    /// The earlier results of a client. A report of one client alone is of the same one, wherever that lay then.
    private static func results(
        of client: String, in earlier: (report: RunReport, source: String)
    ) throws(DocumentError) -> [RunResult] {
        let known = earlier.report.clients
        if known.count == 1 { return earlier.report.results }
        let results = earlier.report.results.filter { $0.client == client }
        guard !results.isEmpty else {
            throw DocumentError(
                .unknownValue, source: earlier.source, keyPath: "",
                problem: known.isEmpty
                    ? "holds no run to compare with" : "holds runs of several clients, and none of them is \(client)",
                allowed: known, written: client)
        }
        return results
    }

    private static func losses(_ now: [RunResult], since before: [RunResult], _ source: String) -> [Shortfall] {
        let current = Dictionary(now.map { ($0.name, $0) }) { first, _ in first }
        return before.filter(\.isJudged).compactMap { old in
            let name = "\(old.name) (\(old.catalogue.joined(separator: ", ")))"
            guard let new = current[old.name] else {
                return Shortfall(isFailure: false, text: "\(name) was judged in \(source), and was not run now")
            }
            guard new.isJudged else {
                let why = new.verdict.reason.map { ": \($0)" } ?? ""
                return Shortfall(
                    isFailure: false, text: "\(name) was judged in \(source), and is not judged now\(why)")
            }
            guard old.verdict.isPass, new.verdict.kind == .failed else { return nil }
            let why = new.verdict.findings.first.map { ": \($0.problem)" } ?? ""
            return Shortfall(isFailure: true, text: "\(name) passed in \(source), and fails now\(why)")
        }
    }
}

extension RunResult {
    /// Whether the verdict says anything of the client.
    package var isJudged: Bool { verdict.isPass || verdict.kind == .failed }
}
