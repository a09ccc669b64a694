internal import MockPortalServer
internal import Platform
internal import PortalAuthentication

/// Steps that run beside the others.
struct BackgroundTask: Sendable {
    /// What `cancel` calls it.
    let name: String?
    /// Which of that name it is, from 1.
    let index: Int
    /// The portal that it loads; nil where it does something else.
    let portal: String?
    let task: Task<Void, Never>
}

extension BuiltInDriver {
    /// Carries out steps so many times at once, and returns when all have ended.
    func parallel(_ count: Int, _ steps: [Step]) async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count { for step in steps { group.addTask { await self.perform(step) } } }
        }
    }

    /// Starts steps so many times and goes on.
    func start(_ background: Step.Background) {
        var portal: String?
        if case .connect(let connect) = background.steps.first { portal = connect.name }
        if case .load(let name) = background.steps.first { portal = name }
        for _ in 0..<background.count {
            let task = Task { for step in background.steps { await self.perform(step) } }
            state.withLock { state in
                let index = state.background.count { $0.name == background.name } + 1
                state.background.append(
                    BackgroundTask(name: background.name, index: index, portal: portal, task: task))
            }
        }
    }

    /// Cancels what runs beside the other steps: all of it, all of one name, or one of those.
    func cancel(name: String?, index: Int?) {
        let index = options.conduct.loading.cancelled(index)
        let meant = state.withLock { state in
            state.background.filter { (name == nil || $0.name == name) && (index == nil || $0.index == index) }
        }
        if meant.isEmpty { log.complain("there is no task \(name ?? "")\(index.map { " \($0)" } ?? "") to cancel") }
        for entry in meant { entry.task.cancel() }
    }

    /// Waits for everything that runs beside the other steps.
    func join() async {
        let running = state.withLock { state in
            defer { state.background = [] }
            return state.background
        }
        for entry in running { await entry.task.value }
    }

    /// Waits until something has happened; that it never does is a complaint, as soon as nothing shows that it will.
    func waitFor(_ wait: Step.Wait) async {
        let limit = options.patience
        // Connections that the client has given up are closed before one looks whether any is open.
        if case .quiet = wait { await settle() }
        let came = await isDone { [stage, time, log] in
            switch wait {
            case .requests(let count, let operation):
                return await stage.portal.waitForRequests(count, operation: operation, timeout: limit)
            case .waits(let count): await time.until { waits, _ in waits >= count }
            case .transfers(let count): await time.until { _, limits in limits >= count }
            case .challenges(let count): await log.untilChallenges(count)
            case .events(let count): await log.untilEvents(count)
            case .faults(let count): return await stage.portal.waitForFaults(count, timeout: limit)
            case .quiet: return await stage.portal.waitUntilQuiet(timeout: limit)
            }
            return true
        }
        if !came { log.complain("\(wait.text), and nothing shows that it still comes") }
    }
}

/// Whether a body ends within a limit of real time; one that does not is left behind, for it may not listen to a cancellation.
func isDone(within limit: Duration, _ body: @escaping @Sendable () async -> Void) async -> Bool {
    let (endings, continuation) = AsyncStream<Bool>.makeStream()
    let work = Task {
        await body()
        continuation.yield(true)
    }
    let bound = Task {
        try await Task.sleep(for: limit)
        continuation.yield(false)
    }
    defer {
        work.cancel()
        bound.cancel()
    }
    for await isDone in endings { return isDone }
    return false
}
