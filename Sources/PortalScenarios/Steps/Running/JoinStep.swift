internal import JSONValues

/// Waits for everything that runs beside the other steps.
struct JoinStep: ScenarioStep {
    static let names = ["join"]

    init(reading step: StepReader) throws(DocumentError) { try step.expectNothing() }

    var traits: StepTraits { [.isQuiet, .isWaiting] }

    func overlaps(_ isBusy: inout Bool) -> Bool {
        isBusy = false
        return false
    }

    func perform(with driver: BuiltInDriver) async { await driver.join() }

    func list(in tasks: TaskList) throws { try tasks.join() }

    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) { try await dialogue.join() }
}
