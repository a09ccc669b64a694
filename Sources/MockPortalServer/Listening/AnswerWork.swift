internal import Dispatch
internal import Platform

/// Works out answers that take long, so that the threads which serve connections never do.
///
/// A bounded number is worked on at a time, in the order of arrival, and a bounded number waits. A place is reserved before the
/// connection is suspended, so that a full queue is known while the request can still be refused. Answers of the same ``Lane`` are worked
/// out one after the other, or a few at a time, and a lane has a limit of its own, so that it neither holds up the others nor takes all
/// places.
final class AnswerWork: Sendable {
    /// Answers that are worked on or wait, at most.
    let limit: Int
    /// Those of one lane, at most.
    let laneLimit: Int
    /// Those of one lane that are worked on at the same time, at most.
    private let laneWidth: Int
    /// Whether what waits for a client that has ended its side is dropped where every place is taken, for it changes nothing. Where
    /// there is room it is worked out: such a client may still read (RFC 9293 §3.6.1).
    private let dropsAbandoned: Bool
    private let workers: Int
    private let label: String
    private let state = Locked(State())

    /// What answers have in common that share some of the workers; the object must live as long as they wait.
    typealias Lane = ObjectIdentifier

    fileprivate struct State {
        var waiting = Deque<AnswerJob>()
        var running: [AnswerJob] = []
        /// Places that were reserved and have no job yet.
        var reserved = 0
        /// Places of each lane, of all three kinds.
        var lanes: [Lane: Int] = [:]
        /// Serial queues that do nothing. Each has a thread of the system's pool while it works, never one of the cooperative pool.
        var free: [DispatchQueue] = []
        /// How many queues there are: one is made for a job that finds none free.
        var made = 0
        var isStopped = false
    }

    /// Works on `workers` answers at a time while `waiting` more wait, of one lane on `workersInLane` while `waitingInLane` more wait.
    init(
        workers: Int, waiting: Int, workersInLane: Int = 1, waitingInLane: Int = .max, dropsAbandoned: Bool = false,
        label: String = "mockportal.answers"
    ) {
        let workers = max(1, workers)
        self.workers = workers
        self.label = label
        // Sums that no number stands for are cut off: a caller may say `Int.max` where it wants no limit.
        limit = workers + min(.max - workers, max(0, waiting))
        laneWidth = min(workers, max(1, workersInLane))
        laneLimit = laneWidth + min(limit - laneWidth, max(0, waitingInLane))
        self.dropsAbandoned = dropsAbandoned
    }

    /// How many jobs wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Takes a place for one job; false where every place, or every one of its lane, is taken, or after ``stop()``.
    func reserve(in lane: Lane? = nil) -> Bool {
        if take(lane) { return true }
        guard dropsAbandoned, dropAbandoned() else { return false }
        return take(lane)
    }

    private func take(_ lane: Lane?) -> Bool {
        state.withLock { state in
            guard !state.isStopped, state.waiting.count + state.running.count + state.reserved < limit,
                lane.map({ state.lanes[$0, default: 0] < laneLimit }) ?? true
            else { return false }
            state.reserved += 1
            if let lane { state.lanes[lane, default: 0] += 1 }
            return true
        }
    }

    /// Gives a reserved place back.
    func giveBack(in lane: Lane? = nil) {
        state.withLock { state in
            state.reserved -= 1
            state.leave(lane)
        }
    }

    /// Has a job done in a reserved place; after ``stop()`` it is cancelled.
    func add(_ job: AnswerJob) {
        let (queue, isStopped) = state.withLock { state -> (DispatchQueue?, Bool) in
            state.reserved -= 1
            guard !state.isStopped else {
                state.leave(job.lane)
                return (nil, true)
            }
            state.waiting.append(job)
            return (state.takeQueue(label: label, atMost: workers), false)
        }
        if isStopped { job.cancel() }
        queue?.async { self.work(on: queue) }
    }

    /// Cancels every job that waits or is worked on; work that is under way runs to its end without effect.
    func cancelAll() {
        let jobs = state.withLock { state in
            var jobs = state.running
            while let job = state.waiting.popFirst() {
                state.leave(job.lane)
                jobs.append(job)
            }
            return jobs
        }
        for job in jobs { job.cancel() }
    }

    /// Cancels every job, and takes none afterwards.
    func stop() {
        state.withLock { $0.isStopped = true }
        cancelAll()
    }

    /// Drops what waits for clients that have ended their side; false where there is none.
    private func dropAbandoned() -> Bool {
        let dropped = state.withLock { state in state.removeWaiting { $0.isAbandoned } }
        for job in dropped { job.cancel() }
        return !dropped.isEmpty
    }

    private func work(on queue: DispatchQueue?) {
        var done: AnswerJob?
        while let job = next(after: done, queue) {
            job.run()
            done = job
        }
    }

    private func next(after done: AnswerJob?, _ queue: DispatchQueue?) -> AnswerJob? {
        state.withLock { state in
            if let done {
                state.running.removeAll { $0 === done }
                state.leave(done.lane)
            }
            guard let job = state.takeFirst(laneWidth: laneWidth) else {
                if let queue { state.free.append(queue) }
                return nil
            }
            state.running.append(job)
            return job
        }
    }
}

extension AnswerWork.State {
    /// Counts a place of a lane as free.
    fileprivate mutating func leave(_ lane: AnswerWork.Lane?) {
        guard let lane, let count = lanes[lane] else { return }
        lanes[lane] = count > 1 ? count - 1 : nil
    }

    /// Takes a queue that does nothing, or makes another one; nil where so many work already.
    fileprivate mutating func takeQueue(label: String, atMost workers: Int) -> DispatchQueue? {
        if let queue = free.popLast() { return queue }
        guard made < workers else { return nil }
        made += 1
        return DispatchQueue(label: "\(label).\(made)")
    }

    /// Takes the first waiting job of whose lane fewer are worked on than may be; nil where there is none.
    fileprivate mutating func takeFirst(laneWidth: Int) -> AnswerJob? {
        var passed: [AnswerJob] = []
        var found: AnswerJob?
        while found == nil, let job = waiting.popFirst() {
            let isBusy = job.lane.map { lane in running.count(where: { $0.lane == lane }) >= laneWidth } ?? false
            if isBusy { passed.append(job) } else { found = job }
        }
        guard !passed.isEmpty else { return found }
        while let job = waiting.popFirst() { passed.append(job) }
        for job in passed { waiting.append(job) }
        return found
    }

    /// Takes the waiting jobs away that a condition holds for.
    fileprivate mutating func removeWaiting(where isUnwanted: (AnswerJob) -> Bool) -> [AnswerJob] {
        var kept: [AnswerJob] = []
        var removed: [AnswerJob] = []
        while let job = waiting.popFirst() {
            if isUnwanted(job) {
                leave(job.lane)
                removed.append(job)
            } else {
                kept.append(job)
            }
        }
        for job in kept { waiting.append(job) }
        return removed
    }
}
