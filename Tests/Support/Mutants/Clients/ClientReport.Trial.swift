package import PortalJudge
package import ScenarioFormat

extension ClientReport {
    /// What became of one bug.
    package struct Trial: Sendable, Codable, Equatable {
        /// How a bug fared, from best to worst.
        package enum Fate: String, Sendable, Codable {
            /// A scenario failed it.
            case caught
            /// A scenario passed it loosely and said why, which `--strict` does not let pass.
            case told
            /// No scenario saw it.
            case missed
            /// It could not be judged.
            case notJudged
        }

        package let bug: BugTable.Bug
        package let fate: Fate
        /// Whether the first finding names the cause.
        package let isNamed: Bool
        /// The run that showed it, with its first finding.
        package let run: String?
        package let first: Finding?
        /// Why nothing was judged.
        package let obstacle: String?

        package init(_ bug: BugTable.Bug, _ results: [RunResult], obstacle: String? = nil) {
            let judged = results.filter { $0.verdict.kind != .notApplicable && $0.verdict.kind != .notJudged }
            let shown =
                judged.first { $0.verdict.kind == .failed } ?? judged.first { Self.shows(bug, $0.verdict) }
            self.bug = bug
            run = shown?.name
            first = shown?.verdict.findings.first
            isNamed = first.map { bug.isNamed(by: $0.code) } ?? false
            let why = obstacle ?? results.first { $0.verdict.kind == .notJudged }?.verdict.reason
            self.obstacle =
                shown == nil && judged.isEmpty ? why ?? "none of its scenarios applies to a command" : obstacle
            fate =
                if self.obstacle != nil {
                    .notJudged
                } else if let shown {
                    shown.verdict.kind == .failed ? .caught : .told
                } else {
                    .missed
                }
        }

        /// Whether a verdict shows a bug: it failed, or passed loosely for what the bug does.
        static func shows(_ bug: BugTable.Bug, _ verdict: Verdict) -> Bool {
            switch verdict.kind {
            case .failed: true
            case .passedNonStrictly: verdict.findings.first.map { bug.isNamed(by: $0.code) } ?? false
            case .passed, .notApplicable, .notJudged: false
            }
        }

        /// Whether the bug fared as a judge that cannot be fooled wants it.
        package var isRight: Bool { (fate == .caught || fate == .told) && isNamed }
    }
}
