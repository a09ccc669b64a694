internal import JSONValues

/// Grants an exception for a flawed certificate beforehand.
struct TrustStep: ScenarioStep {
    static let names = ["trust"]

    private let exception: TrustException

    init(reading step: StepReader) throws(DocumentError) {
        exception = try TrustException(try step.object(TrustException.keys))
    }

    func perform(with driver: BuiltInDriver) async { await driver.grant(exception) }

    func message(_ writer: MessageWriter) throws -> StepMessage? { try writer.message(exception) }
}
