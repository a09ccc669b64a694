internal import JSONValues

/// Loads a portal that was made before.
struct LoadStep: ScenarioStep {
    static let names = ["load"]

    let portal: String

    init(reading step: StepReader) throws(DocumentError) { portal = try step.object(["portal"]).portalName() }

    func perform(with driver: BuiltInDriver) async {
        guard let handle = driver.handle(portal) else { return }
        switch handle.interface {
        case .modern(let portal): await driver.load(portal, named: self.portal, retrying: false)
        case .legacy(_, let watcher): await watcher.wait()
        }
    }

    func message(_ writer: MessageWriter) -> StepMessage? {
        StepMessage(
            .load, ["portal": .string(portal)],
            meaning: AnswerMeaning(hasOutcome: true, loadsPortal: true, portal: portal))
    }
}
