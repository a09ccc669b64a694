internal import JSONValues
internal import PortalClient

/// Ends the opening of a map and the change of its basemap.
struct CancelOpeningStep: ScenarioStep {
    static let names = ["cancelOpening"]

    private let map: String

    init(reading step: StepReader) throws(DocumentError) { map = try step.object(["map"]).mapName() }

    func perform(with driver: BuiltInDriver) async {
        guard let handle = driver.map(map) else { return }
        switch handle.interface {
        case .legacy(let map, let watcher):
            map.cancelOpen()
            watcher.end(["open", "basemap"])
        case .modern, .whole: handle.webMap?.cancelOpening()
        }
    }

    func message(_ writer: MessageWriter) -> StepMessage? {
        StepMessage(.cancelOpening, ["map": .string(map)], meaning: AnswerMeaning(map: map))
    }
}
