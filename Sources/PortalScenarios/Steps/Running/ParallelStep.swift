internal import JSONValues

/// Carries out steps so many times at once, and ends when all have ended.
struct ParallelStep: ScenarioStep {
    static let names = ["parallel"]

    private let count: Int
    private let steps: [any ScenarioStep]

    init(reading step: StepReader) throws(DocumentError) { (count, steps) = try step.repetition() }

    var traits: StepTraits {
        let own: StepTraits = count * steps.count > 1 ? [.isWaiting, .needsParallelClient] : .isWaiting
        return own.union(steps.needs.subtracting(.needsParallelClient))
    }

    func overlaps(_ isBusy: inout Bool) -> Bool { isBusy || count * steps.count > 1 || steps.isConcurrent }

    func perform(with driver: BuiltInDriver) async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count { for step in steps { group.addTask { await driver.perform(step) } } }
        }
    }

    var dialogueObstacle: String? { steps.dialogueObstacle }

    var taskObstacle: String? { steps.taskObstacle }

    func list(in tasks: TaskList) throws {
        try tasks.group { for _ in 0..<count { for step in steps { try step.list(in: tasks) } } }
    }

    func start(_ dialogue: ClientDialogue) throws(ClientDialogue.Ending) -> [Int] {
        var ids: [Int] = []
        for _ in 0..<count { for step in steps { ids += try step.start(dialogue) } }
        return ids
    }

    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) {
        let before = dialogue.unanswered
        _ = try start(dialogue)
        try await dialogue.join(besides: before)
    }
}

extension StepReader {
    /// Reads `{count: 10, do: …}`, the argument of a step that carries out others.
    func repetition() throws(DocumentError) -> (count: Int, steps: [any ScenarioStep]) {
        let reader = try object(["count", "do"])
        guard let inner = reader["do"] else { throw reader.missing("do") }
        let steps = try steps(inner, at: "\(path).do")
        return (try reader.number("count", in: 1...1000) ?? 1, steps)
    }
}
