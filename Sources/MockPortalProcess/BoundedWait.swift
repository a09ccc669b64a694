internal import JSONValues
internal import Platform

/// Waiting for a descriptor, with an end to it (poll(2)).
enum BoundedWait {
    /// Whether something can be read or written, or the end of it has come, before a moment.
    ///
    /// - Parameter event: `POLLIN` or `POLLOUT`.
    static func isReady(_ descriptor: Int32, for event: Int32, before end: ContinuousClock.Instant) -> Bool {
        var interest = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        while true {
            let left = max(.zero, ContinuousClock.now.duration(to: end))
            let count = poll(&interest, 1, Int32(clamping: left.inMilliseconds))
            if count > 0 { return true }
            // A moment that has passed is looked at once more, so that what is there already counts.
            guard count == 0 ? left > .zero : errno == EINTR else { return false }
        }
    }

    /// Whether a child process ends before a moment; it is reaped then (waitpid(2)).
    static func hasEnded(_ process: pid_t, before end: ContinuousClock.Instant) -> Bool {
        var pause: Int32 = 1
        while true {
            var status: Int32 = 0
            let ended = waitpid(process, &status, WNOHANG)
            // Without a child of that number there is nothing to wait for.
            if ended == process || (ended < 0 && errno != EINTR) { return true }
            guard ContinuousClock.now < end else { return false }
            poll(nil, 0, pause)
            pause = min(pause * 2, 50)
        }
    }
}
