internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import PortalJudge
internal import ScenarioFormat

/// Tells a client the steps of a scenario, one line each, and hears its answers; the runner acts in between.
final class ClientDialogue {
    /// Why a dialogue ended before its last step.
    enum Ending: Error {
        /// The client cannot do what is asked for.
        case unsupported(String)
        /// The client broke the rules of the dialogue; what is wrong.
        case broken(String)
        /// The client is gone.
        case gone(String)
        /// Nothing can be judged.
        case hindered(String)
    }
    private let process: ClientProcess
    let messages: StepMessages
    private let reasons: ReasonMap
    private let timeLimit: Duration
    private var lines: AsyncStream<ClientProcess.Heard>.Iterator
    private var last = 0
    /// Steps that were told and are not answered yet, by their id.
    private var open: [Int: Step?] = [:]
    private(set) var abilities = Abilities()
    var told = Told()
    /// The maps that were told of, and when no further layer may be asked for.
    var maps: StagedMaps
    var pauses: [OpeningPause] = []
    private var openPause: Int?

    /// What a client declares in its first answer.
    struct Abilities: Sendable {
        var parallel = false
        var clock = false
        var events = false
    }
    /// What the client told.
    struct Told: Sendable {
        /// What its answers amount to, in their order.
        var answered: [String] = []
        /// What it told by itself, the answers among them.
        var events: [String] = []
        var hasOwnEvents = false
        var status: String?
        /// Whether the status is a portal's.
        var isOfPortal = false
        var outcome: ClientOutcome?
        var reason: Reason?
        var facts: [String: JSONValue] = [:]
        /// Whether it says of layers whether they are the basemap's, and whether their servers are the portal's.
        var tellsBasemap = false
        var tellsFederation = false
    }

    init(_ process: ClientProcess, _ messages: StepMessages, reasons: ReasonMap, timeLimit: Duration) {
        self.process = process
        self.messages = messages
        self.reasons = reasons
        self.timeLimit = timeLimit
        maps = messages.stagedMaps
        lines = process.lines.makeAsyncIterator()
    }

    /// Goes through the steps and closes the client's input.
    func hold(_ steps: [Step]) async throws(Ending) {
        try await begin()
        for step in steps { try await perform(step) }
        try await join()
        process.endInput()
        try await hearTheRest()
    }

    private func begin() async throws(Ending) {
        let words: JSONValue
        do { words = try messages.begin() } catch { throw .hindered("\(error)") }
        let answer = try await answer(to: send(words, nil))
        abilities.parallel = answer.value["parallel"] == true
        abilities.clock = answer.value["clock"] == true
        abilities.events = answer.value["events"] == true
        if messages.run.needsParallelClient, !abilities.parallel {
            throw .unsupported("the client does one thing at a time, and the steps run side by side")
        }
        if messages.run.needsSteeredClock, !abilities.clock {
            throw .unsupported("the client's clock cannot be moved")
        }
    }

    private func perform(_ step: Step) async throws(Ending) {
        switch step {
        case .repeated(let count, let steps):
            for _ in 0..<count { for step in steps { try await perform(step) } }
        case .parallel(let count, let steps):
            let waiting = Set(open.keys)
            for _ in 0..<count { for step in steps { _ = try send(step) } }
            while !open.keys.allSatisfy(waiting.contains) { try await hear() }
        case .background(let background):
            for _ in 0..<background.count { for step in background.steps { _ = try send(step) } }
        case .join: try await join()
        case .portal(let action): try act(action)
        case .issue(let user, let lifetime, let referer):
            do {
                let issued = try messages.stage.portal.issueToken(for: user, lifetime: lifetime, referer: referer)
                messages.vault.keep(issued.token, as: issued.alias)
            } catch { throw .hindered("the portal cannot issue a token for \(user): \(error)") }
        case .advance(_, let text):
            try act(["advance": .string(text)])
            _ = try await answer(to: try send(step))
        case .waitFor(let wait): try await waitFor(wait)
        case .openMap(let open): try await self.open(open)
        default: _ = try await answer(to: try send(step))
        }
    }

    private func act(_ action: JSONValue) throws(Ending) {
        let stage = messages.stage
        do {
            let filled = stage.placeholders.filled(action) { self.messages.vault.token($0)?.reveal { $0 } }
            try stage.portal.perform(
                try PortalAction(decoding: filled, source: messages.run.scenario.source, keyPath: "client.portal"))
        } catch let error as MockPortalError where error.code == .unknownName {
            // A token that was never issued: the client did not do what came before.
            throw .broken("the client did not get what a step is about: \(action.text()): \(error)")
        } catch { throw .hindered("the portal cannot do \(action.text()): \(error)") }
    }

