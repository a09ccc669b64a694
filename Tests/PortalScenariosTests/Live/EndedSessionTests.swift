import ChildProcess
import Dispatch
import Platform
import PortalScenarios
import Testing

@Suite struct `Sessions that have ended` {
    /// Notes what happens, in order.
    private final class Log: Sendable {
        private let state = Locked([String]())
        var words: [String] { state.withLock { $0 } }
        func note(_ word: String) { state.withLock { $0.append(word) } }
    }

    @Test func `are judged meanwhile, and told in the order in which they ended`() async {
        let sessions = EndedSessions<Int>()
        let judged = DispatchSemaphore(value: 0)
        for number in 1...100 {
            sessions.take(bytes: 1) {
                return {
                    judged.signal()
                    // One that has nothing to say is left out.
                    return number.isMultiple(of: 2) ? number : nil
                }
            }
        }
        // The last one has not ended yet.
        await OwnThread.run { for _ in 1...100 { judged.wait() } }
        let outcome = await OwnThread.run { sessions.finish { 101 } }
        #expect(outcome.judged == Array(stride(from: 2, through: 100, by: 2)) + [101])
        #expect(outcome.refused == 0 && outcome.unjudged == 0)
    }

    @Test func `cost the last one nothing, however long one of them takes`() async {
        let sessions = EndedSessions<String>()
        let log = Log()
        let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        sessions.take(bytes: 1) {
            return {
                begun.signal()
                gate.wait()
                return "first"
            }
        }
        await OwnThread.run { begun.wait() }
        sessions.take(bytes: 1) {
            return {
                log.note("second")
                return "second"
            }
        }
        sessions.take(bytes: 1) {
            return {
                log.note("third")
                // The second one is judged by then, on this thread.
                sessions.giveUp()
                gate.wait()
                return "third"
            }
        }
        let outcome = await OwnThread.run {
            sessions.finish {
                log.note("last")
                return "last"
            }
        }
        #expect(log.words == ["last", "second", "third"])
        #expect(outcome.judged == ["second", "last"])
        #expect(outcome.unjudged == 2)
        for _ in 1...2 { gate.signal() }
    }

    @Test func `wait until the last one is judged`() async {
        let sessions = EndedSessions<String>()
        let log = Log()
        let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for number in 1...2 {
            sessions.take(bytes: 1) {
                return {
                    log.note("\(number)")
                    if number == 1 {
                        begun.signal()
                        gate.wait()
                    }
                    return "\(number)"
                }
            }
        }
        await OwnThread.run { begun.wait() }
        let outcome = await OwnThread.run {
            sessions.finish {
                gate.signal()
                log.note("last")
                return "last"
            }
        }
        #expect(log.words == ["1", "last", "2"])
        #expect(outcome.judged == ["1", "2", "last"])
        #expect(outcome.unjudged == 0)
    }

    @Test func `are given up where time was over before the last one was judged`() async {
        let sessions = EndedSessions<String> { _ in false }
        sessions.take(bytes: 1) { return { "first" } }
        let outcome = await OwnThread.run {
            sessions.finish {
                sessions.giveUp()
                return "last"
            }
        }
        #expect(outcome.judged == ["last"])
        #expect(outcome.unjudged == 1)
    }

    @Test func `are judged in the end where the system has no thread left`() async {
        let sessions = EndedSessions<Int> { _ in false }
        let log = Log()
        for number in 1...3 {
            sessions.take(bytes: 1) {
                log.note("seen")
                return {
                    log.note("judged")
                    return number
                }
            }
        }
        #expect(log.words == ["seen", "seen", "seen"])
        let outcome = await OwnThread.run { sessions.finish(onThreads: 4) { 4 } }
        #expect(outcome.judged == [1, 2, 3, 4])
        #expect(outcome.unjudged == 0)
    }

    @Test func `begin with the next one where a thread could not be started once`() async {
        let tries = Locked(0)
        let judged = DispatchSemaphore(value: 0)
        let sessions = EndedSessions<Int> { body in
            let number = tries.withLock { tries in
                tries += 1
                return tries
            }
            return number > 1 && NativeThread.run(body)
        }
        for number in 1...2 {
            sessions.take(bytes: 1) {
                return {
                    judged.signal()
                    return number
                }
            }
        }
        await OwnThread.run { for _ in 1...2 { judged.wait() } }
        let outcome = await OwnThread.run { sessions.finish { 3 } }
        #expect(outcome.judged == [1, 2, 3])
    }

    @Test(arguments: [(1, 100), (100, 1)]) func `have no room without limit`(_ most: Int, _ bytes: Int) async {
        let sessions = EndedSessions<Int>(limit: most, bytes: bytes)
        let log = Log()
        // One that saw nothing takes no room.
        for (number, size) in [0, 1, 1, 1].enumerated() {
            sessions.take(bytes: size) {
                log.note("\(number)")
                return { number }
            }
        }
        let outcome = await OwnThread.run { sessions.finish { 4 } }
        #expect(log.words == ["1"], "what is not taken is not looked at")
        #expect(outcome.judged == [1, 4])
        #expect(outcome.refused == 2)
    }
}
