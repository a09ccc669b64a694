internal import JSONValues

/// Ends or kills the client, and starts it again on the same files.
struct RestartStep: ScenarioStep {
    static let names = ["restart"]

    private let isKilled: Bool

    init(reading step: StepReader) throws(DocumentError) {
        isKilled = try step.object(["killed"]).truth("killed") ?? false
    }

    var traits: StepTraits { .needsStore }
    var taskObstacle: String? { "the client is started again in between" }

    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) {
        try await dialogue.restart(isKilled: isKilled)
    }

    func perform(with driver: BuiltInDriver) async { await driver.restart(isKilled: isKilled) }
}
