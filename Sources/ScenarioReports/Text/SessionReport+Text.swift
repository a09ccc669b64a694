internal import HTTPSemantics
package import JSONValues
internal import PortalJudge
package import ScenarioFormat

extension SessionReport {
    /// The same as a report of one run of this process.
    package var asRun: RunReport {
        RunReport(
            results: [result], durationMS: result.durationMS,
            origins: [RunOrigin(client: result.client, ids: [result.scenario])])
    }

    /// The verdict as a person reads it: a line per requirement, and below those that are broken what happened.
    package var lines: [String] {
        let verdict = result.verdict
        var lines = ["\(TextReport.label(verdict.kind)): \(result.name)\(verdict.reason.map { " – \($0)" } ?? "")"]
        var untouched: [String] = []
        for (index, requirement) in requirements.enumerated() {
            // What is asked of every client, and nothing here was about it, needs no line of its own.
            if requirement.state == .notExercised, requirement.findings.isEmpty, index > 0 || result.catalogue.isEmpty {
                untouched.append(requirement.id)
                continue
            }
            lines.append("  \(Self.mark(requirement.state)) \(requirement.id): \(requirement.text)")
            for (index, finding) in requirement.findings.enumerated() {
                let advises = requirement.state == .broken && index == 0
                lines += TextReport.text(of: finding, advises: advises).map { "    \($0)" }
            }
        }
        if !untouched.isEmpty { lines.append("  – not exercised: \(untouched.joined(separator: ", "))") }
        if verdict.isBounded {
            lines.append("  bounded observation: the client was still connected when this was judged")
        }
        return lines
    }

    /// The same as one text; what a client put into it is made visible.
    package var text: String { VisibleText.text(lines) }

    /// The same for programs: `verdict`, `reason`, `isBounded` and the `requirements` with their `state` and `findings`.
    package var json: JSONValue {
        [
            "scenario": .string(result.name), "verdict": .string(result.verdict.kind.rawValue),
            "reason": result.verdict.reason.map { .string($0) } ?? .null, "isBounded": .bool(result.verdict.isBounded),
            "requirements": .array(
                requirements.map { requirement in
                    [
                        "id": .string(requirement.id), "text": .string(requirement.text),
                        "state": .string(requirement.state.rawValue),
                        "findings": .array(requirement.findings.map(Self.json)),
                    ]
                }),
        ]
    }

    private static func json(_ finding: Finding) -> JSONValue {
        var members: [String: JSONValue] = ["code": .string(finding.code), "problem": .string(finding.problem)]
        members["expected"] = finding.expected.map { .string($0) }
        members["nearest"] = finding.nearest.map { .string($0) }
        members["difference"] = finding.difference.map { .string($0) }
        let guide = FindingGuide.of(finding.code)
        members["advice"] = guide.map { .string($0.advice) }
        members["source"] = guide.map { .string($0.source) }
        return .object(members)
    }

    private static func mark(_ state: RequirementVerdict.State) -> String {
        switch state {
        case .met: "✓ met"
        case .metLoosely: "≈ met loosely"
        case .broken: "✗ broken"
        case .notExercised: "– not exercised"
        }
    }
}
