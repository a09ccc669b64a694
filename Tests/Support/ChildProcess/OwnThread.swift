internal import Platform

/// Work that blocks, on a thread of its own.
///
/// A machine of two cores has two threads for everything that is asynchronous; a test that blocks one holds up all others.
package enum OwnThread {
    /// Runs a body on a new thread and gives what comes of it; the caller's thread is free meanwhile.
    package static func run<Result: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome: @Sendable () -> Swift.Result<Result, Failure> = {
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        let found = await NativeThread.value {
            // As Swift's worker threads do: a write to a program that no longer reads is an error, not the end of the tests.
            var every = sigset_t()
            sigfillset(&every)
            pthread_sigmask(SIG_BLOCK, &every, nil)
            return outcome()
        }
        // Without a thread the work blocks this one.
        return try (found ?? outcome()).get()
    }
}
