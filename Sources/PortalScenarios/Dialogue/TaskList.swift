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
    private var changes: [[JSONValue]] = []
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

    /// What is done to the portal at each pause, in order.
    var actions: [[JSONValue]] { changes }

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
        tasks[tasks.count - 1].append(.object(message.members))
        (isPaused, hasBegun) = (false, true)
    }

    /// Adds tasks that are done at once.
    func group(_ body: () throws -> Void) throws {
        tasks.append([])
        try body()
        let inner = tasks.removeLast()
        tasks[tasks.count - 1].append(["step": "parallel", "tasks": .array(inner)])
        (isPaused, hasBegun) = (false, true)
    }

    /// Does something to the portal: at once where the client has nothing to do before, else when it has come so far.
    func act(_ action: JSONValue) throws {
        guard hasBegun else { return try messages.actor.perform(action) }
        if !isPaused {
            changes.append([])
            tasks[tasks.count - 1].append(["step": "pause", "file": .string(try pauses.add())])
        }
        changes[changes.count - 1].append(action)
        isPaused = true
    }

    /// From now on it is later.
    func advance(by duration: Duration) { ahead += duration.components.seconds * 1000 }
}
