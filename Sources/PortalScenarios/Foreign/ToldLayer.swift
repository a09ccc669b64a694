internal import JSONValues
internal import PortalJudge
internal import ScenarioFormat

/// How a layer of a map stands, as a client tells it: `{"title": "Roads", "state": "failed", "reason": "token-required"}`.
struct ToldLayer: Sendable {
    /// The words of `state`.
    enum State: String, Sendable, CaseIterable {
        case notLoaded
        case loaded
        case failed
    }
    let title: String
    let state: State
    let reason: Reason?
    /// Whether it belongs to the basemap; nil where the client does not say.
    let isBasemap: Bool?
    /// Whether its server belongs to the map's portal; nil where the client does not say.
    let isFederated: Bool?

    init(_ value: JSONValue, reasons: ReasonMap) throws(UnreadableAnswer) {
        guard let title = value["title"]?.string, let word = value["state"]?.string,
            let state = State(rawValue: word)
        else {
            throw UnreadableAnswer(
                text: "a layer is no {\"title\": …, \"state\": \"loaded\", \"failed\" or \"notLoaded\"}")
        }
        self.title = title
        self.state = state
        let own = value["reason"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        reason = state == .failed ? reasons.reason(ownReason: own, exitCode: -1, output: "") : nil
        isBasemap = value["basemap"]?.bool
        isFederated = value["federated"]?.bool
    }

    /// The layers of an answer or a report; nil where it tells of none.
    static func list(_ value: JSONValue?, reasons: ReasonMap) throws(UnreadableAnswer) -> [ToldLayer]? {
        guard let value, !value.isNull else { return nil }
        guard let list = value.array else { throw UnreadableAnswer(text: "layers is no array") }
        var layers: [ToldLayer] = []
        for layer in list { layers.append(try ToldLayer(layer, reasons: reasons)) }
        return layers
    }

    /// What it amounts to while a map is opened, in the words of `expect.events`; nil for a layer that was not tried.
    var event: String? {
        switch state {
        case .notLoaded: return nil
        case .loaded: return EventName.normal("layer(\(title))")
        case .failed:
            let words = [
                title, reason?.rawValue, isBasemap == true ? "base" : nil, isFederated == true ? "federated" : nil,
            ]
            return EventName.normal("layerFailed(\(words.compactMap { $0 }.joined(separator: " ")))")
        }
    }

    /// What it amounts to at the end, in the words of `layerStates`; nil where it failed for no reason that is known.
    var final: JSONValue? {
        state == .failed ? reason.map { .string($0.rawValue) } : .string(state.rawValue)
    }
}

/// What is wrong with a line that a client wrote.
struct UnreadableAnswer: Error { let text: String }
