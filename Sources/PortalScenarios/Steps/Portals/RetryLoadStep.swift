internal import JSONValues
internal import PortalClient

/// Loads a portal again whose loading failed.
struct RetryLoadStep: ScenarioStep {
    static let names = ["retryLoad"]

    private let portal: String

    init(reading step: StepReader) throws(DocumentError) { portal = try step.object(["portal"]).portalName() }

    func perform(with driver: BuiltInDriver) async {
        guard let handle = driver.handle(portal) else { return }
        switch handle.interface {
        case .modern(let portal): await driver.load(portal, named: self.portal, retrying: true)
        case .legacy(let portal, let watcher): await watcher.waitingForCall(of: portal) { portal.resubmit() }
        }
    }

    func message(_ writer: MessageWriter) -> StepMessage? {
        StepMessage(
            .retryLoad, ["portal": .string(portal)],
            meaning: AnswerMeaning(hasOutcome: true, loadsPortal: true, portal: portal))
    }
}
