import Dispatch
import Platform
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Work for answers` {
    /// What became of jobs, in order.
    private final class Log: Sendable {
        private let lines = Locked<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    private static let answer = Answer(PreparedAnswer(status: 200), operation: "test")

    private static func job(
        _ name: String, _ log: Log, body: @escaping @Sendable () -> Void = {}, done: DispatchSemaphore? = nil
    ) -> AnswerJob {
        AnswerJob {
            body()
            return .now(Self.answer)
        } deliver: { _ in
            log.add("\(name) delivered")
            done?.signal()
        } drop: {
            log.add("\(name) dropped")
            done?.signal()
        }
    }

    @Test func `Places are counted, and one that is given back can be taken again`() {
        let work = AnswerWork(workers: 1, waiting: 1)
        #expect(work.limit == 2)
        #expect(work.reserve())
        #expect(work.reserve())
        #expect(!work.reserve())
        work.giveBack()
        #expect(work.reserve())
    }

    @Test func `Jobs of one worker are done in the order of their arrival`() async {
        let work = AnswerWork(workers: 1, waiting: 8)
        let log = Log(), done = DispatchSemaphore(value: 0)
        for name in ["a", "b", "c"] {
            #expect(work.reserve())
            work.add(Self.job(name, log, done: done))
        }
        await OnThread.wait(done, 3)
        #expect(log.all == ["a delivered", "b delivered", "c delivered"])
    }

    @Test func `What is cancelled while it is worked on is dropped once and not delivered`() async {
        let work = AnswerWork(workers: 1, waiting: 8)
        let log = Log(), begun = DispatchSemaphore(value: 0), gate = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        #expect(work.reserve() && work.reserve())
        work.add(
            Self.job("running", log) {
                begun.signal()
                gate.wait()
            })
        work.add(Self.job("waiting", log))
        await OnThread.wait(begun, 1)
        work.cancelAll()
        #expect(log.all.sorted() == ["running dropped", "waiting dropped"])
        gate.signal()
        #expect(work.reserve())
        work.add(Self.job("later", log, done: done))
        await OnThread.wait(done, 1)
        #expect(log.all.sorted() == ["later delivered", "running dropped", "waiting dropped"])
    }

    @Test func `After its stop nothing is taken, and what comes is dropped`() {
        let work = AnswerWork(workers: 1, waiting: 8)
        let log = Log()
        #expect(work.reserve())
        work.stop()
        work.add(Self.job("late", log))
        #expect(log.all == ["late dropped"])
        #expect(!work.reserve())
    }
}

/// Waits for a semaphore away from the pool of tasks.
private enum OnThread {
    static func wait(_ semaphore: DispatchSemaphore, _ count: Int) async {
        _ = await NativeThread.value { for _ in 0..<count { semaphore.wait() } }
    }
}
