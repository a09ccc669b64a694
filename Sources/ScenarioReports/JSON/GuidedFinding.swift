internal import PortalJudge

/// A finding as a report keeps it, with what to do about it and the document that says so.
///
/// Advice and source follow from the code; a report that lacks them is read alike.
struct GuidedFinding: Codable {
    let code: String
    let problem: String
    let expected: String?
    let nearest: String?
    let difference: String?
    let advice: String?
    let source: String?

    init(_ finding: Finding) {
        let guide = FindingGuide.of(finding.code)
        code = finding.code
        problem = finding.problem
        expected = finding.expected
        nearest = finding.nearest
        difference = finding.difference
        advice = guide?.advice
        source = guide?.source
    }

    /// What was found, without what follows from its code.
    var finding: Finding {
        Finding(code, problem, expected: expected, nearest: nearest, difference: difference)
    }
}
