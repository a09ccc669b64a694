internal import PortalJudge
internal import ScenarioFormat

/// Names one order after another: first every beginning, depth first, then what a seeded generator makes of it.
struct ScheduleExplorer {
    /// Choices whose every combination is tried first; later ones are left to the generator.
    private static let depth = 3

    private let seed: UInt64
    private let limit: Int
    private var beginning: [Int]? = []
    /// Whether some order had more choices than are enumerated.
    private var isDeep = false
    /// Whether every order there is was named.
    private var isExhausted = false
    /// How many orders were named.
    private(set) var count = 0

    /// Names at most so many orders; the run's name is part of the seed, so that no two runs get the same numbers.
    init(schedules: Int, seed: UInt64, run: String) {
        limit = schedules
        self.seed = run.utf8.reduce(seed &+ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// The next order; nil where there is none left to try.
    mutating func next() -> AnswerOrder? {
        guard count < limit else { return nil }
        count += 1
        // Half of them are left for the generator: a tree may be wide.
        if let beginning, count <= max(1, limit / 2) { return AnswerOrder(beginning.map { AnswerChoice($0) }) }
        beginning = nil
        guard !isExhausted else {
            count -= 1
            return nil
        }
        return AnswerOrder([], then: SplitMix(seed: seed &+ UInt64(count)))
    }

    /// Learns which choices there were in the order named last.
    mutating func learn(_ choices: [AnswerOrder.Choice]) {
        if choices.count > Self.depth { isDeep = true }
        guard beginning != nil else { return }
        let first = choices.prefix(Self.depth)
        guard let last = first.lastIndex(where: { $0.index + 1 < $0.count }) else {
            beginning = nil
            isExhausted = !isDeep
            return
        }
        beginning = first[..<last].map(\.index) + [first[last].index + 1]
    }
}

extension ScenarioRunner {
    /// Runs one combination in the orders that the options ask for, up to the first that does not pass.
    func scheduled(_ run: ScenarioRun) async -> (judged: Judged, schedule: String?, missed: MissedOrder?) {
        guard options.foreign == nil, run.steps.isConcurrent else {
            let judged = await verdict(on: run, order: nil)
            var missed: MissedOrder?
            if case .replay(let choices) = options.schedule {
                missed = Self.missed(
                    choices, "its steps run one after the other, and no two answers are ever ready")
            }
            return (judged, nil, missed)
        }
        switch options.schedule {
        case .free: return (await verdict(on: run, order: nil), nil, nil)
        case .replay(let choices):
            let order = AnswerOrder(choices)
            let judged = await verdict(on: run, order: order)
            let missed = order.deviation.flatMap { Self.missed(choices, $0) }
            return (judged, AnswerSchedule.text(order.replay), missed)
        case .explore(let schedules, let seed):
            var explorer = ScheduleExplorer(schedules: schedules, seed: seed, run: run.name)
            var last: Judged?
            while let order = explorer.next() {
                let judged = await verdict(on: run, order: order)
                guard judged.verdict.isPass else { return (judged, AnswerSchedule.text(order.replay), nil) }
                explorer.learn(order.choices)
                last = judged
            }
            if let last { return (last, nil, nil) }
            return (await verdict(on: run, order: nil), nil, nil)
        }
    }

    /// Nothing is missed where no choice was asked for.
    private static func missed(_ choices: [AnswerChoice], _ deviation: String) -> MissedOrder? {
        guard choices.contains(where: { $0.index != 0 }) else { return nil }
        return MissedOrder(asked: AnswerSchedule.text(choices), deviation: deviation)
    }
}
