import Platform
import Testing

struct `A thread with an alarm` {
    private struct State {
        var thread = WakeableThread()
        var starts = 0
        var ends = 0
    }
    private let state = Locked(State())

    /// Starts a body that waits for its alarm until it is stopped.
    private func start(preparing prepare: (WakePipe) -> Bool = { _ in true }) -> Bool {
        state.withLock { value in
            value.thread.start(preparing: prepare) { [state] alarm in
                state.withLock { $0.starts += 1 }
                while !state.withLock({ $0.thread.isStopped }) {
                    // No descriptor but the alarm: poll(2) ignores negative ones.
                    _ = alarm.waitsToRead(-1)
                    alarm.clear()
                }
                state.withLock { $0.ends += 1 }
            }
        }
    }

    private func stop() async { _ = await NativeThread.value { [state] in state.stop(\.thread) } }

    @Test func `Stopping a thread ends its wait and waits for its end`() async {
        #expect(start())
        await stop()
        #expect(state.withLock { $0.ends } == 1)
    }

    @Test func `A thread that was started is not started twice`() async {
        #expect(start())
        let wasStartedTwice = Locked(false)
        #expect(state.withLock { $0.thread.start { _ in wasStartedTwice.withLock { $0 = true } } })
        await stop()
        #expect(!wasStartedTwice.withLock { $0 })
    }

    @Test func `A stopped thread does not start again`() async {
        await stop()
        #expect(!start())
        #expect(state.withLock { $0.thread.isStopped })
        #expect(state.withLock { $0.starts } == 0)
    }

    @Test func `Stopping a stopped thread does nothing`() async {
        #expect(start())
        await stop()
        await stop()
        #expect(state.withLock { $0.ends } == 1)
    }

    @Test func `A thread whose alarm was not prepared does not start`() async {
        #expect(!start { _ in false })
        #expect(state.withLock { $0.thread.alarm } == nil)
        #expect(start { _ in true })
        await stop()
        #expect(state.withLock { $0.starts } == 1)
    }

    @Test func `A thread that is done can be started again with the same alarm`() async throws {
        func run() -> Bool {
            state.withLock { value in value.thread.start { [state] _ in state.withLock { $0.ends += 1 } } }
        }
        #expect(run())
        let first = try #require(state.withLock { $0.thread.alarm })
        while state.withLock({ $0.ends }) == 0 { await Task.yield() }
        state.withLock { $0.thread.reap() }
        #expect(run())
        #expect(state.withLock { $0.thread.alarm } === first)
        await stop()
        #expect(state.withLock { $0.ends } == 2)
    }
}
