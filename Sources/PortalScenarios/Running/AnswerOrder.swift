internal import Dispatch
internal import MockPortalServer
internal import Platform
internal import ScenarioFormat

/// Lets answers go one at a time: each choice among those that are ready is the next of a list, then a generator's, then the first.
///
/// Where the list says how many answers were ready, it is waited for as many: on a busy machine fewer may meet by themselves.
final class AnswerOrder: AnswerScheduler {
    /// A choice that was made, and among how many.
    struct Choice: Sendable, Equatable {
        let index: Int
        let count: Int
    }
    /// One of so many goes at most, and once so many wait none waits for quiet.
    static let bound = 4
    /// How long no further answer must have become ready; a hint to let more of them meet, never a verdict.
    private static let quiet = DispatchTimeInterval.milliseconds(4)
    /// How long it is waited for as many answers as an order says; one that never comes is a client that acts otherwise.
    fileprivate static let patience = DispatchTimeInterval.seconds(3)
    /// The same while a request is on its way, however busy the machine is; it may be one that never arrives.
    fileprivate static let longestPatience = DispatchTimeInterval.seconds(60)

    fileprivate struct Entry {
        let answer: ScheduledAnswer
        /// Which of its operation it is.
        let ordinal: Int
    }
    fileprivate struct State {
        /// In the order in which they became ready.
        var held: [Entry] = []
        var seen: [String: Int] = [:]
        let given: [AnswerChoice]
        var generator: SplitMix?
        /// Every answer that went, those without a choice included.
        var made: [Choice] = []
        /// Until when it is waited for as many answers as the order says, and until when while requests are on their way.
        var patience = (usual: DispatchTime.now(), longest: DispatchTime.now())
        /// The first choice that was given and could not be made.
        var unmet: String?
        /// Grows with every answer, so that an older alarm knows that it is not quiet.
        var events = 0
        /// What the client has sent: a request that has not come yet may be answered with those that wait.
        var underWay: RequestsUnderWay?
    }
    private let state: Locked<State>
    /// How often it is waited for a request on its way, four milliseconds each: it may be one that never arrives.
    private let mostWaits: Int

    /// Takes the first choices, and what makes those after them; without a generator they are 0.
    init(_ choices: [AnswerChoice], then generator: SplitMix? = nil, mostWaits: Int = 60) {
        self.mostWaits = mostWaits
        state = Locked(State(given: choices, generator: generator))
    }

    /// Lets answers wait for requests on their way to a portal, and gives what counts those of its client.
    func awaitsRequests(to portal: MockPortal) -> RequestsUnderWay {
        let underWay = RequestsUnderWay(to: portal)
        awaits(underWay)
        return underWay
    }

    /// Lets answers wait for requests on their way.
    func awaits(_ underWay: RequestsUnderWay) { state.withLock { $0.underWay = underWay } }

    /// The choices that were made so far; where only one answer was ready there was none.
    var choices: [Choice] { state.withLock { $0.made.filter { $0.count > 1 } } }

    /// A number that changes whenever an answer becomes ready or goes; nil while none waits. Each that waits goes in the end.
    var held: Int? { state.withLock { $0.held.isEmpty ? nil : $0.events } }

    /// What a replay takes to let the answers go in the same order again.
    var replay: [AnswerChoice] { state.withLock { $0.made.map { AnswerChoice($0.index, of: $0.count) } } }

    /// How the run differed from the choices that were given; nil where it met them all.
    ///
    /// Where none is given any more the first goes, so that choices of 0 at the end are met by a run that has none.
    var deviation: String? {
        state.withLock { state in
            if let unmet = state.unmet { return unmet }
            let rest = state.given.dropFirst(state.position)
            guard rest.contains(where: { $0.index != 0 }) else { return nil }
            return "there were \(state.position) choices, and \(state.given.count) are given"
        }
    }

    func ready(_ answer: ScheduledAnswer) {
        let (full, event, underWay) = state.withLock { state in
            let ordinal = (state.seen[answer.operation] ?? 0) + 1
            state.seen[answer.operation] = ordinal
            if state.held.isEmpty { state.beginPatience() }
            state.held.append(Entry(answer: answer, ordinal: ordinal))
            state.events += 1
            let isFull = state.held.count >= state.wanted ?? Self.bound
            return (isFull ? state.held.count : nil, state.events, state.underWay)
        }
        // Which of its answers are ready first is the machine's choice as long as a request of the client is on its way.
        if let full, underWay.map({ $0.count <= full }) ?? true { releaseOne() } else { watch(event) }
    }

