internal import JSONValues

/// Clears the client's stores, without revoking anything.
struct ClearStoresStep: ScenarioStep {
    static let names = ["clearStores"]

    init(reading step: StepReader) throws(DocumentError) { try step.expectNothing() }

    func perform(with driver: BuiltInDriver) async {
        driver.grants.unchose(nil)
        await driver.options.behavior.keeping.clear(driver.environment)
    }

    func message(_ writer: MessageWriter) -> StepMessage? { StepMessage(.clearStores) }
}
