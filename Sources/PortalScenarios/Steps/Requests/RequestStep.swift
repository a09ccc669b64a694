internal import JSONValues
internal import MockPortalServer

/// Sends one request to a service.
struct RequestStep: ScenarioStep {
    static let names = ["request"]

    private let request: ServiceRequest

    init(reading step: StepReader) throws(DocumentError) {
        request = try ServiceRequest(try step.object(ServiceRequest.keys))
    }

    func perform(with driver: BuiltInDriver) async {
        var request = request
        request.credential = request.credential?.changingTexts(driver.options.behavior.text)
        await driver.request(request)
    }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        StepMessage(.request, try writer.members(of: request), meaning: .outcome())
    }
}
