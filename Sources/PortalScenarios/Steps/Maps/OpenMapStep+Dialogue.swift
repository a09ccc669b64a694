internal import ClientEvidence
internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import PortalAuthentication
internal import PortalJudge

extension OpenMapStep {
    func message(_ writer: MessageWriter) -> StepMessage? {
        var message = StepMessage(
            changesBasemap ? .changeBasemap : .openMap, ["map": .string(map), "into": .string(into)],
            meaning: meaning)
        if !resets { message["reset"] = false }
        if !hearsFailures { message["failures"] = "skip" }
        message["bingKey"] = bingKey.map { .string($0) }
        return message
    }

    private var meaning: AnswerMeaning {
        AnswerMeaning(hasOutcome: true, map: map, events: events, note: note)
    }

    /// Has the map opened, and answers for layers that fail as the step says; the client waits for each answer.
    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) {
        var plans = answers[...]
        var began = dialogue.messages.grants.lastRequest
        var answer = try await dialogue.answer(to: try dialogue.send(self))
        while answer.isWaiting {
            let title = answer.layers?.last?.title ?? ""
            guard let plan = plans.popFirst() else {
                throw .broken("the layer \(title) failed, which it should not, and there is no answer for that")
            }
            let later = dialogue.maps.layers(of: map, after: title)
            let told = dialogue.messages.grants.lastRequest
            let why = "before it was told what to do about \(title), which had failed"
            if case .never = plan {
                return dialogue.pause(OpeningPause(after: began, until: nil, why: why, later: later))
            }
            dialogue.pauses.append(OpeningPause(after: began, until: told, why: why, later: later))
            began = told
            var message: StepMessage
            do {
                if case .identity = plan { try await listIdentities(for: title, dialogue) }
                if case .trust(let host) = plan {
                    let trust = try dialogue.messages.message(TrustException(host: host))
                    _ = try await dialogue.answer(to: try dialogue.send(trust))
                }
                message = try self.message(continuingWith: plan, dialogue.messages)
            } catch let ending as ClientDialogue.Ending { throw ending } catch { throw .hindered("\(error)") }
            if case .cancel = plan {
                // What comes now is no opened map, whatever it says.
                message.meaning = AnswerMeaning(map: map)
                answer = try await dialogue.answer(to: try dialogue.send(message))
                if answer.isWaiting { throw .broken("it was told to open no further, and waits for an answer") }
                return dialogue.pause(
                    OpeningPause(after: told, until: nil, why: "after it was told to open no further", later: later))
            }
            answer = try await dialogue.answer(to: try dialogue.send(message))
        }
    }

    /// Asks which identities fit the server of a layer that failed.
    private func listIdentities(
        for title: String, _ dialogue: ClientDialogue
    ) async throws(ClientDialogue.Ending) {
        guard let url = dialogue.maps.layer(title, of: map)?.url else {
            throw .hindered("the map \(map) has no layer \(title) whose server could want a certificate")
        }
        let message = IdentitiesStep.message(for: url.description)
        _ = try await dialogue.answer(to: try dialogue.send(message))
    }

    /// The map with what is said to layers that fail, for a client that is told everything at once.
    func list(in tasks: TaskList) throws {
        guard var message = message(tasks.messages) else { return }
        let texts = try answers.map { try self.message(continuingWith: $0, tasks.messages) }
        if !texts.isEmpty {
            message["answers"] = .array(
                texts.map { .object($0.members.filter { ["answer", "credential", "identity"].contains($0.key) }) })
        }
        let isCancelled = answers.contains { if case .cancel = $0 { true } else { false } }
        message.meaning = AnswerMeaning(
            hasOutcome: !isCancelled, map: map, events: events,
            note: { answer, dialogue throws(ClientDialogue.Ending) in
                tellView(answer, dialogue)
                if map == "map" { dialogue.note(answer.layers ?? []) }
            })
        try tasks.add(message)
    }

    /// What is said to a layer that failed.
    private func message(continuingWith plan: LayerAnswer, _ writer: MessageWriter) throws -> StepMessage {
        var message = StepMessage(.continueOpening, ["map": .string(map)], meaning: meaning)
        switch plan {
        case .skip: message["answer"] = "skip"
        case .cancel, .never: message["answer"] = "cancel"
        case .trust: message["answer"] = "retry"
        case .identity(let name): return try self.message(continuingWith: .retry(nil, identity: name), writer)
        case .retry(let input, let name):
            message["answer"] = "retry"
            if let input {
                var credential = try writer.credential(input)
                if input.authType == .http { credential["kind"] = "http" }
                message["credential"] = .object(credential)
            }
            if let name {
                message["identity"] = try writer.identity(name)
                writer.choose(
                    name, at: [writer.scenarioPortal.portal.serverURL] + writer.scenarioPortal.portal.hostURLs.values)
            }
        }
        return message
    }

    @Sendable private func events(_ answer: StepAnswer) -> [String] {
        let tried = (answer.layers ?? []).filter { hearsFailures || $0.state == .loaded }.compactMap(\.event)
        if answer.isWithoutOutcome { return tried }
        guard answer.outcome == .accepted else {
            return answer.outcome == nil ? [] : [answer.reason.map { "notOpened(\($0.rawValue))" } ?? "notOpened"]
        }
        return tried + (answer.isWaiting ? [] : [changesBasemap ? "basemapSwitched" : "opened"])
    }

    @Sendable private func note(_ answer: StepAnswer, _ dialogue: ClientDialogue) throws(ClientDialogue.Ending) {
        try check(answer)
        tellView(answer, dialogue)
        if map == "map" { dialogue.note(answer.layers ?? []) }
    }

    /// What is shown at the end is that of the map `view`, whichever map was opened into it.
    private func tellView(_ answer: StepAnswer, _ dialogue: ClientDialogue) {
        if into == "view", let layers = answer.value["viewLayers"] { dialogue.told.facts["viewLayers"] = layers }
    }

    /// A layer that fails ends what the client does by itself, unless it was told to skip those.
    private func check(_ answer: StepAnswer) throws(ClientDialogue.Ending) {
        let tried = (answer.layers ?? []).filter { $0.state != .notLoaded }
        if answer.value["cancelled"] == true { return }
        guard answer.outcome != .refused else {
            if answer.isWaiting { throw .broken("a map that is not opened waits for nothing") }
            return
        }
        if answer.layers == nil {
            throw .broken("the answer does not say how the layers are: layers is a list, empty where none came")
        }
        if !hearsFailures {
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
}
