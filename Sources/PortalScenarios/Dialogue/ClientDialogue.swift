internal import HTTPSemantics
internal import JSONValues
internal import MockPortalServer
internal import PortalJudge
internal import ScenarioFormat

/// Sends a client the messages of a scenario's steps, one line each, and reads its answers; the runner acts in between.
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
    let messages: MessageWriter
    private let reasons: ReasonMap
    let timeLimit: Duration
    private var lines: AsyncStream<ClientProcess.Heard>.Iterator
    private var last = 0
    /// What the answers that are still to come mean, by the id of their message; nil for the message before the first step.
    private var open: [Int: AnswerMeaning?] = [:]
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

    init(_ process: ClientProcess, _ messages: MessageWriter, reasons: ReasonMap, timeLimit: Duration) {
        self.process = process
        self.messages = messages
        self.reasons = reasons
        self.timeLimit = timeLimit
        maps = messages.stagedMaps
        lines = process.lines.makeAsyncIterator()
    }

    /// Sends the message before the first step; throws where the client cannot do what the steps need.
    func begin(needsParallelClient: Bool, needsSteeredClock: Bool) async throws(Ending) {
        let message: StepMessage
        do { message = try messages.begin(needsParallelClient: needsParallelClient) } catch {
            throw .hindered("\(error)")
        }
        let answer = try await answer(to: send(message))
        abilities.parallel = answer.value["parallel"] == true
        abilities.clock = answer.value["clock"] == true
        abilities.events = answer.value["events"] == true
        if needsParallelClient, !abilities.parallel {
            throw .unsupported("the client does one thing at a time, and the steps run side by side")
        }
        if needsSteeredClock, !abilities.clock { throw .unsupported("the client's clock cannot be moved") }
    }

    /// Closes the client's input and reads what it writes after its last answer.
    func end() async throws(Ending) {
        process.endInput()
        try await readTheRest()
    }

    /// Does something to the portal.
    func act(_ action: JSONValue) throws(Ending) {
        let scenarioPortal = messages.scenarioPortal
        do {
            let filled = scenarioPortal.placeholders.filled(action) { self.messages.vault.token($0)?.reveal { $0 } }
            try scenarioPortal.portal.perform(
                try PortalAction(decoding: filled, source: messages.run.scenario.source, keyPath: "client.portal"))
        } catch let error as MockPortalError where error.code == .unknownName {
            // A token that was never issued: the client did not do what came before.
            throw .broken("the client did not get what a step is about: \(action.text()): \(error)")
        } catch { throw .hindered("the portal cannot do \(action.text()): \(error)") }
    }

    /// Waits until every message is answered, or every one but some.
    func join(besides others: Set<Int> = []) async throws(Ending) {
        while !open.keys.allSatisfy(others.contains) { try await hear() }
    }

    /// The ids of the messages that are not answered yet.
    var unanswered: Set<Int> { Set(open.keys) }

    // MARK: messages

    /// No further layer may be asked for until the next step is told.
    func pause(_ pause: OpeningPause) {
        openPause = pauses.count
        pauses.append(pause)
    }

    /// Sends a message and gives its id.
    func send(_ message: StepMessage) -> Int {
        if let openPause { pauses[openPause].until = messages.grants.lastRequest }
        openPause = nil
        let id = last
        last += 1
        open[id] = .some(message.meaning)
        var message = message
        message["id"] = .integer(Int64(id))
        messages.grants.asked()
        process.send(JSONValue.object(message.members).text())
        return id
    }

    /// Reads lines until a message is answered.
    func answer(to id: Int) async throws(Ending) -> StepAnswer {
        while true { if let answer = try await hear(), answer.id ?? id == id { return answer } }
    }

    /// Reads one line; gives it where it answers a message.
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
        guard let id = answer.id ?? (open.count == 1 ? open.keys.first : nil),
            let meaning = open.removeValue(forKey: id)
        else {
            throw .broken("an answer came to a step that was not asked: \(line.prefix(80))")
        }
        if answer.isUnsupported { throw .unsupported("the client says that it cannot do step \(id)") }
        if let meaning { try handle(answer, meaning, id) }
        return answer
    }

    private func handle(_ answer: StepAnswer, _ meaning: AnswerMeaning, _ id: Int) throws(Ending) {
        if meaning.hasOutcome, answer.outcome == nil {
            throw .broken("the answer to step \(id) does not say how it went: outcome is accepted or refused")
        }
        let place = meaning.portal ?? "portal"
        if place == "portal" {
            if meaning.map ?? "map" == "map" { told.facts.merge(answer.facts) { $1 } }
        } else {
            var facts = answer.facts
            facts["status"] = answer.outcome.map { $0 == .accepted ? "loaded" : "failed" }
            facts["reason"] = answer.reason.map { .string($0.rawValue) }
            var portals = told.facts["portals"]?.object ?? [:]
            portals[place] = .object((portals[place]?.object ?? [:]).merging(facts) { $1 })
            told.facts["portals"] = .object(portals)
        }
        try meaning.note?(answer, self)
        noteLayerFacts(answer)
        if meaning.hasOutcome || answer.outcome == .refused {
            let events = meaning.events(of: answer)
            told.answered += events
            told.events += events
        }
        guard let outcome = answer.outcome, meaning.hasOutcome || outcome == .refused else { return }
        told.outcome = ClientOutcome(kind: outcome, reason: answer.reason, ownReason: answer.ownReason)
        if place == "portal", outcome == .refused { told.reason = answer.reason }
        let status = outcome == .accepted ? "loaded" : "failed"
        // What is asked of a service counts only where there is no portal.
        if meaning.loadsPortal, place == "portal" {
            (told.status, told.isOfPortal) = (status, true)
        } else if !told.isOfPortal {
            told.status = status
        }
    }

    /// After the last answer a client may tell events, and nothing else.
    private func readTheRest() async throws(Ending) {
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
