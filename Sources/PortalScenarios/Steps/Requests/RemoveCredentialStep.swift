internal import JSONValues
internal import PortalAuthentication

/// Takes the credential of a context out of the store; that there is none is a complaint.
struct RemoveCredentialStep: ScenarioStep {
    static let names = ["removeCredential"]

    private let place: String

    init(reading step: StepReader) throws(DocumentError) {
        place = try step.object(["for"]).text("for") ?? "portal"
    }

    func perform(with driver: BuiltInDriver) async {
        do throws(PortalError) {
            let url = try driver.serviceURL(place == "portal" ? nil : place)
            guard let credential = driver.environment.credentials.credential(for: url) else {
                return driver.log.complain("there is no credential for \(place)")
            }
            driver.options.behavior.keeping.remove(driver.environment, credential)
        } catch {
            driver.log.fail(error, of: nil)
        }
    }

    func message(_ writer: MessageWriter) -> StepMessage? {
        StepMessage(.removeCredential, ["for": .string(writer.url(of: place))])
    }
}
