internal import Dispatch
package import Testing

/// Gives each test a thread of its own, for one that computes for long and waits for nothing.
///
/// All tests share as many threads as there are processors, and each wait of a test ends when one of these is free. Two tests that
/// compute for a minute each hold up every other for that minute where there are two.
package struct OwnThreadTrait: TestTrait, TestScoping {
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(OwnThreadExecutor(), operation: function)
    }
}

extension Trait where Self == OwnThreadTrait {
    /// Has it run on a thread of its own.
    package static var ownThread: Self { Self() }
}

/// Runs the jobs of one task on a thread that is none of those which all tasks share.
private final class OwnThreadExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "a test's own thread")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
