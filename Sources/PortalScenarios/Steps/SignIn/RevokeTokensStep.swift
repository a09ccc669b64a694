internal import JSONValues

/// Has the OAuth tokens revoked, and notes whether all were.
struct RevokeTokensStep: ScenarioStep {
    static let names = ["revokeTokens"]

    init(reading step: StepReader) throws(DocumentError) { try step.expectNothing() }

    func perform(with driver: BuiltInDriver) async {
        driver.log.remember("revoked", .bool(await driver.options.behavior.keeping.revoke(driver.environment)))
    }

    func message(_ writer: MessageWriter) -> StepMessage? { StepMessage(.revokeTokens) }
}
