/// A value that is only reachable while its lock is held.
///
/// Its members are inlinable, since every request asks for several: a call that is not specialised looks its types up at run time.
/// It stands on `pthread_mutex_t` because `Synchronization.Mutex` gives false reports under the thread sanitizer on Linux.
public final class Locked<Value>: @unchecked Sendable {
    @usableFromInline var value: Value
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Puts a value behind a new lock.
    @inlinable public init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs a body with the value while the lock is held; the body must not wait for anything.
    @inlinable public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
