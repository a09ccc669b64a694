internal import JSONValues
internal import PortalJudge

extension ClientDialogue {
    /// Notes which facts of layers the client tells at all.
    func noteLayerFacts(_ answer: StepAnswer) {
        for layer in answer.layers ?? [] {
            if layer.isBasemap != nil { told.tellsBasemap = true }
            if layer.isFederated != nil { told.tellsFederation = true }
        }
    }

    /// Notes how layers of the map stand, as the client tells.
    func note(_ layers: [ToldLayer]) { for layer in layers { note(layer.title, layer.final) } }

    /// Notes how one layer of the map stands; nil says that the client does not tell, whatever it told before.
    func note(_ title: String, _ state: JSONValue?) {
        var states = told.facts["layerStates"]?.object ?? [:]
        states[title] = state
        told.facts["layerStates"] = .object(states)
    }

    /// What was asked for while the client had to wait.
    func fillPauses(_ evidence: inout Evidence) {
        guard evidence.obstacle == nil, evidence.inapplicable == nil else { return }
        evidence.complaints += pauses.flatMap { $0.complaints(evidence.journal) }
    }
}
