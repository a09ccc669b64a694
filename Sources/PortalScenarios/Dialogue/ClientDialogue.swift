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
    /// The process that is spoken to; nil where it was told everything at once.
    private let spoken: DialogueWire?
    let messages: MessageWriter
    private let reasons: ReasonMap
    let timeLimit: Duration
    private var last = 0
    /// What the answers that are still to come mean, by the id of their message; nil for the message before the first step.
    private var open: [Int: AnswerMeaning?] = [:]
    /// What the user would answer to a question; nil where the user cannot be asked.
    private var pending: JSONValue?
    /// How many steps were asked since, each of which may have taken an answer.
    private var askedSince = 0
    /// What each message asks for, by its id.
    private var asked: [Int: String] = [:]
    private(set) var abilities = Abilities()
    /// What is to be answered by and by to what the user is asked.
    var questions = OpenQuestions()
    /// The ids of messages that were sent beside others, by what `cancel` calls them.
    var tasks: [TaskName: [Int]] = [:]
    /// How many waits of the client last, as it told last: pauses and limits that go by the runner's clock.
    private(set) var waits = 0
    private let needs: StepTraits
    /// Takes what became of a process, and gives the one that takes its place; nil where there is none.
    var startAgain: ((ClientProcess.Ended) throws -> ClientProcess)?
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
        /// What it did of what it was asked, and what it declined.
        var abilities = ClientAbilities()
        /// What it was asked last; nil before the first message.
        var lastAsked: String?
        var tellsFederation = false
    }

    /// - Parameter needs: what the client must be able to do; it is asked before the first step.
    init(
        _ wire: DialogueWire?, _ messages: MessageWriter, reasons: ReasonMap, timeLimit: Duration, needs: StepTraits
    ) {
        spoken = wire
        self.messages = messages
        self.reasons = reasons
        self.timeLimit = timeLimit
        self.needs = needs
        maps = messages.stagedMaps
    }

    /// The process that is spoken to; throws where there is none.
    func wire() throws(Ending) -> DialogueWire {
        guard let spoken else { throw .hindered("a client that was told everything at once cannot be told more") }
        return spoken
    }

    /// Sends the message before the first step; throws where the client cannot do what the steps need.
    func begin() async throws(Ending) {
        let message: StepMessage
        do { message = try messages.begin(needs: needs) } catch { throw .hindered("\(error)") }
        let answer = try await answer(to: try send(message))
        abilities.parallel = answer.value["parallel"] == true
        abilities.clock = answer.value["clock"] == true || answer.value["clock"] == "steered"
        abilities.events = answer.value["events"] == true
        if needs.contains(.needsParallelClient), !abilities.parallel {
            throw .unsupported("the client does one thing at a time, and the steps run side by side")
        }
        if needs.contains(.needsSteeredClock), !abilities.clock {
            throw .unsupported("the client's clock cannot be moved")
        }
        if needs.contains(.needsStore), answer.value["store"] != true {
            throw .unsupported("the client keeps nothing from one start to the next")
        }
        if needs.contains(.needsKerberos), answer.value["kerberos"] != true {
            throw .unsupported("the client signs in with no Kerberos ticket")
        }
    }

    /// Ends the client, or kills it, and starts it again with what it has kept.
    func restart(isKilled: Bool) async throws(Ending) {
        try await join()
        let wire = try wire()
        if isKilled {
            wire.process.kill()
            while await wire.next() != nil {}
        } else {
            try await end()
        }
        let ended = await wire.process.end()
        guard let startAgain else { throw .hindered("the client cannot be started again") }
        do { wire.replace(by: try startAgain(ended)) } catch { throw .hindered("\(error)") }
        messages.isStartedAgain = true
        try await begin()
    }

    /// Closes the client's input and reads what it writes after its last answer.
    func end() async throws(Ending) {
        try wire().process.endInput()
        try await readTheRest()
    }

    /// Does something to the portal.
    func act(_ action: JSONValue) throws(Ending) {
        do { try messages.actor.perform(action) } catch let error as MockPortalError where error.code == .unknownName {
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
    func send(_ message: StepMessage) throws(Ending) -> Int {
        let wire = try wire()
        if let openPause { pauses[openPause].until = messages.grants.lastRequest }
        openPause = nil
        let id = last
        last += 1
        open[id] = .some(message.meaning)
        asked[id] = ClientAbilities.step(message.members, answers: pending, after: askedSince, at: messages.run)
        switch message.members["step"]?.string {
        case DialogueStep.answers.rawValue: (pending, askedSince) = (message["answers"], 0)
        case DialogueStep.handlers.rawValue, DialogueStep.begin.rawValue: (pending, askedSince) = (nil, 0)
        default: askedSince += 1
        }
        told.lastAsked = asked[id]
        var message = message
        message["id"] = .integer(Int64(id))
        if needs.contains(.needsSteeredClock) { message["now"] = .integer(messages.clientTime) }
        messages.grants.asked()
        wire.process.send(JSONValue.object(message.members).text())
        return id
    }

    /// Notes a message that the client was told beforehand and not line by line, and gives its id.
    func expect(_ meaning: AnswerMeaning?) -> Int {
        let id = last
        last += 1
        open[id] = .some(meaning)
        return id
    }

    /// Reads lines until a message is answered.
    func answer(to id: Int) async throws(Ending) -> StepAnswer {
        while true { if let answer = try await hear(), answer.id ?? id == id { return answer } }
    }

    /// Waits for the next thing that happens; gives it where it answers a message.
    @discardableResult
    func hear() async throws(Ending) -> StepAnswer? {
        switch try await wire().next() {
        case nil: throw .gone("\(Evidence.endedUnanswered) \(open.keys.min() ?? last)")
        case .answerable(let question):
            try release(question)
            return nil
        case .heard(.tooLong): throw .broken("an answer is longer than \(ClientProcess.longestLine) bytes")
        case .heard(.line(let line)): return try hear(line)
        }
    }

    /// Reads one line; gives it where it answers a message.
    @discardableResult
    func hear(_ line: String) throws(Ending) -> StepAnswer? {
        if line.allSatisfy(\.isWhitespace) { return nil }
        let answer: StepAnswer
        do { answer = try StepAnswer(parsing: line, reasons: reasons) } catch {
            throw .broken("an answer cannot be read: \(error.text)")
        }
        if let index = answer.question {
            try ask(index)
            return nil
        }
        if let count = answer.waits {
            waits = count
            return nil
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
        if answer.isUnsupported { told.abilities.declined = asked[id] }
        if answer.isUnsupported { throw .unsupported("the client says that it cannot do step \(id)") }
        if let meaning { try handle(answer, meaning, id) }
        if let step = asked[id], answer.outcome != .refused, !told.abilities.did.contains(step) {
            told.abilities.did.append(step)
        }
        return answer
    }

    private func handle(_ answer: StepAnswer, _ meaning: AnswerMeaning, _ id: Int) throws(Ending) {
        if meaning.hasOutcome, answer.outcome == nil, !answer.isWithoutOutcome {
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
    func readTheRest() async throws(Ending) {
        let wire = try wire()
        while let heard = await wire.next() {
            guard case .heard(.line(let line)) = heard, !line.allSatisfy(\.isWhitespace) else { continue }
            let answer = try? StepAnswer(parsing: line, reasons: reasons)
            if answer?.waits != nil { continue }
            guard let event = answer?.event else {
                throw .broken("a line came after the last answer: \(line.prefix(80))")
            }
            told.hasOwnEvents = true
            told.events.append(event)
        }
    }
}
