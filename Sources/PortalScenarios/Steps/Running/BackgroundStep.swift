internal import JSONValues

/// Starts steps and does not wait for them, so many times at once.
struct BackgroundStep: ScenarioStep {
    static let names = ["background"]

    private let steps: [any ScenarioStep]
    private let count: Int
    /// What `cancel` calls the tasks.
    private let name: String?

    /// Reads a step, a list of steps, or `{do: …, count: 10, name: tasks}`.
    init(reading step: StepReader) throws(DocumentError) {
        guard step.value["do"] != nil else {
            // A step of its own is described as such.
            DocumentTrace.note(.shape("step"), at: step.path)
            DocumentTrace.note(.list, at: step.path)
            DocumentTrace.note(.shape("step"), at: "\(step.path)[]")
            steps = try DocumentTrace.pausing { () throws(DocumentError) in
                try step.steps(step.value, at: step.path)
            }
            count = 1
            name = nil
            return
        }
        let reader = try step.object(["do", "count", "name"])
        steps = try step.steps(reader["do"] ?? .null, at: "\(step.path).do")
        count = try reader.number("count", in: 1...1000) ?? 1
        name = try reader.text("name")
    }

    var traits: StepTraits {
        steps.needs.intersection(.needsSteeredClock).union([.isWaiting, .needsParallelClient])
    }

    func overlaps(_ isBusy: inout Bool) -> Bool {
        if isBusy || count > 1 || steps.isConcurrent { return true }
        isBusy = true
        return false
    }

    func perform(with driver: BuiltInDriver) async {
        let portal = (steps.first as? ConnectStep)?.portal ?? (steps.first as? LoadStep)?.portal
        driver.start(count, name: name, portal: portal) { for step in steps { await driver.perform(step) } }
    }

    var dialogueObstacle: String? {
        if steps.contains(where: { ($0 as? OpenMapStep)?.isAnswered == true }) {
            return "the layers of a map are answered for while other steps go on"
        }
        return steps.dialogueObstacle
    }

    var taskObstacle: String? {
        steps.count == 1 ? steps.taskObstacle : "a step goes on while others are told"
    }

    func list(in tasks: TaskList) throws {
        try tasks.beside { for _ in 0..<count { for step in steps { try step.list(in: tasks) } } }
    }

    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) {
        for index in 1...count {
            var ids: [Int] = []
            for step in steps { ids += try step.start(dialogue) }
            dialogue.tasks[TaskName(name: name, index: index), default: []] += ids
        }
    }
}
