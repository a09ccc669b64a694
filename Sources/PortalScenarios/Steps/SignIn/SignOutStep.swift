internal import JSONValues

/// Signs the user out, and notes whether everything was revoked.
struct SignOutStep: ScenarioStep {
    static let names = ["signOut"]

    init(reading step: StepReader) throws(DocumentError) { try step.expectNothing() }

    func perform(with driver: BuiltInDriver) async {
        driver.grants.unchose(nil)
        driver.log.remember("revoked", .bool(await driver.options.behavior.keeping.signOut(driver.environment)))
    }

    func message(_ writer: MessageWriter) -> StepMessage? { StepMessage(.signOut) }
}
