internal import JSONValues

/// Takes the app's challenge handlers away, or lets another set take over.
struct HandlersStep: ScenarioStep {
    static let names = ["handlers"]

    private let handlers: HandlersName

    init(reading step: StepReader) throws(DocumentError) {
        guard let name = try step.outer.word(step.name, as: HandlersName.self) else {
            throw step.outer.missing(step.name)
        }
        handlers = name
    }

    private enum HandlersName: String, CaseIterable { case none, other }

    var dialogueObstacle: String? { handlers == .other ? "its handlers are replaced while it runs" : nil }

    func perform(with driver: BuiltInDriver) async {
        switch handlers {
        case .none: driver.withdrawHandlers()
        case .other: driver.replaceHandlers()
        }
    }

    func message(_ writer: MessageWriter) -> StepMessage? {
        handlers == .none ? StepMessage(.handlers, ["handlers": "none"]) : nil
    }
}
