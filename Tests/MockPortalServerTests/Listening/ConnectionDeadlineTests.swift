import Platform
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Deadlines of connections` {
    private static let second: Int64 = 1_000_000

    /// One connection whose other end is in the test's hands, and what watches it without a thread's help.
    private final class Bench {
        let deadlines: ConnectionDeadlines
        let progress: ConnectionProgress
        private let ends: (Int32, Int32)
        /// Bytes that have arrived.
        var received: Int? = 0

        init(_ phase: ConnectionProgress.Phase, limits: ListenerLimits = ListenerLimits()) throws {
            ends = try #require(DescriptorPair.sockets())
            deadlines = ConnectionDeadlines(limits, acceptingFrom: -1)
            progress = ConnectionProgress(socket: ends.0, phase: phase, at: 0)
            // A stopped one has no thread.
            deadlines.stop()
            deadlines.add(progress)
        }

        deinit {
            deadlines.remove(progress)
            close(ends.0)
            close(ends.1)
        }

        /// Whether the connection has ended after a sweep at a second.
        func hasEnded(at seconds: Int64) -> Bool {
            deadlines.sweep(at: seconds * second) { _ in self.received }
            return Readiness.isReadable(ends.1)
        }
    }

    @Test func `A handshake has its time from the connection's acceptance`() throws {
        let bench = try Bench(.handshake)
        #expect(!bench.hasEnded(at: 19))
        #expect(bench.hasEnded(at: 20))
        #expect(bench.progress.ending == .deadline)
    }

    @Test func `A paused handshake may be as silent as any other connection`() throws {
        var limits = ListenerLimits()
        limits.handshakeSeconds = 100
        let bench = try Bench(.handshake, limits: limits)
        bench.progress.waitsInHandshake(at: 30 * Self.second)
        #expect(!bench.hasEnded(at: 89))
        #expect(bench.hasEnded(at: 90))
        #expect(bench.progress.ending == .deadline)
    }

    @Test func `A drip of bytes does not extend the time of a handshake`() throws {
        let bench = try Bench(.handshake)
        for second in 1..<Int64(20) {
            bench.progress.waitsInHandshake(at: second * Self.second)
            #expect(!bench.hasEnded(at: second))
        }
        #expect(bench.hasEnded(at: 20))
    }

    @Test func `A drip of bytes does not extend the time of the first head`() throws {
        let bench = try Bench(.head)
        for second in 1..<30 {
            bench.received = Int(second)
            bench.progress.beganHead(at: Int64(second) * 1_000_000)
            #expect(!bench.hasEnded(at: Int64(second)))
        }
        #expect(bench.hasEnded(at: 30))
    }

    @Test func `A completed handshake leaves the head the rest of its time`() throws {
        let bench = try Bench(.handshake)
        bench.progress.finishedHandshake()
        #expect(!bench.hasEnded(at: 29))
        #expect(bench.hasEnded(at: 30))
    }

    @Test func `A later head has its time from its first byte`() throws {
        let bench = try Bench(.head)
        bench.progress.isBusy()
        bench.received = 100
        bench.progress.isIdle(at: 5_000_000)
        #expect(!bench.hasEnded(at: 6))
        #expect(!bench.hasEnded(at: 50))
        bench.received = 101
        #expect(!bench.hasEnded(at: 55))
        bench.received = 102
        #expect(!bench.hasEnded(at: 84))
        // The request line is complete, but the rest is not.
        bench.progress.beganHead(at: 84_500_000)
        #expect(bench.hasEnded(at: 85))
    }

    @Test func `A connection that is idle without a byte keeps the daemon's own limit`() throws {
        let bench = try Bench(.head)
        bench.progress.isIdle(at: 0)
        #expect(!bench.hasEnded(at: 1))
        #expect(!bench.hasEnded(at: 10_000))
    }

    @Test func `A body has more time the more of it comes`() throws {
        let bench = try Bench(.head)
        bench.progress.beganBody(at: 10_000_000)
        #expect(!bench.hasEnded(at: 39))
        bench.progress.tookBody(5_000)
        #expect(!bench.hasEnded(at: 49))
        bench.progress.tookBody(499)
        #expect(bench.hasEnded(at: 50))
    }

    @Test func `No body takes longer than its total, however steadily it comes`() throws {
        let bench = try Bench(.head)
        bench.progress.beganBody(at: 0)
        for second in 1..<Int64(600) {
            bench.progress.tookBody(700)
            #expect(!bench.hasEnded(at: second))
        }
        #expect(bench.hasEnded(at: 600))
        let control = try Bench(.head, limits: .control(connections: 8))
        control.progress.beganBody(at: 0)
        // More than is taken earns no more.
        control.progress.tookBody(10 << 20)
        #expect(!control.hasEnded(at: 59))
        #expect(control.hasEnded(at: 60))
    }

    /// 40 MB at 50 kB a second, as a form in parts may have them.
    @Test func `A body has its total once more for each further 4 MiB`() throws {
        let bench = try Bench(.head)
        bench.progress.beganBody(at: 0)
        for second in 1...Int64(799) {
            bench.progress.tookBody(50_000)
            #expect(!bench.hasEnded(at: second))
        }
        // Nine times 4 MiB have come, and nothing more does.
        #expect(!bench.hasEnded(at: 5_999))
        #expect(bench.hasEnded(at: 6_000))
    }

    @Test func `A body whose total is any number has what it has earned`() throws {
        var limits = ListenerLimits()
        limits.bodyTotalSeconds = .max
        limits.bodyBytes = 1
        let bench = try Bench(.head, limits: limits)
        bench.progress.beganBody(at: 0)
        bench.progress.tookBody(5_000)
        #expect(!bench.hasEnded(at: 39))
        #expect(bench.hasEnded(at: 40))
    }

    @Test func `An answer that is worked out or sent has no deadline`() throws {
        let bench = try Bench(.handshake)
        bench.progress.isBusy()
        #expect(!bench.hasEnded(at: 100_000))
    }
}

