internal import JSONValues
internal import Platform

/// Cancels the loading of a portal.
struct CancelLoadStep: ScenarioStep {
    static let names = ["cancelLoad"]

    private let portal: String

    init(reading step: StepReader) throws(DocumentError) { portal = try step.object(["portal"]).portalName() }

    var traits: StepTraits { .isQuiet }
    var dialogueObstacle: String? { "a step is cancelled from within" }

    func perform(with driver: BuiltInDriver) async { driver.state.withLock { $0.portals[portal] }?.cancelLoad() }
}
