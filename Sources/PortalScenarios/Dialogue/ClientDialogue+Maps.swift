internal import JSONValues
internal import PortalJudge

extension ClientDialogue {
    /// Has a map opened, and answers for layers that fail as the step says; the client waits for each answer.
    func open(_ step: Step.OpenMap) async throws(Ending) {
        var plans = step.answers[...]
        var began = messages.grants.lastRequest
        var answer = try await answer(to: try send(.openMap(step)))
        while answer.isWaiting {
            let title = answer.layers?.last?.title ?? ""
            guard let plan = plans.popFirst() else {
                throw .broken("the layer \(title) failed, which it should not, and there is no answer for that")
            }
            let later = maps.layers(of: step.map, after: title)
            let told = messages.grants.lastRequest
            let why = "before it was told what to do about \(title), which had failed"
            if case .never = plan { return pause(OpeningPause(after: began, until: nil, why: why, later: later)) }
            pauses.append(OpeningPause(after: began, until: told, why: why, later: later))
            began = told
            if case .trust(let host) = plan {
                _ = try await self.answer(
                    to: try send(
                        .trust(Step.Trust(host: host, isForAnyPort: false, isForCertificate: false, tolerating: nil))))
            }
            let words: JSONValue
            do { words = try messages.message(continuing: step.map, plan) } catch { throw .hindered("\(error)") }
            if case .cancel = plan {
                // What comes now is no opened map, whatever it says.
                answer = try await self.answer(to: send(words, .cancelOpening(map: step.map)))
                if answer.isWaiting { throw .broken("it was told to open no further, and waits for an answer") }
                return pause(
                    OpeningPause(after: told, until: nil, why: "after it was told to open no further", later: later))
            }
            answer = try await self.answer(to: send(words, .openMap(step)))
        }
    }

    /// Takes note of what an answer says of a map and its layers; throws where it cannot be true.
    func takeMaps(_ answer: StepAnswer, _ step: Step) throws(Ending) {
        switch step {
        case .webMap(let map):
            maps.note(map)
            if map.name == "map" {
                told.facts["mapStatus"] = answer.outcome.map { $0 == .accepted ? "loaded" : "failed" }
            }
        case .openMap(let open):
            try check(answer, open)
            if open.map == "map" { note(answer.layers ?? []) }
        case .retryLayer("map", let title):
            guard let outcome = answer.outcome else { return }
            note(title, outcome == .accepted ? "loaded" : answer.reason.map { .string($0.rawValue) })
        default: break
        }
        if case .webMap(let map) = step, map.name == "map" { note(answer.layers ?? []) }
        for layer in answer.layers ?? [] {
            if layer.isBasemap != nil { told.tellsBasemap = true }
            if layer.isFederated != nil { told.tellsFederation = true }
        }
    }

    /// A layer that fails ends what the client does by itself, unless it was told to skip those.
    private func check(_ answer: StepAnswer, _ step: Step.OpenMap) throws(Ending) {
        let tried = (answer.layers ?? []).filter { $0.state != .notLoaded }
        guard answer.outcome != .refused else {
            if answer.isWaiting { throw .broken("a map that is not opened waits for nothing") }
            return
        }
        if answer.layers == nil {
            throw .broken("the answer does not say how the layers are: layers is a list, empty where none came")
        }
        if !step.hearsFailures {
            if answer.isWaiting { throw .broken("it waits, though it was told to skip layers that fail") }
            return
        }
        if let failed = tried.dropLast().first(where: { $0.state == .failed }) {
            throw .broken("it went on after the layer \(failed.title) had failed, without being told to")
        }
        guard let last = tried.last else {
            if answer.isWaiting { throw .broken("it waits, and tells of no layer that failed") }
            return
        }
        if last.state == .failed, !answer.isWaiting {
            throw .broken("it went on after the layer \(last.title) had failed, without being told to")
        }
        if last.state == .loaded, answer.isWaiting { throw .broken("it waits, and its last layer is loaded") }
    }

    private func note(_ layers: [ToldLayer]) { for layer in layers { note(layer.title, layer.final) } }

    private func note(_ title: String, _ state: JSONValue?) {
        guard let state else { return }
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
