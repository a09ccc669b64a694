internal import JSONValues

/// The steps of a scenario as one list of tasks, for a client that is told everything at once.
///
/// The tasks are the messages of the steps. Where the portal changes in between, a task `pause` names a file that the client reads to
/// its end: it ends once the change was made.
final class TaskList {
    let messages: MessageWriter
    private let dialogue: ClientDialogue
    private let pauses: PauseFiles
    private var tasks: [[JSONValue]] = [[]]
    /// What changes at each pause, in order.
    private(set) var changes: [[Change]] = []
    /// What changes once the portal has seen something, in order.
    private(set) var watches: [(wait: WaitPlan, changes: [Change])] = []
    /// One change of the portal, or of what is known of it.
    typealias Change = @Sendable () throws -> Void
    /// Whether the tasks that are added now go on beside what the portal does.
    private var isBeside = false
    /// Whether the last task is a pause that further changes may join.
    private var isPaused = false
    private var hasBegun = false
    private var ahead: Int64 = 0

    /// - Parameter dialogue: what reads the answers once the client has ended.
    init(_ dialogue: ClientDialogue, pauses: PauseFiles) {
        self.dialogue = dialogue
        self.pauses = pauses
        messages = dialogue.messages
    }

    /// The tasks as the client is told them.
    var text: String { JSONValue.array(tasks[0]).text() }

    /// The message before the first step.
    func begin(needs: StepTraits) throws {
        try add(try messages.begin(needs: needs))
        hasBegun = false
    }

    /// Adds the message of a step.
    func add(_ message: StepMessage) throws {
        var message = message
        message["id"] = .integer(Int64(dialogue.expect(message.meaning)))
        if ahead > 0 { message["now"] = .integer(messages.clientTime + ahead) }
        tasks[tasks.count - 1].append(message.value)
        (isPaused, hasBegun) = (false, true)
    }

    /// Adds tasks that are done at once.
    func group(_ body: () throws -> Void) throws {
        tasks.append([])
        try body()
        let inner = tasks.removeLast()
        tasks[tasks.count - 1].append(StepMessage(.parallel, ["tasks": .array(inner)]).value)
        (isPaused, hasBegun) = (false, true)
    }

    /// Does something to the portal: at once where the client has nothing to do before, else when it has come so far.
    func act(_ action: JSONValue) throws {
        let actor = messages.actor
        try change { try actor.perform(action) }
    }

    /// Changes something: at once where the client has nothing to do before, else when it has come so far.
    func change(_ change: @escaping Change) throws {
        guard hasBegun else { return try change() }
        if isBeside {
            guard !watches.isEmpty else { return try change() }
            return watches[watches.count - 1].changes.append(change)
        }
        if !isPaused {
            changes.append([])
            tasks[tasks.count - 1].append(StepMessage(.pause, ["file": .string(try pauses.add())]).value)
        }
        changes[changes.count - 1].append(change)
        isPaused = true
    }

    /// Adds tasks that are done at once, while the portal does what comes next, up to ``join()``.
    func beside(_ body: () throws -> Void) throws {
        try join()
        tasks.append([])
        try body()
        (isBeside, isPaused, hasBegun) = (true, false, true)
    }

    /// Waits, in the tasks, for all that is done at once.
    func join() throws {
        guard isBeside else { return }
        let inner = tasks.removeLast()
        // Tasks that are at once within others are at once with them.
        let flat = inner.flatMap { $0["step"] == "parallel" ? $0["tasks"]?.array ?? [] : [$0] }
        tasks[tasks.count - 1].append(StepMessage(.parallel, ["tasks": .array(flat)]).value)
        (isBeside, isPaused) = (false, false)
    }

    /// What comes next is done once the portal has seen something.
    func watch(_ wait: WaitPlan) { watches.append((wait, [])) }

    /// From now on it is later.
    func advance(by duration: Duration) { ahead += duration.components.seconds * 1000 }
}
