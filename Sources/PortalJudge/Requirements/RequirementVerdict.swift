/// What became of one requirement in a session.
package struct RequirementVerdict: Sendable, Codable, Equatable {
    /// What a session shows of a requirement.
    package enum State: String, Sendable, Codable, CaseIterable {
        case met
        /// Met in a documented looser way.
        case metLoosely
        case broken
        /// Nothing happened in which it could have been met or broken.
        case notExercised
    }

    /// A row of the catalogue, as `T12`, or the name of what is always asked, as `refused-credentials`.
    package var id: String
    /// What is asked of a client, in a sentence.
    package var text: String
    package var state: State
    /// What is wrong; where it was met loosely, what was looser; where it was not exercised, what was still missing.
    package var findings: [Finding]

    package init(id: String, text: String, state: State, findings: [Finding] = []) {
        self.id = id
        self.text = text
        self.state = state
        self.findings = findings
    }
}
