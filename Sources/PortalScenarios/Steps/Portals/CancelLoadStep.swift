internal import JSONValues
internal import Platform

/// Cancels the loading of a portal.
struct CancelLoadStep: ScenarioStep {
    static let names = ["cancelLoad"]

    private let portal: String

    init(reading step: StepReader) throws(DocumentError) { portal = try step.object(["portal"]).portalName() }

    var traits: StepTraits { .isQuiet }
    var taskObstacle: String? { "a step is cancelled while it goes on" }

    func message(_ writer: MessageWriter) -> StepMessage? {
        StepMessage(.cancelLoad, ["portal": .string(portal)])
    }

    func perform(with driver: BuiltInDriver) async { driver.state.withLock { $0.portals[portal] }?.cancelLoad() }
}
