import Platform
import PortalAuthentication
import PretendPortals
import Testing

struct `The gate of questions` {
    @Test func `lets no task in that was cancelled as its turn came`() {
        let (gate, executor, door) = (ChallengeQueue(), ManualExecutor(), Latch())
        let entered = Locked<[String]>([])
        func pass(_ name: String) -> Task<Void, Never> {
            Task(executorPreference: executor) {
                let error = await failure { () throws(PortalError) in
                    try await gate.pass { () throws(PortalError) in
                        entered.withLock { $0.append(name) }
                        if name == "first" { await door.wait() }
                    }
                }
                if let error { entered.withLock { $0.append("\(name) \(error.code)") } }
            }
        }
        _ = pass("first")
        executor.drain()
        let second = pass("second")
        executor.drain()
        _ = pass("third")
        executor.drain()
        #expect(gate.waiterCount == 2)
        door.open()
        while gate.waiterCount == 2, executor.step() {}
        // The turn is the second one's, who has not noticed yet.
        second.cancel()
        executor.drain()
        #expect(entered.withLock { $0 } == ["first", "second cancelled", "third"])
        #expect(gate.waiterCount == 0)
    }
}
