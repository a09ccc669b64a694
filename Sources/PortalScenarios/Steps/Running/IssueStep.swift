internal import JSONValues
internal import MockPortalServer

/// Has the portal issue a token outside the wire.
struct IssueStep: ScenarioStep {
    static let names = ["issue"]

    private let user: String
    private let lifetime: Duration?
    private let referer: String?

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(["for", "lifetime", "referer"])
        user = try reader.name("for", of: .user) ?? "alice"
        lifetime = try reader.duration("lifetime")
        referer = try reader.text("referer")
    }

    var traits: StepTraits { .isQuiet }

    func perform(with driver: BuiltInDriver) async {
        do {
            try issue(at: driver.scenarioPortal.portal, for: driver.vault)
        } catch {
            driver.log.complain("the portal cannot issue a token for \(user): \(error)")
        }
    }

    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) {
        do { try issue(at: dialogue.messages.scenarioPortal.portal, for: dialogue.messages.vault) } catch {
            throw .hindered("the portal cannot issue a token for \(user): \(error)")
        }
    }

    func list(in tasks: TaskList) throws {
        let messages = tasks.messages
        try issue(at: messages.scenarioPortal.portal, for: messages.vault)
    }

    private func issue(at portal: MockPortal, for vault: CredentialVault) throws {
        let issued = try portal.issueToken(for: user, lifetime: lifetime, referer: referer)
        vault.keep(issued.token, as: issued.alias)
    }
}
