internal import CKeeper
internal import Platform

/// One command under a keeper, so that nothing of it outlives the run; its streams are served by a thread of their own.
final class ClientProcess: Sendable {
    /// How a process ended.
    enum End: Equatable, Sendable {
        case exited(Int)
        case signalled(Int)
        case timedOut
        /// The process that kept it was ended from outside.
        case lost
    }
    /// What was left of it.
    struct Ended: Sendable {
        var end = End.lost
        var output = ""
        var errors = ""
        /// The streams to which it wrote more than is kept.
        var cut: [String] = []
        /// Whether it wrote so many lines that some were not even looked at.
        var isFlooded = false
        /// How many processes it left running.
        var left = 0
        /// Whether the runner had no more use for it.
        var isKilled = false
        /// Why it could not be started, as errno; nil where it was.
        var failure: Int32?
    }
    /// What a client says on its standard output, line by line.
    enum Heard: Equatable, Sendable {
        case line(String)
        /// A line that is longer than any answer may be.
        case tooLong
    }
    /// How long a line of a dialogue may be, and how many may wait to be read.
    static let longestLine = 1 << 16
    static let mostLines = 1000

    struct State {
        var input: [UInt8] = []
        var endsInput = false
        var isInputBroken = false
        var isKilled = false
        var time: ClientTime
        var ended: Ended?
        var waiting: CheckedContinuation<Ended, Never>?
    }
    let state: Locked<State>
    /// The process to which everything falls back that the program leaves behind.
    let keeper: pid_t
    private let bell: WakePipe
    /// Its lines, while it runs; empty for a client that holds no dialogue.
    let lines: AsyncStream<Heard>

    /// Starts a program at a path; throws where the system has no means for it.
    ///
    /// In a dialogue the time limit passes from ``letTimeGoOn()`` to the next line alone. Keys are those that it was given, which may
    /// become more while it runs.
    init(
        path: String, arguments: [String], environment: [String: String], holdsDialogue: Bool, timeLimit: Duration,
        keys: GivenKeys = GivenKeys()
    ) throws(ForeignCommandError) {
        guard let bell = WakePipe() else { throw Self.failure("a pipe") }
        self.bell = bell
        let (lines, hearing) = AsyncStream.makeStream(
            of: Heard.self, bufferingPolicy: .bufferingOldest(Self.mostLines))
        self.lines = lines
        let (pipes, keeper) = try Self.started(
            path, [path] + arguments, environment.map { "\($0.key)=\($0.value)" }.sorted(), hasInput: holdsDialogue)
        self.keeper = keeper
        let state = Locked(State(time: ClientTime(timeLimit, since: holdsDialogue ? nil : .now)))
        self.state = state
        let loop = ClientLoop(
            pipes: pipes, keeper: keeper, bell: bell, state: state, keys: keys,
            hearing: holdsDialogue ? hearing : nil)
        if !holdsDialogue { hearing.finish() }
        let thread = NativeThread {
            let ended = loop.run()
            hearing.finish()
            let waiting = state.withLock { state in
                state.ended = ended
                return state.waiting
            }
            waiting?.resume(returning: ended)
        }
        guard let thread else {
            pipes.closeNear()
            throw Self.failure("a thread")
        }
        thread.detach()
    }

    /// Starts a program; gives its pipes and its keeper.
    private static func started(
        _ path: String, _ arguments: [String], _ environment: [String], hasInput: Bool
    ) throws(ForeignCommandError) -> (Pipes, pid_t) {
        var number = ECHILD
        // What starts keepers may be ended from outside, and another is there the next time; where nothing is told, nothing was started.
        for _ in 0..<3 {
            let pipes = try Pipes(hasInput: hasInput)
            let isAsked = pipes.start(path, arguments, environment)
            if !isAsked { number = errno }
            pipes.closeFar()
            let report = isAsked ? pipes.firstReport() : nil
            if let report, Int(report.kind) == CKEEPER_STARTED { return (pipes, report.value) }
            pipes.closeNear()
            if let report {
                number = report.value
                break
            }
        }
        throw failure("a process", number)
    }

    /// Writes a line to its standard input, as far as it reads.
    func send(_ line: String) {
        state.withLock { state in
            state.input += Array(line.utf8) + [0x0A]
            state.time.begin()
        }
        bell.ring()
    }

    /// Lets its time go on, which stands at first and since it said something: nothing is said to it now before it says more.
    func letTimeGoOn() {
        if state.withLock({ $0.time.goOn(at: .now) }) { bell.ring() }
    }

    /// Ends its standard input, once it has read what was sent.
    func endInput() {
        state.withLock { $0.endsInput = true }
        bell.ring()
    }

    /// Whether it closed its standard input before everything was read.
    var isInputBroken: Bool { state.withLock { $0.isInputBroken } }

    /// Kills it, with everything that it started.
    func kill() {
        state.withLock { $0.isKilled = true }
        bell.ring()
    }

    /// Returns once nothing of it is left; to be called once.
    func end() async -> Ended {
        await withCheckedContinuation { continuation in
            let ended = state.withLock { state in
                if state.ended == nil { state.waiting = continuation }
                return state.ended
            }
            if let ended { continuation.resume(returning: ended) }
        }
    }

    private static func failure(_ what: String, _ number: Int32 = errno) -> ForeignCommandError {
        ForeignCommandError(description: "the system has not \(what) for the client: \(text(of: number))")
    }

    /// The system's words for an error.
    static func text(of number: Int32) -> String { String(cString: strerror(number)) }
}
