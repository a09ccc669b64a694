import Platform

#if !canImport(Darwin)
    import CProcess
#endif

/// Ends this process when its parent ends, so that a killed test run leaves no portal behind.
enum ParentWatch {
    /// Watches from now on; SIGTERM is raised when the parent is gone.
    ///
    /// Linux: pidfd_open(2), which, unlike `PR_SET_PDEATHSIG`, does not mistake the end of the parent's thread for its end.
    /// Throws where the parent has ended already, and where the system offers no way to watch.
    static func start() throws(CommandFailure) {
        let parent = getppid()
        let descriptor = openWatch(of: parent)
        guard getppid() == parent, parent > 1 || isStartedByInit else {
            throw CommandFailure(
                "--exit-with-parent: the process that started this one has ended already", .couldNotJudge)
        }
        guard let descriptor,
            NativeThread.run({
                waitForEnd(descriptor)
                kill(getpid(), SIGTERM)
            })
        else {
            throw CommandFailure("--exit-with-parent: this system offers no way to watch the parent", .couldNotJudge)
        }
    }

    /// Whether process 1 itself may have started this one, as in a container, and did not adopt it.
    ///
    /// A child shares its parent's process group, unless it was given a session or a group of its own; an orphan still has the group
    /// of the parent that it lost (setpgid(2), credentials(7)).
    private static var isStartedByInit: Bool {
        let own = getpid(), group = getpgrp(), session = getsid(0)
        if group == getpgid(1) { return true }
        return group == own && (session == own || session == getsid(1))
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
            Readiness.waitUntilReadable(descriptor)
        }
    #endif
}
