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
        let scenarioPortal = writer.scenarioPortal
        var message = StepMessage("request", try request.credential.map { try writer.credential($0) } ?? [:])
        var url = scenarioPortal.url(ofService: request.url ?? request.service)
        var fields = request.form.map { ($0.name, scenarioPortal.placeholders.filled($0.value)) }
        if let layer = request.layer { url += "/\(layer)" }
        if request.isQuery {
            url += request.layer == nil ? "/0/query" : "/query"
            fields += [("where", "1=1"), ("outFields", "*")]
        }
        message["url"] = .string(url)
        message["method"] = .string(request.method)
        if !fields.isEmpty {
            message["form"] = .object(Dictionary(fields.map { ($0.0, .string($0.1)) }) { $1 })
        }
        if request.isData { message["data"] = true }
        if let name = request.key { message["apiKey"] = .string(try writer.key(name)) }
        message.meaning = .outcome()
        return message
    }
}
