internal import JSONValues

/// Ends or kills the client, and starts it again on the same files.
struct RestartStep: ScenarioStep {
    static let names = ["restart"]

    private let isKilled: Bool

    init(reading step: StepReader) throws(DocumentError) {
        isKilled = try step.object(["killed"]).truth("killed") ?? false
    }

    var dialogueObstacle: String? { "it restarts the client on the files of the built-in one" }

    func perform(with driver: BuiltInDriver) async { await driver.restart(isKilled: isKilled) }
}
