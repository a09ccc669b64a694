internal import ClientEvidence
internal import JSONValues
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import ScenarioFormat

/// Loads a layer of a map again that failed.
struct RetryLayerStep: ScenarioStep {
    static let names = ["retryLayer"]

    private let map: String
    /// The layer's title.
    private let layer: String

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(["map", "layer"])
        layer = try reader.required("layer")
        map = try reader.mapName()
    }

    func perform(with driver: BuiltInDriver) async {
        guard let map = driver.map(map)?.webMap else { return }
        let layers = (map.basemapLayers + map.operationalLayers).flatMap(\.leaves)
        guard let found = layers.first(where: { $0.title == layer }) else {
            return driver.log.complain("there is no layer \(layer)")
        }
        do throws(PortalError) {
            try await found.retryLoad()
            driver.log.note("layer(\(layer))")
        } catch {
            driver.log.note("layerFailed(\(layer) \(driver.options.behavior.tells(Reason(error)).rawValue))")
        }
    }

    func message(_ writer: MessageWriter) -> StepMessage? {
        StepMessage(
            .retryLayer, ["map": .string(map), "layer": .string(layer)],
            meaning: AnswerMeaning(hasOutcome: true, map: map, events: events, note: note))
    }

    @Sendable private func events(_ answer: StepAnswer) -> [String] {
        guard let outcome = answer.outcome else { return [] }
        let words = [layer, answer.reason?.rawValue].compactMap { $0 }.joined(separator: " ")
        return [EventName.normal(outcome == .accepted ? "layer(\(layer))" : "layerFailed(\(words))")]
    }

    @Sendable private func note(_ answer: StepAnswer, _ dialogue: ClientDialogue) throws(ClientDialogue.Ending) {
        guard map == "map", let outcome = answer.outcome else { return }
        dialogue.note(layer, outcome == .accepted ? "loaded" : answer.reason.map { .string($0.rawValue) })
    }
}
