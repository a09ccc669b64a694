/// Two descriptors that are joined to each other; no child process inherits them.
///
/// On Darwin, where a descriptor is given its flag once it is there, a program that another thread starts in between has them too.
package enum DescriptorPair {
    /// The ends of a pipe (pipe(2)); nil with `errno` where the system gives none.
    package static func pipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        #if !canImport(Darwin)
            if let closedPipe {
                guard closedPipe(&ends, O_CLOEXEC) == 0 else { return nil }
                return (ends[0], ends[1])
            }
        #endif
        guard Platform.pipe(&ends) == 0 else { return nil }
        closeOnExecution(ends)
        return (ends[0], ends[1])
    }

    #if !canImport(Darwin)
        /// pipe2(2), which is not among what Swift imports of glibc; nil in a program that is linked statically (dlsym(3)).
        static let closedPipe = dlsym(nil, "pipe2").map { address in
            unsafeBitCast(address, to: (@convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32).self)
        }
    #endif

    /// Two stream sockets that are each other's peers (socketpair(2)); nil with `errno` where the system gives none.
    package static func sockets() -> (Int32, Int32)? {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, StreamSocket.type, 0, &ends) == 0 else { return nil }
        closeOnExecution(ends)
        return (ends[0], ends[1])
    }

    private static func closeOnExecution(_ ends: [Int32]) {
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
}
