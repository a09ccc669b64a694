import Platform
import Testing

@Suite struct `Threads of their own` {
    @Test func `run once and end by themselves`() async {
        let count = Locked(0)
        await withCheckedContinuation { continuation in
            let isStarted = NativeThread.run {
                count.withLock { $0 += 1 }
                continuation.resume()
            }
            if !isStarted { continuation.resume() }
        }
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `give a value to a task that waits for it`() async {
        #expect(await NativeThread.value { 42 } == 42)
    }

    @Test func `are told apart from the caller's`() async throws {
        let thread = try #require(NativeThread {})
        #expect(!thread.isCurrent)
        thread.join()
    }
}
