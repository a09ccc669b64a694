internal import Dispatch
internal import MockPortalServer
internal import Platform
internal import PortalJudge

/// Looks at the processes of a client while it runs: at their arguments, at their environment and at temporary files that they hold open.
///
/// It looks whenever an answer is ready, which waits for that, and every few milliseconds besides. An answer to a client that is being
/// started waits until it is known whom to look at. What lives and dies between two looks without asking the portal is missed. Linux
/// only; on other systems it sees nothing.
final class ClientWatch: AnswerScheduler {
    /// More than this is not kept.
    private static let mostBytes = 1 << 22
    /// More of an open file is not read.
    private static let mostOfFile = 1 << 16
    private static let interval = DispatchTimeInterval.milliseconds(25)

    private struct Trace: Hashable {
        enum Kind: Hashable {
            case arguments, environment, file
        }
        let kind: Kind
        /// The program, or the path of a file.
        let name: [UInt8]
        let text: [UInt8]

        /// It as it is kept and searched.
        func output(_ search: SecretSearch) -> ClientOutput {
            let (name, text) = (search.text(of: name), search.text(of: text))
            return switch kind {
            case .arguments: .arguments(of: name, text)
            case .environment: .environment(of: name, text)
            case .file: .temporaryFile(name, text)
            }
        }
    }
    private struct Started: Hashable {
        let process: pid_t
        let arguments: [[UInt8]]
    }
    private struct State {
        var keeper: pid_t?
        /// Whether a client is being started, which may ask before its keeper is known here.
        var isStarting = false
        /// The answers that are ready meanwhile.
        var held: [ScheduledAnswer] = []
        var known: Set<Started> = []
        var traces: Set<Trace> = []
        var size = 0
        var isWhole = true
        var timer: (any DispatchSourceTimer)?

        /// Ends the start; gives the answers that waited for it.
        mutating func takeHeld() -> [ScheduledAnswer] {
            defer { (isStarting, held) = (false, []) }
            return held
        }
    }
    private let state = Locked(State())
    /// Where it looks, one look after another.
    let queue = DispatchQueue(label: "mockportal.client-watch")
    /// The folder of the run.
    private let sandbox: String
    private let beginning: TemporaryFiles.Beginning
    /// What the client was given, as `NAME=value`.
    private let given: Set<[UInt8]>

    /// Prepares to watch a client that is given an environment.
    init(
        of sandbox: ForeignSandbox, given: [String: String], watching changes: TemporaryFileChanges? = .ofThisProcess()
    ) {
        self.sandbox = sandbox.path
        beginning = TemporaryFiles.Beginning(of: sandbox.path, watching: changes)
        self.given = Set(given.map { Array("\($0.key)=\($0.value)".utf8) })
    }

    /// Starts a client and watches it, until ``end()``.
    func starting(
        _ start: () throws(ForeignCommandError) -> ClientProcess
    ) throws(ForeignCommandError) -> ClientProcess {
        guard ProcessTree.isReadable else { return try start() }
        state.withLock { $0.isStarting = true }
        do {
            let process = try start()
            begin(process.keeper)
            return process
        } catch {
            end()
            throw error
        }
    }

    deinit { state.withLock { $0.timer }?.cancel() }

    private func begin(_ keeper: pid_t) {
        let (isFirst, held) = state.withLock { state in
            defer { state.keeper = keeper }
            return (state.timer == nil, state.takeHeld())
        }
        if isFirst { lookAgainAndAgain() }
        for answer in held { ready(answer) }
    }

