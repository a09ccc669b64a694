internal import JSONValues

/// Carries out steps so many times, one after the other.
struct RepeatStep: ScenarioStep {
    static let names = ["repeat"]

    private let count: Int
    private let steps: [any ScenarioStep]

    init(reading step: StepReader) throws(DocumentError) { (count, steps) = try step.repetition() }

    var traits: StepTraits { steps.needs.union(.isWaiting) }

    func overlaps(_ isBusy: inout Bool) -> Bool {
        // What one round leaves running meets the next.
        for _ in 0..<Swift.min(count, 2) { for step in steps where step.overlaps(&isBusy) { return true } }
        return false
    }

    func perform(with driver: BuiltInDriver) async {
        for _ in 0..<count { for step in steps { await driver.perform(step) } }
    }

    var dialogueObstacle: String? { steps.dialogueObstacle }

    var taskObstacle: String? { steps.taskObstacle }

    func list(in tasks: TaskList) throws {
        for _ in 0..<count { for step in steps { try step.list(in: tasks) } }
    }

    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) {
        for _ in 0..<count { for step in steps { try await step.hold(dialogue) } }
    }
}