    /// What a client never does is its fault, not the machine's: the dialogue ends there.
    private func waitFor(_ wait: Step.Wait) async throws(Ending) {
        let portal = messages.stage.portal
        let came: Bool
        switch wait {
        case .requests(let count, let operation):
            came = await portal.waitForRequests(count, operation: operation, timeout: timeLimit)
        case .faults(let count): came = await portal.waitForFaults(count, timeout: timeLimit)
        case .quiet: came = await portal.waitUntilQuiet(timeout: timeLimit)
        case .waits, .transfers, .challenges, .events: came = true
        }
        if !came { throw .broken(wait.text) }
    }

    private func join() async throws(Ending) { while !open.isEmpty { try await hear() } }

    // MARK: words

    func send(_ step: Step) throws(Ending) -> Int {
        let words: JSONValue
        do {
            guard let told = try messages.message(for: step) else {
                throw Ending.hindered("a step cannot be told: \(step)")
            }
            words = told
        } catch let ending as Ending { throw ending } catch { throw .hindered("\(error)") }
        return send(words, step)
    }

    /// No further layer may be asked for until the next step is told.
    func pause(_ pause: OpeningPause) {
        openPause = pauses.count
        pauses.append(pause)
    }

    func send(_ words: JSONValue, _ step: Step?) -> Int {
        if let openPause { pauses[openPause].until = messages.grants.lastRequest }
        openPause = nil
        let id = last
        last += 1
        open[id] = .some(step)
        var words = words
        words["id"] = .integer(Int64(id))
        messages.grants.asked()
        process.send(words.text())
        return id
    }

    /// Hears lines until a step is answered.
    func answer(to id: Int) async throws(Ending) -> StepAnswer {
        while true { if let answer = try await hear(), answer.id ?? id == id { return answer } }
    }

    /// Hears one line; gives it where it answers a step.
    @discardableResult
    private func hear() async throws(Ending) -> StepAnswer? {
        guard let heard = await lines.next() else {
            throw .gone("the client ended before it answered step \(open.keys.min() ?? last)")
        }
        guard case .line(let line) = heard else {
            throw .broken("an answer is longer than \(ClientProcess.longestLine) bytes")
        }
        if line.allSatisfy(\.isWhitespace) { return nil }
        let answer: StepAnswer
        do { answer = try StepAnswer(parsing: line, reasons: reasons) } catch {
            throw .broken("an answer cannot be read: \(error.text)")
        }
        if let event = answer.event {
            do { try EventName.check(event, source: "the client's output", path: "event") } catch {
                throw .broken("the client tells an event that there is not: \(event)")
            }
            told.hasOwnEvents = true
            told.events.append(event)
            return nil
        }
        guard let id = answer.id ?? (open.count == 1 ? open.keys.first : nil), let step = open.removeValue(forKey: id)
        else {
            throw .broken("an answer came to a step that was not asked: \(line.prefix(80))")
        }
        if answer.isUnsupported { throw .unsupported("the client says that it cannot do step \(id)") }
        if let step { try handle(answer, step, id) }
        return answer
    }

    private func handle(_ answer: StepAnswer, _ step: Step, _ id: Int) throws(Ending) {
        if step.hasOutcome, answer.outcome == nil {
            throw .broken("the answer to step \(id) does not say how it went: outcome is accepted or refused")
        }
        let place = step.portalName ?? "portal"
        if place == "portal" {
            if step.mapName ?? "map" == "map" { told.facts.merge(answer.facts) { $1 } }
        } else {
            var facts = answer.facts
            facts["status"] = answer.outcome.map { $0 == .accepted ? "loaded" : "failed" }
            facts["reason"] = answer.reason.map { .string($0.rawValue) }
            var portals = told.facts["portals"]?.object ?? [:]
            portals[place] = .object((portals[place]?.object ?? [:]).merging(facts) { $1 })
            told.facts["portals"] = .object(portals)
        }
        try takeMaps(answer, step)
        if step.hasOutcome || answer.outcome == .refused {
            let events = answer.events(of: step)
            told.answered += events
            told.events += events
        }
        guard let outcome = answer.outcome, step.hasOutcome || outcome == .refused else { return }
        told.outcome = ClientOutcome(kind: outcome, reason: answer.reason, ownReason: answer.ownReason)
        if place == "portal", outcome == .refused { told.reason = answer.reason }
        let status = outcome == .accepted ? "loaded" : "failed"
        // What is asked of a service counts only where there is no portal.
        if step.loads, place == "portal" {
            (told.status, told.isOfPortal) = (status, true)
        } else if !told.isOfPortal {
            told.status = status
        }
    }

    /// After the last answer a client may tell events, and nothing else.
    private func hearTheRest() async throws(Ending) {
        while let heard = await lines.next() {
            guard case .line(let line) = heard, !line.allSatisfy(\.isWhitespace) else { continue }
            let answer = try? StepAnswer(parsing: line, reasons: reasons)
            guard let event = answer?.event else {
                throw .broken("a line came after the last answer: \(line.prefix(80))")
            }
            told.hasOwnEvents = true
            told.events.append(event)
        }
    }
}
