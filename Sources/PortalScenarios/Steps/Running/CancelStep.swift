internal import JSONValues
internal import Platform

/// Cancels what runs beside the other steps: all of it, all of one name, or one of those.
struct CancelStep: ScenarioStep {
    static let names = ["cancel"]

    private let name: String?
    /// Which task of that name, from 1; nil for all.
    private let index: Int?

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(["name", "index"])
        name = try reader.text("name")
        index = try reader.number("index", in: 1...1000)
    }

    var traits: StepTraits { .isQuiet }
    var taskObstacle: String? { "a step is cancelled while it goes on" }

    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) {
        let meant = dialogue.tasks.filter { key, _ in
            (name == nil || key.name == name) && (index == nil || key.index == index)
        }
        let ids = meant.values.flatMap { $0 }.filter(dialogue.unanswered.contains).sorted()
        let message = StepMessage(.cancel, ["ids": .array(ids.map { .integer(Int64($0)) })])
        _ = try await dialogue.answer(to: try dialogue.send(message))
    }

    func perform(with driver: BuiltInDriver) async {
        let index = driver.options.behavior.loading.cancelled(index)
        let meant = driver.state.withLock { state in
            state.background.filter { (name == nil || $0.name == name) && (index == nil || $0.index == index) }
        }
        if meant.isEmpty {
            driver.log.complain("there is no task \(name ?? "")\(index.map { " \($0)" } ?? "") to cancel")
        }
        for entry in meant { entry.task.cancel() }
    }
}
