internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge

/// A layer or a query task of either interface, as the scenario's app holds it.
enum LayerHandle: Sendable {
    case modern(any ServiceLayer)
    case legacy(LegacyLayer, LayerWatcher)
    /// A task, and who hears what it finds.
    case task(LegacyQueryTask, LayerWatcher)
}

/// The delegate of an older layer or query task: it writes down what it is told and lets the driver wait for it.
final class LayerWatcher: LegacyLayerDelegate, LegacyQueryTaskDelegate {
    private let gate = CallbackGate()
    private let log: RunLog
    private let note: @Sendable (_ status: String) -> Void

    init(log: RunLog, note: @escaping @Sendable (_ status: String) -> Void) {
        self.log = log
        self.note = note
    }

    /// Does something of which the delegate will hear, and waits until it has.
    func wait(for body: () -> Void) async {
        gate.begin("layer")
        body()
        await gate.wait(for: "layer")
    }

    func layerDidLoad(_ layer: LegacyLayer) async { end("loaded") { log.note("loaded") } }

    func layer(_ layer: LegacyLayer, didFailToLoad error: PortalError) async {
        end("failed") { log.fail(error, of: nil) }
    }

    func queryTask(_ task: LegacyQueryTask, didExecuteWith found: FeatureSet) async {
        end("loaded") { log.note("found(\(found.features.count))") }
    }

    func queryTask(_ task: LegacyQueryTask, didFail error: PortalError) async {
        end("failed") { log.fail(error, of: nil) }
    }

    private func end(_ status: String, _ write: () -> Void) {
        write()
        note(status)
        gate.end(["layer"])
    }
}
