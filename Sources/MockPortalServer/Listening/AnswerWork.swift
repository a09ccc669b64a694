internal import Dispatch
internal import Platform

/// Works out the answers of one portal that take long, so that the threads which serve connections never do.
///
/// A bounded number is worked on at a time, in the order of arrival, and a bounded number waits. A place is reserved before the
/// connection is suspended, so that a full queue is known while the request can still be refused.
final class AnswerWork: Sendable {
    /// Answers that are worked on or wait, at most.
    let limit: Int
    private let state: Locked<State>

    private struct State {
        var waiting = Deque<AnswerJob>()
        var running: [AnswerJob] = []
        /// Places that were reserved and have no job yet.
        var reserved = 0
        /// Serial queues that do nothing. Each has a thread of the system's pool while it works, never one of the cooperative pool.
        var free: [DispatchQueue]
        var isStopped = false
    }

    /// Works on `workers` answers at a time while `waiting` more wait.
    init(workers: Int, waiting: Int) {
        let workers = max(1, workers)
        limit = workers + max(0, waiting)
        state = Locked(State(free: (1...workers).map { DispatchQueue(label: "mockportal.answers.\($0)") }))
    }

    /// How many jobs wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Takes a place for one job; false where every place is taken, or after ``stop()``.
    func reserve() -> Bool {
        state.withLock { state in
            guard !state.isStopped, state.waiting.count + state.running.count + state.reserved < limit else {
                return false
            }
            state.reserved += 1
            return true
        }
    }

    /// Gives a reserved place back.
    func giveBack() { state.withLock { $0.reserved -= 1 } }

    /// Has a job done in a reserved place; after ``stop()`` it is cancelled.
    func add(_ job: AnswerJob) {
        let (queue, isStopped) = state.withLock { state -> (DispatchQueue?, Bool) in
            state.reserved -= 1
            guard !state.isStopped else { return (nil, true) }
            state.waiting.append(job)
            return (state.free.popLast(), false)
        }
        if isStopped { job.cancel() }
        queue?.async { self.work(on: queue) }
    }

    /// Cancels every job that waits or is worked on; work that is under way runs to its end without effect.
    func cancelAll() {
        let jobs = state.withLock { state in
            var jobs = state.running
            while let job = state.waiting.popFirst() { jobs.append(job) }
            return jobs
        }
        for job in jobs { job.cancel() }
    }

    /// Cancels every job, and takes none afterwards.
    func stop() {
        state.withLock { $0.isStopped = true }
        cancelAll()
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
            if let done { state.running.removeAll { $0 === done } }
            guard let job = state.waiting.popFirst() else {
                if let queue { state.free.append(queue) }
                return nil
            }
            state.running.append(job)
            return job
        }
    }
}
