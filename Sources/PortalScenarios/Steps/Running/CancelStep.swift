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
    var dialogueObstacle: String? { "a step is cancelled from within" }

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
