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
    /// Starts a body so many times and goes on; `portal` is the one that it loads, if it does.
    func start(_ count: Int, name: String?, portal: String?, _ body: @escaping @Sendable () async -> Void) {
        for _ in 0..<count {
            let task = Task { await body() }
            state.withLock { state in
                let index = state.background.count { $0.name == name } + 1
                state.background.append(BackgroundTask(name: name, index: index, portal: portal, task: task))
            }
        }
    }

    /// Waits for everything that runs beside the other steps.
    func join() async {
        let running = state.withLock { state in
            defer { state.background = [] }
            return state.background
        }
        for entry in running { await entry.task.value }
    }
}

/// Whether a body ends within a limit; one that does not is left behind, for it may not listen to a cancellation.
///
/// The limit passes in pieces: a machine that stands still has not waited for anything meanwhile. They are fewer than the looks after
/// which a run is given up, so that this one is first to end where each of them comes late.
func isDone(within limit: Duration, _ body: @escaping @Sendable () async -> Void) async -> Bool {
    let (endings, continuation) = AsyncStream<Bool>.makeStream()
    let work = Task {
        await body()
        continuation.yield(true)
    }
    let bound = Task {
        let pieces = RunPatience.looks / 3
        for _ in 0..<pieces { try await Task.sleep(for: limit / pieces) }
        continuation.yield(false)
    }
    defer {
        work.cancel()
        bound.cancel()
    }
    for await isDone in endings { return isDone }
    return false
}
