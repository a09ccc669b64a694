internal import JSONValues
internal import PortalAuthentication

/// Signs a user in through a browser before a challenge asks for it.
struct SignInStep: ScenarioStep {
    static let names = ["signIn"]

    private let plan: BrowserPlan
    private let portal: String?

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(BrowserPlan.keys + ["portal"])
        plan = try BrowserPlan(reader)
        portal = try reader.text("portal")
    }

    func perform(with driver: BuiltInDriver) async {
        do {
            let wanted = try portal.map { text throws(PortalError) in
                try PortalURL(driver.scenarioPortal.placeholders.filled(text))
            }
            let all = try driver.configurations()
            guard let configuration = all.first(where: { wanted == nil || $0.portal == wanted }) else {
                return driver.log.complain("the environment has no application for \(portal ?? "any portal")")
            }
            let credential = try await driver.options.behavior.keeping.signIn(
                driver.environment, configuration, driver.handlers.agent(for: plan))
            driver.log.note("signedIn(\(credential.username ?? "nobody"))")
            driver.note(status: "loaded", user: credential.username)
        } catch let error as PortalError {
            driver.fail(error)
        } catch {
            driver.log.complain("the user cannot sign in: \(error)")
        }
    }

    var dialogueObstacle: String? { plan.dialogueObstacle }

    func message(_ writer: MessageWriter) -> StepMessage? {
        var message = StepMessage(
            .signIn, writer.members(of: plan),
            meaning: .outcome { answer in answer.value["user"]?.string.map { "signedIn(\($0))" } ?? "signedIn" })
        message["portal"] = portal.map { .string(writer.scenarioPortal.placeholders.filled($0)) }
        return message
    }
}