    /// Every few milliseconds from now on, to the end: what changes in folders for temporary data is told after a client's end, too.
    private func lookAgainAndAgain() {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now(), repeating: Self.interval)
        timer.setEventHandler { [weak self] in self?.look() }
        state.withLock { $0.timer = timer }
        timer.resume()
    }

    /// Looks at no process any longer: nothing is left of the client.
    func end() {
        let held = state.withLock { state in
            state.keeper = nil
            return state.takeHeld()
        }
        for answer in held { answer.release() }
    }

    /// Lets an answer go once the processes that may have asked for it were looked at.
    func ready(_ answer: ScheduledAnswer) {
        let isHeld = state.withLock { state in
            if state.isStarting { state.held.append(answer) }
            return state.isStarting
        }
        guard !isHeld else { return }
        queue.async {
            self.look()
            answer.release()
        }
    }

    /// What was seen in which secrets stand; `isWhole` is false where there was too much to keep.
    ///
    /// Files outside the run's folders are looked for now.
    func traces(of evidence: Evidence) -> (outputs: [ClientOutput], isWhole: Bool) {
        let (seen, isWhole) = state.withLock { ($0.traces, $0.isWhole) }
        let search = SecretSearch(evidence)
        let watched = seen.map { $0.output(search) }.sorted { ($0.place, $0.text) < ($1.place, $1.text) }
        // A password that a scenario writes out may stand in anybody's files; those of a run are longer.
        var long = evidence
        long.canaries.removeAll { $0.value.utf8.count < 16 }
        let longSearch = SecretSearch(long)
        let found = TemporaryFiles(since: beginning) { !longSearch.names(in: longSearch.readable($0)).isEmpty }
        let files =
            found.files.map { file in
                ClientOutput.temporaryFile(longSearch.text(of: file.path.bytes), longSearch.text(of: file.bytes))
            }
            + found.named.map { path in
                let name = longSearch.text(of: path.bytes)
                return ClientOutput.temporaryFile("name \(name)", name)
            }
        let told = Self.telling(watched, search)
        // Held open and there still, a file is told of once.
        let left = files.filter { file in !told.contains { $0.place == file.place } }
        return (told + Self.telling(left, longSearch), isWhole && found.isWhole)
    }

    /// Those in which secrets stand that stand in no earlier one of their kind: one process shows them to all that it starts.
    private static func telling(_ outputs: [ClientOutput], _ search: SecretSearch) -> [ClientOutput] {
        var told: Set<String> = []
        return outputs.filter { output in
            let kind = output.place.prefix { $0 != " " }
            let names = search.names(in: Array(output.text.utf8)).map { "\(kind) \($0.name)" }
            defer { told.formUnion(names) }
            return !told.isSuperset(of: names)
        }
    }

    private func look() {
        // Others write into folders for temporary data, too, and more than the system keeps to tell.
        beginning.catchUp()
        guard let keeper = state.withLock({ $0.keeper }) else { return }
        for process in ProcessTree.below(keeper) {
            let arguments = ProcessTree.arguments(of: process)
            guard let first = arguments.first else { continue }
            let program = Array(first.split(separator: UInt8(ascii: "/")).last ?? ArraySlice("a program".utf8))
            let started = Started(process: process, arguments: arguments)
            if state.withLock({ $0.known.insert(started).inserted }) {
                note(.arguments, program, Array(arguments.joined(separator: " ".utf8)))
                let own = ProcessTree.additions(in: ProcessTree.environment(of: process), to: given)
                note(.environment, program, Array(own.joined(separator: "\n".utf8)))
            }
            for (path, place) in ProcessTree.openFiles(of: process) where isOutside(path) {
                guard let bytes = FileHead.bytes(place, atMost: Self.mostOfFile, onlyRegular: true, of: geteuid())
                else { continue }
                let gone = " (deleted)"
                note(.file, Array((path.hasSuffix(gone) ? path.dropLast(gone.count) : path[...]).utf8), bytes)
            }
        }
    }

    /// Whether a file lies where temporary ones do, and not in the folder of the run.
    private func isOutside(_ path: String) -> Bool {
        TemporaryFiles.folders.contains { path.hasPrefix($0 + "/") } && !path.hasPrefix(sandbox + "/")
    }

    private func note(_ kind: Trace.Kind, _ name: [UInt8], _ text: [UInt8]) {
        guard !text.isEmpty else { return }
        let trace = Trace(kind: kind, name: name, text: text)
        state.withLock { state in
            guard !state.traces.contains(trace) else { return }
            guard state.size + text.count <= Self.mostBytes else {
                state.isWhole = false
                return
            }
            state.size += text.count
            state.traces.insert(trace)
        }
    }
}
