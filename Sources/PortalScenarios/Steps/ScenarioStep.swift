internal import JSONValues

/// One thing that a scenario lets its client, its app or its portal do.
///
/// A new step is a file in one of the folders here with a value that conforms, and a line in ``StepTable``. For foreign clients it
/// needs a ``message(_:)``, a ``hold(_:)`` of its own, or a ``dialogueObstacle``: with none of them a run that tells it ends there.
protocol ScenarioStep: Sendable {
    /// The keys that name the step in a scenario file.
    static var names: [String] { get }
    /// Reads what a scenario file has below the step's key.
    init(reading step: StepReader) throws(DocumentError)
    /// What the runner must know of the step before it is carried out. Default: nothing in particular.
    var traits: StepTraits { get }

    /// Carries the step out with the built-in client; a failure of the client is written into the run's log.
    func perform(with driver: BuiltInDriver) async

    /// Why no foreign client can be told the step; nil where one can. Default: nil.
    var dialogueObstacle: String? { get }
    /// The message that tells a foreign client the step; nil where the runner carries it out itself. Default: nil.
    func message(_ writer: MessageWriter) throws -> StepMessage?
    /// Goes through the step with a foreign client. Default: sends its message and waits for the answer.
    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending)
    /// Sends a foreign client what the step asks, waits for nothing and gives the ids. Default: its one message.
    func start(_ dialogue: ClientDialogue) throws(ClientDialogue.Ending) -> [Int]
    /// Why the step cannot stand among tasks that are told at once; nil where it can. Default: nil.
    var taskObstacle: String? { get }
    /// Puts the step into a list of tasks that a client is told at once. Default: its message.
    func list(in tasks: TaskList) throws

    /// Whether the step sends something beside another step; `isBusy` says whether a task is under way, before and after.
    func overlaps(_ isBusy: inout Bool) -> Bool
}

extension ScenarioStep {
    var traits: StepTraits { [] }
    var dialogueObstacle: String? { nil }

    func message(_ writer: MessageWriter) throws -> StepMessage? { nil }

    func hold(_ dialogue: ClientDialogue) async throws(ClientDialogue.Ending) {
        _ = try await dialogue.answer(to: try dialogue.send(self))
    }

    func start(_ dialogue: ClientDialogue) throws(ClientDialogue.Ending) -> [Int] { [try dialogue.send(self)] }

    var taskObstacle: String? { nil }

    func list(in tasks: TaskList) throws {
        if let message = try message(tasks.messages) { try tasks.add(message) }
    }

    func overlaps(_ isBusy: inout Bool) -> Bool { isBusy && !traits.contains(.isQuiet) }
}

extension [any ScenarioStep] {
    /// The traits of all steps together.
    var traits: StepTraits { reduce([]) { $0.union($1.traits) } }

    /// What a foreign client needs for the steps.
    var needs: StepTraits { traits.intersection([.needsParallelClient, .needsSteeredClock, .needsStore]) }

    /// Why no foreign client can be told the steps; nil where one can.
    var dialogueObstacle: String? {
        // A key path of an existential ends the compiler of Swift 6.3.1 here.
        lazy.compactMap { $0.dialogueObstacle }.first
    }

    /// Why the steps cannot be told to a client at once; nil where they can.
    ///
    /// What goes on in the background can be, up to its `join`, where meanwhile only the portal does something.
    var taskObstacle: String? {
        var isBeside = false
        for step in self {
            if let why = step.taskObstacle { return why }
            switch step {
            case is BackgroundStep where !isBeside: isBeside = true
            case is JoinStep: isBeside = false
            case is WaitForStep where isBeside: break
            case is WaitForStep: return "a step waits for what others do"
            case is PortalStep: break
            default: if isBeside { return "a step goes on while others are told" }
            }
        }
        return nil
    }

    /// Whether more than one thing that may send something is ever under way at once.
    ///
    /// A single task beside steps that only move clocks, wait, or act on the portal is as good as a step of its own.
    var isConcurrent: Bool {
        var isBusy = false
        return contains { $0.overlaps(&isBusy) }
    }
}
