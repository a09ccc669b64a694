#if canImport(Glibc)
    import CProcess
    import Glibc
#elseif canImport(Musl)
    import CProcess
    import Musl
#else
    import Darwin
#endif

/// Ends this process when its parent ends, so that a killed test run leaves no portal behind.
enum ParentWatch {
    /// Watches from now on; SIGTERM is raised when the parent is gone. False where the system offers no way to watch.
    ///
    /// Linux: pidfd_open(2), which, unlike `PR_SET_PDEATHSIG`, does not mistake the end of the parent's thread for its end.
    static func start() -> Bool {
        let parent = getppid()
        guard let descriptor = openWatch(of: parent) else { return false }
        guard getppid() == parent else {
            kill(getpid(), SIGTERM)
            return true
        }
        return DetachedThread.run {
            waitForEnd(descriptor)
            kill(getpid(), SIGTERM)
        }
    }

    #if canImport(Darwin)
        private static func openWatch(of parent: pid_t) -> Int32? {
            let queue = kqueue()
            var event = kevent(
                ident: UInt(parent), filter: Int16(EVFILT_PROC), flags: UInt16(EV_ADD), fflags: NOTE_EXIT, data: 0,
                udata: nil)
            guard queue >= 0, kevent(queue, &event, 1, nil, 0, nil) == 0 else { return nil }
            return queue
        }

        private static func waitForEnd(_ queue: Int32) {
            var event = kevent()
            while kevent(queue, nil, 0, &event, 1, nil) < 0 && errno == EINTR {}
        }
    #else
        private static func openWatch(of parent: pid_t) -> Int32? {
            let descriptor = cprocess_watch(parent)
            return descriptor >= 0 ? descriptor : nil
        }

        private static func waitForEnd(_ descriptor: Int32) {
            var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while poll(&interest, 1, -1) < 0 && errno == EINTR {}
        }
    #endif
}