@Suite struct `Room for connections` {
    /// Connections in the order of their acceptance, a second apart, and the one that makes room at a moment.
    private static func leaver(
        of phases: [ConnectionProgress.Phase], received: [Int], at seconds: Double
    ) throws -> Int? {
        var limits = ListenerLimits()
        limits.connections = phases.count
        limits.threads = 1
        let deadlines = ConnectionDeadlines(limits, acceptingFrom: -1)
        deadlines.stop()
        let pairs = try phases.map { _ in try #require(DescriptorPair.sockets()) }
        defer {
            for pair in pairs {
                close(pair.0)
                close(pair.1)
            }
        }
        let all = phases.enumerated().map { index, phase in
            let time = Int64(index) * 1_000_000
            let progress = ConnectionProgress(socket: pairs[index].0, phase: .head, at: time)
            switch phase {
            case .idle: progress.isIdle(at: time)
            case .busy: progress.isBusy()
            default: break
            }
            deadlines.add(progress)
            return progress
        }
        let counts = Dictionary(zip(pairs.map(\.0), received), uniquingKeysWith: { $1 })
        let hasMade = deadlines.makeRoom(at: Int64(seconds * 1_000_000)) { counts[$0] }
        #expect(hasMade == all.contains { $0.ending == .room })
        // There is room now.
        #expect(!hasMade || !deadlines.makeRoom(at: Int64(seconds * 1_000_000)) { counts[$0] })
        return all.firstIndex { $0.ending == .room }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let phases: [ConnectionProgress.Phase]
        let received: [Int]
        var time = 10.0
        let leaver: Int?
    }

    @Test(arguments: [
        Case(
            testDescription: "the oldest without a byte", phases: [.idle, .head, .head], received: [9, 0, 0], leaver: 1),
        Case(testDescription: "a silent one before a slow one", phases: [.head, .head], received: [5, 0], leaver: 1),
        Case(testDescription: "a slow one before an idle one", phases: [.idle, .head], received: [9, 5], leaver: 1),
        Case(testDescription: "the longest idle", phases: [.busy, .idle, .idle], received: [9, 9, 9], leaver: 1),
        Case(
            testDescription: "an idle one before one that has just come", phases: [.idle, .head], received: [9, 0],
            time: 1.1, leaver: 0),
        Case(
            testDescription: "the older of those that have just come", phases: [.head, .head], received: [0, 0],
            time: 0.4, leaver: 0),
        Case(
            testDescription: "never one that has just begun to speak", phases: [.busy, .head], received: [9, 5],
            time: 1.1, leaver: nil),
        Case(
            testDescription: "never one with an answer under way", phases: [.busy, .busy], received: [9, 9], leaver: nil
        ),
    ])
    func `The one that is most in the way goes`(_ row: Case) throws {
        #expect(try Self.leaver(of: row.phases, received: row.received, at: row.time) == row.leaver)
    }
}
