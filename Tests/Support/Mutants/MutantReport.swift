package import PortalJudge

/// What scenarios made of mutants.
package struct MutantReport: Sendable, Codable {
    /// How a mutant fared.
    package enum Fate: String, Sendable, Codable {
        /// At least one scenario failed it and named the true cause first.
        case caught
        /// Scenarios failed it, and none named the true cause first.
        case otherReason
        /// No scenario failed it.
        case survived
    }
    /// What one scenario made of a mutant, all its runs together.
    package struct Cell: Sendable, Codable {
        package let scenario: String
        package let isClaimed: Bool
        package let runs: Int
        package let failed: Int
        /// Of the failed runs, those whose first finding names the true cause.
        package let firstRight: Int
        /// Of the failed runs, those in which any finding does.
        package let right: Int
        /// The first line of the first run that failed.
        package let first: Finding?
    }
    /// One mutant and what became of it.
    package struct Row: Sendable, Codable {
        package let name: String
        package let fault: String
        package let source: String
        package let breaks: [String]
        package let reasons: [String]
        /// Whether it shows in some variants of a scenario only.
        package let isPartial: Bool
        package let fate: Fate
        package let cells: [Cell]

        /// Scenarios that failed it and named the true cause first.
        package var catches: [Cell] { cells.filter { $0.firstRight > 0 } }
        /// Scenarios that failed it and say nothing of the true cause.
        package var collateral: [Cell] { cells.filter { $0.failed > 0 && $0.right == 0 } }
        /// What the scenarios that failed it say first.
        var firstLines: String {
            cells.compactMap { cell in cell.first.map { "\(cell.scenario): \($0.code), \($0.problem)" } }.joined(
                separator: "; ")
        }
        /// Scenarios that say that they catch it and let a run of theirs pass.
        package var broken: [Cell] { cells.filter { $0.isClaimed && $0.failed < (isPartial ? 1 : $0.runs) } }
    }

    package let schema: String
    package let version: Int
    package let scope: MutantMatrix.Scope
    package let seconds: Int
    package let rows: [Row]
    /// Runs in which the client without a fault did not pass, with the first line.
    package let correctClient: [MutantMatrix.Trial]
    /// How many runs the client without a fault did.
    package let correctRuns: Int
    /// Runs that could not be judged.
    package let obstacles: [String]

    init(mutants: [Mutant], trials: [MutantMatrix.Trial], scope: MutantMatrix.Scope, seconds: Int) {
        schema = "mockportal.mutants"
        version = 1
        self.scope = scope
        self.seconds = seconds
        let byMutant = Dictionary(grouping: trials) { $0.mutant ?? "" }
        rows = mutants.map { Self.row($0, byMutant[$0.name] ?? []) }
        let own = byMutant[""] ?? []
        correctClient = own.filter { $0.verdict != .passed }
        correctRuns = own.count
        obstacles = trials.compactMap { trial in
            trial.obstacle.map { "\(trial.mutant ?? "the client without a fault") in \(trial.run): \($0)" }
        }
    }

    private static func row(_ mutant: Mutant, _ trials: [MutantMatrix.Trial]) -> Row {
        let cells = Dictionary(grouping: trials, by: \.scenario).sorted { $0.key < $1.key }.map { scenario, trials in
            let failed = trials.filter { $0.verdict == .failed }
            return Cell(
                scenario: scenario, isClaimed: trials.contains { $0.isClaimed }, runs: trials.count,
                failed: failed.count, firstRight: failed.count { $0.isFirstRight }, right: failed.count { $0.isRight },
                first: failed.first?.first)
        }
        let fate: Fate =
            if cells.contains(where: { $0.firstRight > 0 }) {
                .caught
            } else if cells.contains(where: { $0.failed > 0 }) {
                .otherReason
            } else {
                .survived
            }
        return Row(
            name: mutant.name, fault: mutant.fault, source: mutant.source, breaks: mutant.breaks,
            reasons: mutant.reasons.map(\.description), isPartial: mutant.isPartial, fate: fate, cells: cells)
    }

    /// Everything that is not as it should be; empty where every fault is caught for its reason and nothing else is.
    package var problems: [String] {
        var found = rows.compactMap { row -> String? in
            switch row.fate {
            case .caught: nil
            case .otherReason: "\(row.name) is caught, and no first line names the true cause: \(row.firstLines)"
            case .survived: "\(row.name) survives: a scenario is missing"
            }
        }
        for row in rows {
            found += row.broken.map {
                "\(row.name) passes \($0.runs - $0.failed) runs of \($0.scenario), which names it"
            }
        }
        found += correctClient.map { "the client without a fault does not pass \($0.run)" }
        return found + obstacles
    }

    /// Of the scenarios that say that they catch a mutant, those whose first line names the true cause in every run.
    package var firstLines: (right: Int, all: Int) {
        let claimed = rows.flatMap(\.cells).filter(\.isClaimed)
        return (claimed.count { $0.firstRight > 0 && $0.firstRight == $0.failed }, claimed.count)
    }
}
