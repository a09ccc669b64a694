package import PortalJudge

/// What became so far of a session whose client no driver runs: the verdict, and what it says of each requirement.
package struct SessionReport: Sendable {
    /// The session as one run.
    package let result: RunResult
    package let requirements: [RequirementVerdict]

    package init(result: RunResult, requirements: [RequirementVerdict]) {
        self.result = result
        self.requirements = requirements
    }
}
