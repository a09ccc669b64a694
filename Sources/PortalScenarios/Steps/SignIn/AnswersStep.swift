internal import JSONValues

/// Has answers to challenges ready in the app's handlers.
struct AnswersStep: ScenarioStep {
    static let names = ["answers"]

    private let answers: [AnswerPlan]

    init(reading step: StepReader) throws(DocumentError) { answers = try AnswerPlan.list(step.outer, step.name) }

    var traits: StepTraits { .isQuiet }

    func perform(with driver: BuiltInDriver) async { driver.answer(with: answers) }

    var dialogueObstacle: String? {
        answers.lazy.compactMap(\.kind.dialogueObstacle).first
    }

    var taskObstacle: String? {
        answers.contains(where: \.isHeld) ? "an answer waits for what other requests do" : nil
    }

    /// Where one answer is held, each is: a client tells of every question then.

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        let areHeld = answers.contains(where: \.isHeld)
        let kinds = try writer.challengeKinds
        // A twin asks what its scenario does, and perhaps more.
        let isForThese = kinds.count == answers.count || writer.isTwin && kinds.count < answers.count
        let isKnown = isForThese && kinds.contains(where: ChallengeWord.mayBeMissing)
        let texts = try answers.enumerated().map { index, answer -> JSONValue in
            let text = try writer.answer(answer.kind)
            let kind = isKnown && kinds.indices.contains(index) ? kinds[index] : nil
            guard areHeld || kind != nil else { return text }
            var members: [String: JSONValue] = ["answer": text]
            if areHeld { members["held"] = true }
            if let kind { members["to"] = .string(kind) }
            return .object(members)
        }
        return StepMessage(.answers, ["answers": .array(texts)])
    }

    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) {
        dialogue.questions.plans = answers
        dialogue.questions.requests = dialogue.messages.grants.lastRequest
        _ = try await dialogue.answer(to: try dialogue.send(self))
    }
}
