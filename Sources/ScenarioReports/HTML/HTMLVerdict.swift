internal import PortalJudge
internal import ScenarioFormat

/// What a cell says; the raw value is its class in the page.
enum HTMLVerdict: String, CaseIterable {
    case passed = "p"
    case loosely = "l"
    case failed = "f"
    case known = "k"
    case notApplicable = "n"
    case notJudged = "j"

    init(_ result: RunResult) {
        self =
            switch result.verdict.kind {
            case .passed: .passed
            case .passedNonStrictly: .loosely
            case .notApplicable: .notApplicable
            case .notJudged: .notJudged
            case .failed: result.isKnownToFail ? .known : .failed
            }
    }

    /// Whether it says anything of the client.
    var isJudged: Bool { self != .notApplicable && self != .notJudged }

    var mark: String {
        switch self {
        case .passed: "✓"
        case .loosely: "≈"
        case .failed: "✗"
        case .known: "!"
        case .notApplicable: "–"
        case .notJudged: "?"
        }
    }

    var word: String {
        switch self {
        case .passed: "passed"
        case .loosely: "loosely"
        case .failed: "failed"
        case .known: "known"
        case .notApplicable: "n/a"
        case .notJudged: "open"
        }
    }

    var meaning: String {
        switch self {
        case .passed: "as the scenario wants it"
        case .loosely: "passed non-strictly: in a documented looser way"
        case .failed: "otherwise than the scenario wants it"
        case .known: "failed, and listed as known to fail"
        case .notApplicable: "not applicable: the client cannot be asked to do this"
        case .notJudged: "not judged: the evidence allows no verdict"
        }
    }
}
