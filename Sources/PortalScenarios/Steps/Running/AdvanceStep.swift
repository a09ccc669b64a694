internal import JSONValues
internal import MockPortalServer
internal import PortalAuthentication

/// Moves the clocks of the portal and the client ahead.
struct AdvanceStep: ScenarioStep {
    static let names = ["advance"]

    private let duration: Duration
    /// The duration as it is written.
    private let text: String

    init(reading step: StepReader) throws(DocumentError) {
        guard let duration = try step.outer.duration(step.name) else { throw step.outer.missing(step.name) }
        self.duration = duration
        text = try step.text()
    }

    var traits: StepTraits { [.isQuiet, .needsSteeredClock] }

    func perform(with driver: BuiltInDriver) async {
        // What has already come belongs to the time before.
        await driver.settle()
        driver.act(["advance": .string(text)])
        driver.time.advance(by: duration)
        await driver.settle()
    }

    func message(_ writer: MessageWriter) -> StepMessage? {
        StepMessage(.advance, ["seconds": .integer(duration.components.seconds)])
    }

    func list(in tasks: TaskList) throws {
        try tasks.act(["advance": .string(text)])
        tasks.advance(by: duration)
        try tasks.add(StepMessage(.advance, ["seconds": .integer(duration.components.seconds)]))
    }

    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) {
        try dialogue.act(["advance": .string(text)])
        _ = try await dialogue.answer(to: try dialogue.send(self))
    }
}
