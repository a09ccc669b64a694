internal import JSONValues

/// Lets the client trust the authority of the run, or of a recipe.
struct AuthorityStep: ScenarioStep {
    static let names = ["authority"]

    private let name: String

    init(reading step: StepReader) throws(DocumentError) {
        name = try step.object(["of"]).text("of") ?? "portal"
    }

    func perform(with driver: BuiltInDriver) async { await driver.trust(name) }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        StepMessage(.authority, ["files": .array(try writer.authorities(name).map { .string($0) })])
    }
}
