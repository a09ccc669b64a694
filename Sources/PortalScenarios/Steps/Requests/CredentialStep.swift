internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication

/// Puts a credential into the client's store, for its own context or for what lies below a URL.
struct CredentialStep: ScenarioStep {
    static let names = ["credential"]

    private let credential: CredentialInput
    private let place: String
    private let below: String?

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(CredentialInput.keys + ["for", "below"])
        guard let credential = try CredentialInput.read(reader) else { throw reader.missing("as") }
        self.credential = credential
        place = try reader.text("for") ?? "portal"
        below = try reader.text("below")
    }

    func perform(with driver: BuiltInDriver) async {
        let (behavior, environment) = (driver.options.behavior, driver.environment)
        let input = credential.changingTexts(behavior.text)
        do throws(PortalError) {
            let url = try driver.serviceURL(place == "portal" ? nil : place)
            guard input.kind == .token else { return try await driver.keep(forWebTier: input, at: url.origin) }
            let credential = try await driver.vault.credential(input, for: url, in: environment, isMade: false)
            let below = try below.map { below throws(PortalError) in try driver.serviceURL(below) }
            try behavior.keeping.add(environment, credential, below)
        } catch {
            driver.fail(error)
        }
    }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        var message = StepMessage(.credential, try writer.credential(credential))
        message["for"] = .string(writer.url(of: place))
        message["below"] = below.map { .string(writer.url(of: $0)) }
        return message
    }
}
