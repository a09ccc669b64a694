internal import JSONValues
internal import Platform
internal import PortalClient

/// Drops the last reference to a portal.
struct DropStep: ScenarioStep {
    static let names = ["drop"]

    private let portal: String

    init(reading step: StepReader) throws(DocumentError) { portal = try step.object(["portal"]).portalName() }

    var dialogueObstacle: String? { "a dropped reference cannot be seen from outside" }

    func perform(with driver: BuiltInDriver) async { driver.options.behavior.loading.drop { drop(driver) } }

    private func drop(_ driver: BuiltInDriver) {
        let (handle, tasks) = driver.state.withLock { state in
            (state.portals.removeValue(forKey: portal), state.background.filter { $0.portal == portal }.map(\.task))
        }
        if case .legacy(_, let watcher) = handle?.interface { watcher.drop() }
        // The task that waits for the load is part of what is dropped.
        for task in tasks { task.cancel() }
    }
}
