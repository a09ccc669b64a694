import Dispatch
import Foundation
import Fuzzing
import Testing

@Suite struct `Tests with threads of their own` {
    /// One for each thread that all tests share: each holds its own until a task has run that needs one of those.
    @Test(.ownThread, arguments: 0..<ProcessInfo.processInfo.activeProcessorCount) func `hold up no other`(_: Int) {
        let hasRun = DispatchSemaphore(value: 0)
        Task.detached { hasRun.signal() }
        #expect(hasRun.wait(timeout: .now() + .seconds(600)) == .success)
    }
}
