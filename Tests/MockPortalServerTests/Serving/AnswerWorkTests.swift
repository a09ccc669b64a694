import Dispatch
import Platform
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Work for answers` {
    /// What became of jobs, in order.
    fileprivate final class Log: Sendable {
        private let lines = Locked<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    private static let answer = Answer(PreparedAnswer(status: 200), operation: "test")

    fileprivate static func job(
        _ name: String, _ log: Log, in lane: AnswerWork.Lane? = nil, body: @escaping @Sendable () -> Void = {},
        done: DispatchSemaphore? = nil, hasLeft: @escaping @Sendable () -> Bool = { false }
    ) -> AnswerJob {
        AnswerJob(in: lane) {
            body()
            return .now(Self.answer)
        } deliver: { _ in
            log.add("\(name) delivered")
            done?.signal()
        } drop: {
            log.add("\(name) dropped")
            done?.signal()
        } hasLeft: {
            hasLeft()
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

    @Test func `Numbers without a limit, and below the least, make no places that there cannot be`() async {
        let work = AnswerWork(workers: .max, waiting: .max, workersInLane: .max, waitingInLane: .max)
        #expect(work.limit == .max && work.laneLimit == .max)
        let least = AnswerWork(workers: .min, waiting: .min, workersInLane: .min, waitingInLane: .min)
        #expect(least.limit == 1 && least.laneLimit == 1)
        let log = Log(), done = DispatchSemaphore(value: 0)
        for work in [work, least] {
            #expect(work.reserve())
            work.add(Self.job("a", log, done: done))
        }
        await OnThread.wait(done, 2)
        #expect(log.all == ["a delivered", "a delivered"])
    }

    @Test(arguments: [Int.max, .min])
    func `A portal starts with any number of workers and places`(number: Int) throws {
        var options = ServeOptions.unhurried
        options.resources.workers = number
        options.resources.waitingAnswers = number
        options.resources.studies = number
        options.resources.waitingStudies = number
        let bench = try ControlBench(options: options)
        #expect(bench.server.portal.responder.work.limit == max(1, number))
        #expect(bench.server.responder.studies.limit == max(1, number))
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

@Suite struct `Lanes of work` {
    private typealias Work = `Work for answers`

    /// Two portals, of which two answers of the first and one of the second are asked for; the first answer waits for a gate.
    @Test func `What waits for its lane holds up no other lane`() async {
        let work = AnswerWork(workers: 2, waiting: 8)
        let first = Work.Log(), second = Work.Log()
        let (one, two) = (ObjectIdentifier(first), ObjectIdentifier(second))
        let log = Work.Log(), begun = DispatchSemaphore(value: 0), gate = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        for lane in [one, one, two] { #expect(work.reserve(in: lane)) }
        work.add(
            Work.job("one", log, in: one) {
                begun.signal()
                gate.wait()
            })
        await OnThread.wait(begun, 1)
        work.add(Work.job("one again", log, in: one, done: done))
        work.add(Work.job("two", log, in: two, done: done))
        await OnThread.wait(done, 1)
        #expect(log.all == ["two delivered"])
        gate.signal()
        await OnThread.wait(done, 1)
        #expect(log.all == ["two delivered", "one delivered", "one again delivered"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func `A lane has a limit of its own`() {
        let work = AnswerWork(workers: 2, waiting: 8, waitingInLane: 1)
        #expect(work.limit == 10 && work.laneLimit == 2)
        let first = Work.Log(), second = Work.Log()
        let (one, two) = (ObjectIdentifier(first), ObjectIdentifier(second))
        #expect(work.reserve(in: one) && work.reserve(in: one) && !work.reserve(in: one))
        #expect(work.reserve(in: two))
        work.giveBack(in: one)
        #expect(work.reserve(in: one) && !work.reserve(in: one))
        withExtendedLifetime((first, second)) {}
    }

    /// Three workers, of which a lane may have two: two of its answers wait for a gate, a third for those, and another answer for nothing.
    @Test func `A lane of several workers leaves the last one to others`() async {
        let work = AnswerWork(workers: 3, waiting: 8, workersInLane: 2, waitingInLane: 2)
        #expect(work.limit == 11 && work.laneLimit == 4)
        let lane = Work.Log()
        let log = Work.Log(), begun = DispatchSemaphore(value: 0), gate = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        for name in ["first", "second"] {
            #expect(work.reserve(in: ObjectIdentifier(lane)))
            work.add(
                Work.job(
                    name, log, in: ObjectIdentifier(lane),
                    body: {
                        begun.signal()
                        gate.wait()
                    }, done: done))
        }
        await OnThread.wait(begun, 2)
        #expect(work.reserve(in: ObjectIdentifier(lane)) && work.reserve())
        work.add(Work.job("third", log, in: ObjectIdentifier(lane), body: { log.add("third begun") }, done: done))
        work.add(Work.job("short", log, done: done))
        await OnThread.wait(done, 1)
        #expect(log.all == ["short delivered"])
        gate.signal()
        gate.signal()
        await OnThread.wait(done, 3)
        #expect(log.all.count == 5 && log.all.contains("third delivered"))
        withExtendedLifetime(lane) {}
    }

    /// Without lanes, so that the whole line is full.
    @Test(arguments: [true, false])
    func `What waits for a client that has left makes room where it changes nothing`(_ drops: Bool) async {
        let work = AnswerWork(workers: 1, waiting: 2, dropsAbandoned: drops)
        let log = Work.Log(), begun = DispatchSemaphore(value: 0), gate = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<3 { #expect(work.reserve()) }
        work.add(
            Work.job("running", log) {
                begun.signal()
                gate.wait()
            })
        await OnThread.wait(begun, 1)
        work.add(Work.job("left", log, done: done, hasLeft: { true }))
        work.add(Work.job("staying", log, done: done))
        #expect(work.reserve() == drops)
        #expect(log.all == (drops ? ["left dropped"] : []))
        gate.signal()
        await OnThread.wait(done, 2)
        #expect(log.all.contains("left \(drops ? "dropped" : "delivered")") && log.all.last == "staying delivered")
    }

    /// It may have ended its side alone, and still read.
    @Test func `What waits for a client that has left is worked out where there is room`() async {
        let work = AnswerWork(workers: 1, waiting: 2, dropsAbandoned: true)
        let log = Work.Log(), begun = DispatchSemaphore(value: 0), gate = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<2 { #expect(work.reserve()) }
        work.add(
            Work.job("running", log) {
                begun.signal()
                gate.wait()
            })
        await OnThread.wait(begun, 1)
        work.add(Work.job("left", log, body: { log.add("left begun") }, done: done, hasLeft: { true }))
        gate.signal()
        await OnThread.wait(done, 1)
        #expect(log.all == ["running delivered", "left begun", "left delivered"])
    }
}

/// Waits for a semaphore away from the pool of tasks.
private enum OnThread {
    static func wait(_ semaphore: DispatchSemaphore, _ count: Int) async {
        _ = await NativeThread.value { for _ in 0..<count { semaphore.wait() } }
    }
}
