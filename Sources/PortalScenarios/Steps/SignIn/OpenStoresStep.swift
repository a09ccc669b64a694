internal import JSONValues

/// Makes the client's stores persistent.
struct OpenStoresStep: ScenarioStep {
    static let names = ["openStores"]

    private let opening: StorePlan.Opening

    init(reading step: StepReader) throws(DocumentError) {
        let value = step.value.object?.isEmpty == true ? "passphrase" : step.value
        opening = try StorePlan.Opening(value, source: step.source, path: step.path)
    }

    var dialogueObstacle: String? { "the stores are the built-in client's own" }

    func perform(with driver: BuiltInDriver) async { await driver.openStores(opening) }
}
