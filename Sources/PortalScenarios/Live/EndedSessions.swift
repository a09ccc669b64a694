internal import Dispatch
internal import Platform

/// Judges sessions that have ended, one after the other on a thread of its own, while others go on.
///
/// Each keeps its place in the order in which they ended. The thread is there while something waits to be judged, and ends with that.
/// Where the system has none left, what waits is judged with the next session, or in the end.
package final class EndedSessions<Judged: Sendable>: Sendable {
    /// Judges one session by what was taken down of it; nil where there is nothing to say of it.
    package typealias Judge = @Sendable () -> Judged?

    /// Starts a thread that ends by itself; false where the system has none left.
    package typealias ThreadStart = @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool

    /// What became of all sessions.
    package struct Outcome: Sendable {
        /// Those that have something to say, in the order in which they ended, and the last one.
        package let judged: [Judged]
        /// How many were not taken, for there was no room.
        package let refused: Int
        /// How many were taken and were not judged in time.
        package let unjudged: Int
    }

    /// How many are taken.
    package let limit: Int
    /// Bytes of the journals that are taken; the one that passes this is the last.
    package let bytes: Int
    private let startThread: ThreadStart
    private let state = Locked(State())
    /// Ends the waiting of `finish`.
    private let settling = DispatchSemaphore(value: 0)

    /// Takes sessions up to some limits; by default threads are the system's.
    package init(limit: Int = 100, bytes: Int = 256 << 20, startingThreads startThread: ThreadStart? = nil) {
        self.limit = limit
        self.bytes = bytes
        self.startThread = startThread ?? { NativeThread.run($0) }
    }

    /// Takes a session with a journal of some bytes, unless that is empty; beyond the limits it is counted as refused.
    ///
    /// `observe` is called at once, and only where the session is taken. What it gives is all that is kept of the session until it is
    /// judged.
    package func take(bytes size: Int, observing observe: () -> Judge) {
        guard size > 0 else { return }
        let place: Int? = state.withLock { state in
            guard state.taken < limit, state.bytes < bytes else {
                state.refused += 1
                return nil
            }
            state.taken += 1
            state.bytes += size
            state.open += 1
            return state.taken
        }
        guard let place else { return }
        let judge = observe()
        state.withLock { $0.waiting.append((place, judge)) }
        start(upTo: 1)
    }

    /// Judges the last session before all whose judging has not begun, then has those judged on several threads.
    ///
    /// Returns once all are judged, or the last one is and ``giveUp()`` was called. To be called once, when no further session ends.
    package func finish(onThreads threads: Int = 1, judgingFirst last: () -> Judged) -> Outcome {
        state.withLock { $0.isHeld = true }
        let judgedLast = last()
        // One that is under way may take long, and holds up no other.
        let busy = state.withLock { state in
            state.isHeld = false
            return state.workers
        }
        var isStarted = true
        for _ in 0..<threads where isStarted { isStarted = start(upTo: busy + threads) }
        if !isStarted, state.withLock({ $0.workers == 0 && $0.join() }) { work() }
        if state.withLock({ $0.startsWaiting() }) { settling.wait() }
        return state.withLock { state in
            state.isOver = true
            let judged = state.judged.sorted { $0.key < $1.key }.map { $0.value }
            return Outcome(judged: judged + [judgedLast], refused: state.refused, unjudged: state.open)
        }
    }

    /// Has `finish` wait for no session but the last one, now or when it is called; does not wait itself.
    package func giveUp() {
        let wakes = state.withLock { state in
            state.isOver = true
            return state.stopsWaiting()
        }
        if wakes { settling.signal() }
    }

    /// Starts a thread where something waits and fewer than some judge; false where the system has none left.
    @discardableResult
    private func start(upTo most: Int) -> Bool {
        guard state.withLock({ $0.workers < most && $0.join() }) else { return true }
        if startThread({ self.work() }) { return true }
        state.withLock { $0.workers -= 1 }
        return false
    }

    /// Judges as long as something waits, on a thread that has joined.
    private func work() {
        while let (place, judge) = state.withLock({ $0.next() }) {
            let judged = judge()
            let wakes = state.withLock { state in
                state.judged[place] = judged
                state.open -= 1
                return state.open == 0 && state.stopsWaiting()
            }
            if wakes { settling.signal() }
        }
    }

    private struct State {
        /// How many were taken, the bytes of their journals, and how many were not.
        var taken = 0
        var bytes = 0
        var refused = 0
        /// Those whose judging has not begun, each with its place.
        var waiting: [(place: Int, judge: Judge)] = []
        /// How many are taken and not judged.
        var open = 0
        var judged: [Int: Judged] = [:]
        /// How many threads judge.
        var workers = 0
        /// Whether no other session is begun with, for the last one is being judged.
        var isHeld = false
        /// Whether no time is left: none is begun with any more, and what is under way is not waited for.
        var isOver = false
        /// Whether `finish` waits until all are judged.
        private var isAwaited = false

        private var hasNext: Bool { !isHeld && !isOver && !waiting.isEmpty }

        /// Counts a thread that will judge; false where nothing waits for one.
        mutating func join() -> Bool {
            guard hasNext else { return false }
            workers += 1
            return true
        }

        /// Gives a thread the session that has waited longest; nil where it is to end.
        mutating func next() -> (place: Int, judge: Judge)? {
            guard hasNext else {
                workers -= 1
                return nil
            }
            return waiting.removeFirst()
        }

        /// Whether there is something to wait for.
        mutating func startsWaiting() -> Bool {
            isAwaited = open > 0 && !isOver
            return isAwaited
        }

        /// Whether that waiting is to be ended.
        mutating func stopsWaiting() -> Bool {
            defer { isAwaited = false }
            return isAwaited
        }
    }
}
