internal import JSONValues
internal import MockPortalServer

/// Does something to the portal, such as revoking a token.
struct PortalStep: ScenarioStep {
    static let names = ["portal"]

    private let action: JSONValue

    init(reading step: StepReader) throws(DocumentError) {
        action = try PortalAction.checked(step.value, source: step.source, path: step.path)
    }

    var traits: StepTraits { .isQuiet }

    func perform(with driver: BuiltInDriver) async { driver.act(action) }

    func list(in tasks: TaskList) throws { try tasks.act(action) }

    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) { try dialogue.act(action) }
}
