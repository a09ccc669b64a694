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
            ?? (answers.contains { $0.until != nil } ? "an answer waits for what other requests do" : nil)
    }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        StepMessage("answers", ["answers": .array(try answers.map { try writer.answer($0.kind) })])
    }
}
