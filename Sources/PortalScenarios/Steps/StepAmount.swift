internal import JSONValues

/// How much the steps of a list stand for, each counted as often as it is carried out.
///
/// All of them are made before a client is told.
struct StepAmount {
    /// How many steps a list may stand for.
    static let mostSteps = 100_000

    private(set) var steps = 0
    /// By how much they move the clocks ahead, together.
    private(set) var ahead = Duration.zero

    /// Counts steps as they are written; what is no step counts as one, and is refused where it is read.
    ///
    /// Both numbers end a little above what is allowed, so that nothing overflows.
    init(_ value: JSONValue) {
        if let elements = value.array {
            for element in elements {
                let inner = StepAmount(element)
                steps = min(steps + inner.steps, Self.mostSteps + 1)
                ahead = Self.bounded(ahead + inner.ahead)
            }
            return
        }
        steps = 1
        guard let step = value.object, step.count == 1, let (name, argument) = step.first else { return }
        if AdvanceStep.names.contains(name) {
            ahead = Self.bounded(max(.zero, argument.string.flatMap(DurationText.read) ?? .zero))
        } else if Self.repeating.contains(name) {
            let inner = StepAmount(argument["do"] ?? argument)
            let count = argument["do"] == nil ? 1 : argument["count"]?.integer ?? 1
            let times = Int(min(max(count, 1), 1000))
            steps = min(times * inner.steps, Self.mostSteps + 1)
            ahead = Self.bounded(inner.ahead * times)
        }
    }

    /// The steps that carry out others.
    private static let repeating = ParallelStep.names + RepeatStep.names + BackgroundStep.names

    private static func bounded(_ duration: Duration) -> Duration {
        min(duration, DurationText.longest + .milliseconds(1))
    }

    /// Throws where a list stands for more than is carried out.
    static func check(_ value: JSONValue, source: String, path: String) throws(DocumentError) {
        let amount = StepAmount(value)
        if amount.steps > mostSteps {
            throw DocumentError(
                .wrongType, source: source, keyPath: path,
                problem:
                    "stands for more than \(mostSteps) steps, each counted as often as it is repeated; repeat fewer")
        }
        if amount.ahead > DurationText.longest {
            throw DocumentError(
                .wrongType, source: source, keyPath: path,
                problem: "moves the clocks ahead by more than 1000 years in all; advance less, or less often")
        }
    }
}
