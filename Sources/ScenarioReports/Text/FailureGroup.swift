internal import HTTPSemantics
internal import PortalJudge
package import ScenarioFormat

/// Runs that failed, or could not be judged, for one and the same cause.
package struct FailureGroup: Sendable {
    /// Why they are told.
    package enum Kind: Sendable {
        case failed
        /// Passed in a documented looser way where the report is strict.
        case loose
        case notJudged
        /// The client of all of its runs could not be started.
        case notStarted
    }

    package let kind: Kind
    /// The code of the first finding; nil where nothing was judged.
    package let code: String?
    /// The cause in one sentence; numbers in which the runs differ are left out.
    package let cause: String
    /// The runs in the order of the report; there is one at least.
    package let results: [RunResult]

    /// The first run, which is told whole.
    package var example: RunResult { results[0] }
    /// The other ones.
    package var others: ArraySlice<RunResult> { results.dropFirst() }

    /// What is not as expected in a report, by cause: what could not be judged, then failures; of each what is most frequent first.
    ///
    /// Failures that are known are as expected.
    package static func groups(of report: RunReport) -> [FailureGroup] {
        let unlike = report.results.filter { report.isUnexpected($0) || $0.verdict.kind == .notJudged }
        var order: [Key] = []
        var members: [Key: [RunResult]] = [:]
        for result in unlike {
            let key = Key(result)
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(result)
        }
        let groups = order.compactMap { key -> FailureGroup? in
            members[key].map { FailureGroup(key, $0) }
        }
        return groups.enumerated().sorted {
            ($0.element.rank, -$0.element.results.count, $0.offset)
                < ($1.element.rank, -$1.element.results.count, $1.offset)
        }.map(\.element)
    }

    private init(_ key: Key, _ results: [RunResult]) {
        self.results = results
        code = key.code
        let sentences = Set(results.map(Self.sentence))
        cause = sentences.count == 1 ? sentences.first ?? "" : key.cause
        kind =
            switch key.kind {
            case .notJudged: key.cause.hasPrefix(RunReport.notStarted) ? .notStarted : .notJudged
            case .failed: .failed
            default: .loose
            }
    }

    private var rank: Int {
        switch kind {
        case .notStarted: 0
        case .notJudged: 1
        case .loose: 2
        case .failed: 3
        }
    }

    private static func sentence(_ result: RunResult) -> String {
        result.verdict.findings.first?.problem ?? result.verdict.reason ?? "for no known reason"
    }

    private struct Key: Hashable {
        let kind: Verdict.Kind
        let code: String?
        let cause: String

        init(_ result: RunResult) {
            kind = result.verdict.kind
            code = result.verdict.findings.first?.code
            cause = Self.withoutNames(FailureGroup.sentence(result))
        }

        /// A sentence without what differs between runs and says nothing of why: the number of a request is an ellipsis, and the secret
        /// `password:alice` is any password, `token#2` any token.
        private static func withoutNames(_ text: String) -> String {
            text.split(separator: " ", omittingEmptySubsequences: false).map { word in
                if !word.isEmpty, word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return "…" }
                let kind = word.utf8.prefix { (0x61...0x7A).contains($0) || $0 == 0x2D }
                let rest = word.utf8.dropFirst(kind.count)
                let isName = rest.count > 1 && (rest.first == 0x3A || rest.first == 0x23)
                return String(isName && !kind.isEmpty ? Substring(kind) : word)
            }.joined(separator: " ")
        }
    }
}
