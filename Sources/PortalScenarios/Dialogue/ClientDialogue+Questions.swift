internal import JSONValues
internal import MockPortalServer
internal import PortalJudge
internal import ScenarioFormat

/// The answers that a client holds back until it is told, and which of them its user was asked for.
struct OpenQuestions: Sendable {
    /// What each answer of the last message `answers` waits for; nil for one that comes at once.
    var plans: [AnswerPlan] = []
    /// How many requests the portal had seen when they were told.
    var requests = 0
    /// How often the user was asked.
    var count = 0
    /// Those that wait until the user was asked so often.
    var waiting: [(question: Int, challenges: Int)] = []
}

extension AnswerPlan {
    /// Whether no client may give it before it is told.
    var isHeld: Bool {
        if case .never = kind { return true }
        return until != nil
    }
}

extension ClientDialogue {
    /// The user of the client is asked: the answer of that place in the list would be the next.
    func ask(_ index: Int) throws(Ending) {
        guard questions.plans.indices.contains(index), questions.plans.contains(where: \.isHeld) else {
            throw .broken("its user is asked for answer \(index), and none of that number is held")
        }
        questions.count += 1
        let plan = questions.plans[index]
        let (portal, wire) = (messages.scenarioPortal.portal, try wire())
        switch plan.until {
        case .requests(let count, let operation)?:
            wire.tell(index, whenSeen: count, of: operation, by: portal, within: timeLimit)
        case .joined(let count)?:
            // Each request that waits for another's question has been refused before, and so has the one that is asked.
            wire.tell(index, whenSeen: questions.requests + count + 1, of: nil, by: portal, within: timeLimit)
        case .challenges(let count)?: questions.waiting.append((index, count))
        case nil: if !plan.isHeld { try release(index) }
        }
        let count = questions.count
        let due = questions.waiting.filter { $0.challenges <= count }
        questions.waiting.removeAll { $0.challenges <= count }
        for one in due { try release(one.question) }
    }

    /// Tells the client that it may give an answer that it holds.
    func release(_ question: Int) throws(Ending) {
        _ = try send(StepMessage(.answerNow, ["question": .integer(Int64(question))]))
    }

    /// Waits until the user of the client was asked so often.
    func untilAsked(_ count: Int) async throws(Ending) {
        while questions.count < count { try await hear() }
    }

    /// Waits until so many things have happened to the client, of which one that tells no events tells its answers.
    func untilHappened(_ count: Int) async throws(Ending) {
        let expected = try messages.words(first: count)
        let answers = expected.count(where: DialogueExpectation.isAnswer)
        while tellsEvents ? told.events.count < count : told.answered.count < answers { try await hear() }
    }

    /// Waits until so many waits of the client last that go by the runner's clock.
    func untilWaiting(_ count: Int) async throws(Ending) {
        while waits < count { try await hear() }
    }
}

extension MessageWriter {
    /// What the user is asked, in the scenario's order: `basic`, `negotiate`, `token` …
    var challengeKinds: [String] {
        get throws {
            let patterns = try scenarioPortal.expectation(of: run).events ?? []
            return patterns.flatMap(\.words).compactMap(ChallengeWord.kind)
        }
    }

    /// The first words of what the scenario expects to happen, one for each time.
    func words(first count: Int) throws(ClientDialogue.Ending) -> [String] {
        do {
            let patterns = try scenarioPortal.expectation(of: run).events?.ofAnyClient ?? []
            return Array(patterns.flatMap(\.words).prefix(count))
        } catch { throw .hindered("\(error)") }
    }
}

extension EventPattern {
    /// What must happen, one word for each time.
    fileprivate var words: [String] {
        switch self {
        case .word(let word, let count): Array(repeating: word, count: count)
        case .optional: []
        case .anyOrder(let members): members.flatMap(\.words)
        }
    }
}
