/// Two descriptors that are joined to each other; no child process inherits them.
package enum DescriptorPair {
    /// The ends of a pipe (pipe(2)); nil with `errno` where the system gives none.
    package static func pipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard Platform.pipe(&ends) == 0 else { return nil }
        closeOnExecution(ends)
        return (ends[0], ends[1])
    }

    /// Two stream sockets that are each other's peers (socketpair(2)); nil with `errno` where the system gives none.
    package static func sockets() -> (Int32, Int32)? {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, StreamSocket.type, 0, &ends) == 0 else { return nil }
        closeOnExecution(ends)
        return (ends[0], ends[1])
    }

    // pipe2(2), which does both at once, is not among what Swift imports of glibc.
    private static func closeOnExecution(_ ends: [Int32]) {
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
}
