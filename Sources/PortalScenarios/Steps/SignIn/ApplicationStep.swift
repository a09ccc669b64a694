internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import PortalAuthentication

/// Lets the client sign in as an application, without a user.
struct ApplicationStep: ScenarioStep {
    static let names = ["application"]

    private let client: String
    private let isRight: Bool

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(["client", "secret"])
        client = try reader.text("client") ?? "mockportal-app"
        isRight = try reader.word("secret", as: SecretName.self) != .wrong
    }

    private enum SecretName: String, CaseIterable { case right, wrong }

    func perform(with driver: BuiltInDriver) async {
        do throws(PortalError) {
            let secret = isRight ? driver.vault.token("secret:\(client)") : Secret(driver.vault.makeSecret(client))
            guard let secret else { return driver.log.complain("the application \(client) has no secret") }
            driver.environment.credentials.add(
                OAuthApplicationCredential(
                    portal: try PortalURL(driver.scenarioPortal.portal.url), clientID: client, clientSecret: secret,
                    in: driver.environment))
        } catch {
            driver.fail(error)
        }
    }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        guard let known = writer.scenarioPortal.portal.oauthApplications.first(where: { $0.clientID == client }) else {
            throw ForeignCommandError(description: "the portal has no application \(client)")
        }
        let secret = isRight ? known.secret?.reveal { $0 } : writer.vault.makeSecret(client)
        var message = StepMessage(.application, ["clientID": .string(client)])
        message["clientSecret"] = secret.map { .string($0) }
        return message
    }
}
