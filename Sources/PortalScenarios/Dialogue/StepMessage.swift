internal import JSONValues
internal import PortalJudge

/// A message that asks a client for a step, and what its answer means.
struct StepMessage: Sendable {
    /// What is sent, without the id.
    private(set) var members: [String: JSONValue]
    /// What the answer means; nil where it does not answer a step.
    var meaning: AnswerMeaning?

    init(_ step: DialogueStep, _ members: [String: JSONValue] = [:], meaning: AnswerMeaning? = AnswerMeaning()) {
        self.members = members
        self.members["step"] = .string(step.rawValue)
        self.meaning = meaning
    }

    /// The whole message.
    var value: JSONValue { .object(members) }

    /// A member of the message; nil is left out.
    subscript(_ key: String) -> JSONValue? {
        get { members[key] }
        set { members[key] = newValue }
    }
}

/// What the answer to a step means for the run.
struct AnswerMeaning: Sendable {
    /// Whether the answer must say how the step went.
    var hasOutcome = false
    /// Whether the step loads a portal.
    var loadsPortal = false
    /// The portal that the step is about; nil where it is about none in particular.
    var portal: String?
    /// The map that the step is about; nil where it is about none.
    var map: String?
    /// The event that an accepted step amounts to, as `expect.events` writes it; nil for none. Default: `loaded`.
    var accepted: @Sendable (StepAnswer) -> String? = { _ in "loaded" }
    /// All events of an answer, where they are more than how the step went; nil for that one alone.
    var events: (@Sendable (StepAnswer) -> [String])?
    /// Checks and notes what the answer says beyond its outcome; nil for nothing.
    var note: (@Sendable (StepAnswer, ClientDialogue) throws(ClientDialogue.Ending) -> Void)?

    /// A step whose answer must say how it went.
    static func outcome(
        of portal: String? = nil, accepted: @escaping @Sendable (StepAnswer) -> String? = { _ in "loaded" }
    ) -> AnswerMeaning {
        AnswerMeaning(hasOutcome: true, portal: portal, accepted: accepted)
    }

    /// The events of an answer, as `expect.events` writes them; empty for a step that only prepares something.
    func events(of answer: StepAnswer) -> [String] {
        if let events { return events(answer) }
        guard let outcome = answer.outcome else { return [] }
        guard outcome == .accepted else { return [answer.reason.map { "failed(\($0.rawValue))" } ?? "failed"] }
        return accepted(answer).map { [$0] } ?? []
    }
}
