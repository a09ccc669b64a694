internal import PortalJudge
package import ScenarioFormat

/// What the judge made of reference clients, without a bug and with each of theirs.
package struct ClientReport: Sendable, Codable {
    /// One client.
    package struct Row: Sendable, Codable {
        package let client: String
        /// How many runs of the client without a bug were judged.
        package let judged: Int
        /// The core rows of the catalogue that it was judged by.
        package let coreRows: [String]
        /// Runs of the client without a bug that did not pass strictly, with the first finding; of a scenario that it is known to
        /// fail, those that passed.
        package let falseAlarms: [String]
        /// Runs of the client without a bug that could not be judged.
        package let obstacles: [String]
        /// How long the client without a bug took, all runs together.
        package let seconds: Int
        package let trials: [Trial]

        package init(_ client: String, right: RunReport, trials: [Trial]) {
            self.client = client
            self.trials = trials
            seconds = Int(right.durationMS / 1000)
            let judged = right.results.filter { $0.verdict.kind != .notApplicable && $0.verdict.kind != .notJudged }
            self.judged = judged.count
            let core = judged.filter { $0.tags.contains("core") }
            coreRows = Set(core.flatMap(\.catalogue)).sorted()
            falseAlarms = judged.filter { ($0.verdict.kind == .passed) == $0.isKnownToFail }.map { result in
                guard !result.isKnownToFail else { return "\(result.name): known to fail, and passed" }
                let first = result.verdict.findings.first
                return
                    "\(result.name): \(result.verdict.kind.rawValue), \(first.map { "\($0.code) \($0.problem)" } ?? "")"
            }
            obstacles = right.results.filter { $0.verdict.kind == .notJudged }.map {
                "\($0.name): \($0.verdict.reason ?? "")"
            }
        }

        /// Bugs that were failed, or told of in a pass that is loose.
        package var caught: Int { trials.count { $0.fate == .caught || $0.fate == .told } }
        package var told: Int { trials.count { $0.fate == .told } }
        package var named: Int { trials.count(where: \.isNamed) }
    }

    package let schema: String
    package let version: Int
    package let rows: [Row]

    package init(rows: [Row]) {
        schema = "mockportal.clients"
        version = 1
        self.rows = rows
    }

    /// Everything that is not as it should be.
    package var problems: [String] {
        rows.flatMap { row in
            row.falseAlarms.map { "\(row.client) without a bug: \($0)" }
                + row.obstacles.map { "\(row.client) without a bug is not judged in \($0)" }
                + row.trials.compactMap { Self.problem(of: $0).map { "\(row.client) \($0)" } }
        }
    }

    private static func problem(of trial: Trial) -> String? {
        let bug = "--bug \(trial.bug.name)"
        if trial.bug.isKnownMiss {
            return trial.isRight ? "\(bug) is caught and its cause is named: strike the ? from its line" : nil
        }
        return switch trial.fate {
        case .notJudged: "\(bug) is not judged: \(trial.obstacle ?? "")"
        case .missed: "\(bug) is missed by \(trial.bug.scenarios.joined(separator: " "))"
        case .caught, .told: trial.isNamed ? nil : "\(bug): another cause comes first: \(Self.words(of: trial))"
        }
    }

    static func words(of trial: Trial) -> String {
        guard let first = trial.first else { return trial.obstacle ?? "nothing was found" }
        return "`\(first.code)` \(first.problem) (\(trial.run ?? ""))"
    }
}