    /// Lets an answer go once it was quiet; an alarm that comes late speaks of a busy machine, where quiet lasts longer.
    private func watch(_ event: Int, patience: Int = 16, waited: Int = 0) {
        let due = DispatchTime.now() + Self.quiet
        DispatchQueue.global().asyncAfter(deadline: due) { [self] in
            let (isCurrent, held, underWay, awaited) = state.withLock { state in
                (state.events == event, state.held.count, state.underWay, state.lacksAnswers ? state.patience : nil)
            }
            guard isCurrent, held > 0 else { return }
            let isOnItsWay = underWay.map { $0.count > held } ?? false
            if let awaited, DispatchTime.now() < (isOnItsWay ? awaited.longest : awaited.usual) {
                return watch(event, patience: patience, waited: waited)
            }
            if waited < mostWaits, isOnItsWay {
                return watch(event, patience: patience, waited: waited + 1)
            }
            let isLate = DispatchTime.now() > due + Self.quiet
            if isLate, patience > 0 { return watch(event, patience: patience - 1, waited: waited) }
            // Tasks that were ready before have their turn first; they may ask for something more.
            Task { [self] in
                for _ in 0..<8 { await Task.yield() }
                if state.withLock({ $0.events == event && !$0.held.isEmpty }) { releaseOne() }
            }
        }
    }

    private func releaseOne() {
        let (chosen, next) = state.withLock { state -> (ScheduledAnswer?, Int?) in
            guard !state.held.isEmpty else { return (nil, nil) }
            // Where an order says among how many, the others have no part in it.
            let count = min(state.held.count, state.wanted ?? Self.bound)
            // By what they are and not by when they came, so that an index means the same in every run.
            let candidates = state.held.indices.sorted { state.held[$0] < state.held[$1] }
            let chosen = state.held.remove(at: candidates[state.choose(among: count)]).answer
            state.events += 1
            state.beginPatience()
            return (chosen, state.held.isEmpty ? nil : state.events)
        }
        chosen?.release()
        if let next { watch(next) }
    }
}

extension AnswerOrder.Entry: Comparable {
    static func == (a: Self, b: Self) -> Bool { a.ordinal == b.ordinal && a.answer.operation == b.answer.operation }

    static func < (a: Self, b: Self) -> Bool { (a.answer.operation, a.ordinal) < (b.answer.operation, b.ordinal) }
}

extension AnswerOrder.State {
    /// Whether the order counts every answer, and says of each among how many it went.
    private var isCounted: Bool { given.first?.count != nil }

    /// How many of the given choices have had their turn.
    var position: Int { isCounted ? made.count : made.count { $0.count > 1 } }

    /// Among how many answers the order lets the next one go; nil where it does not say.
    var wanted: Int? { isCounted && position < given.count ? given[position].count : nil }

    /// Whether fewer answers wait than the order says.
    var lacksAnswers: Bool { wanted.map { held.count < $0 } ?? false }

    mutating func beginPatience() {
        patience = (.now() + AnswerOrder.patience, .now() + AnswerOrder.longestPatience)
    }

    mutating func choose(among count: Int) -> Int {
        var index = 0
        if isCounted || count > 1 {
            if position < given.count {
                index = meet(given[position], among: count)
            } else if count > 1 {
                index = generator?.number(below: count) ?? 0
            }
        }
        made.append(AnswerOrder.Choice(index: index, count: count))
        return index
    }

    /// The index of a choice; one that cannot be made is noted.
    private mutating func meet(_ choice: AnswerChoice, among count: Int) -> Int {
        // The first of fewer is the first all the same, unless the order says otherwise.
        if choice.index >= count || (choice.index > 0 && choice.count.map { $0 > count } ?? false), unmet == nil {
            unmet = "choice \(position + 1) is \(choice.text), and only \(count) answers were ready"
        }
        return choice.index % count
    }
}
