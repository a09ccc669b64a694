internal import Dispatch
internal import MockPortalServer
internal import Platform
internal import ScenarioFormat

/// Lets answers go one at a time: each choice among those that are ready is the next of a list, then a generator's, then the first.
final class AnswerOrder: AnswerScheduler {
    /// A choice that was made, and among how many.
    struct Choice: Sendable, Equatable {
        let index: Int
        let count: Int
    }
    /// More answers than this do not wait: one of them goes.
    static let bound = 4
    /// How long no further answer must have become ready; a hint to let more of them meet, never a verdict.
    private static let quiet = DispatchTimeInterval.milliseconds(4)

    fileprivate struct Entry {
        let answer: ScheduledAnswer
        /// Which of its operation it is.
        let ordinal: Int
    }
    fileprivate struct State {
        var held: [Entry] = []
        var seen: [String: Int] = [:]
        var given: [Int]
        var generator: SplitMix?
        var made: [Choice] = []
        /// The first choice that was given and could not be made.
        var unmet: String?
        /// Grows with every answer, so that an older alarm knows that it is not quiet.
        var events = 0
        /// What the client has sent: a request that has not come yet may be answered with those that wait.
        var underWay: RequestsUnderWay?
    }
    private let state: Locked<State>
    /// How often it is waited for a request on its way, four milliseconds each: it may be one that never arrives.
    private static let mostWaits = 60

    /// Takes the first choices, and what makes those after them; without a generator they are 0.
    init(_ choices: [Int], then generator: SplitMix? = nil) {
        state = Locked(State(given: choices, generator: generator))
    }

    /// Lets answers wait for requests on their way to a portal, and gives what counts those of its client.
    func awaitsRequests(to portal: MockPortal) -> RequestsUnderWay {
        let underWay = RequestsUnderWay(to: portal)
        state.withLock { $0.underWay = underWay }
        return underWay
    }

    /// The choices that were made so far; where only one answer was ready there was none.
    var choices: [Choice] { state.withLock { $0.made } }

    /// How the run differed from the choices that were given; nil where it met them all.
    ///
    /// Where none is given any more the first goes, so that choices of 0 at the end are met by a run that has none.
    var deviation: String? {
        state.withLock { state in
            if let unmet = state.unmet { return unmet }
            let rest = state.given.dropFirst(state.made.count)
            guard rest.contains(where: { $0 != 0 }) else { return nil }
            return "there were \(state.made.count) choices, and \(state.given.count) are given"
        }
    }

    func ready(_ answer: ScheduledAnswer) {
        let (full, event) = state.withLock { state in
            let ordinal = (state.seen[answer.operation] ?? 0) + 1
            state.seen[answer.operation] = ordinal
            state.held.append(Entry(answer: answer, ordinal: ordinal))
            state.events += 1
            return (state.held.count >= Self.bound, state.events)
        }
        if full { releaseOne() } else { watch(event) }
    }

    /// Lets an answer go once it was quiet; an alarm that comes late speaks of a busy machine, where quiet lasts longer.
    private func watch(_ event: Int, patience: Int = 16, waits: Int = mostWaits) {
        let due = DispatchTime.now() + Self.quiet
        DispatchQueue.global().asyncAfter(deadline: due) { [self] in
            let (isCurrent, held, underWay) = state.withLock { ($0.events == event, $0.held.count, $0.underWay) }
            guard isCurrent, held > 0 else { return }
            if waits > 0, let underWay, underWay.count > held {
                return watch(event, patience: patience, waits: waits - 1)
            }
            let isLate = DispatchTime.now() > due + Self.quiet
            if isLate, patience > 0 { return watch(event, patience: patience - 1, waits: waits) }
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
            // By what they are and not by when they came, so that an index means the same in every run.
            state.held.sort { ($0.answer.operation, $0.ordinal) < ($1.answer.operation, $1.ordinal) }
            let chosen = state.held.remove(at: state.choose(among: state.held.count)).answer
            state.events += 1
            return (chosen, state.held.isEmpty ? nil : state.events)
        }
        chosen?.release()
        if let next { watch(next) }
    }
}

extension AnswerOrder.State {
    mutating func choose(among count: Int) -> Int {
        guard count > 1 else { return 0 }
        let index: Int
        if made.count < given.count {
            index = given[made.count] % count
            if index != given[made.count], unmet == nil {
                unmet = "choice \(made.count + 1) is \(given[made.count]), and only \(count) answers were ready"
            }
        } else {
            index = generator?.number(below: count) ?? 0
        }
        made.append(AnswerOrder.Choice(index: index, count: count))
        return index
    }
}
