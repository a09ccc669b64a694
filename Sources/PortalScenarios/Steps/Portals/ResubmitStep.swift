internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

/// Submits a portal of the older interface again.
struct ResubmitStep: ScenarioStep {
    static let names = ["resubmit"]

    private let portal: String
    private let url: String?
    private let credential: CredentialInput?
    private let identity: String?
    private let times: Int

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(CredentialInput.keys + ["portal", "url", "times", "identity"])
        portal = try reader.portalName()
        url = try reader.text("url")
        credential = try CredentialInput.read(reader)
        identity = try reader.text("identity")
        times = try reader.number("times", in: 1...100) ?? 1
    }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        var message = StepMessage(.resubmit, try credential.map { try writer.credential($0) } ?? [:])
        let filled = writer.scenarioPortal.placeholders.filled(url ?? "{{portal}}")
        message["portal"] = .string(portal)
        if url != nil { message["url"] = .string(filled) }
        if let identity {
            message["identity"] = try writer.identity(identity)
            writer.choose(identity, at: [filled])
        }
        message.meaning = AnswerMeaning(hasOutcome: true, loadsPortal: true, portal: portal)
        return message
    }

    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) {
        for _ in 0..<times { _ = try await dialogue.answer(to: try dialogue.send(self)) }
    }

    func list(in tasks: TaskList) throws {
        for _ in 0..<times { if let message = try message(tasks.messages) { try tasks.add(message) } }
    }

    func perform(with driver: BuiltInDriver) async {
        guard let handle = driver.handle(portal) else { return }
        guard case .legacy(let portal, let watcher) = handle.interface else {
            return driver.log.complain("only portals of the older interface are submitted again")
        }
        do throws(PortalError) {
            let credential = try driver.legacy(credential, identity: identity, url: url)
            for _ in 0..<times {
                await watcher.waitingForCall(of: portal) {
                    if let url {
                        portal.resubmit(url: driver.scenarioPortal.placeholders.filled(url), credential: credential)
                    } else {
                        if let credential { portal.credential = credential }
                        portal.resubmit()
                    }
                }
            }
        } catch {
            driver.fail(error)
        }
    }
}
