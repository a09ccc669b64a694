/// Stream sockets: TCP, or the local kind.
package enum StreamSocket {
    #if canImport(Darwin)
        static let type = SOCK_STREAM
    #else
        // Closed in a program that is started meanwhile too, where the flag alone would come too late (socket(2)).
        static let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #endif

    /// Opens a socket that no child process inherits; -1 with `errno` where the system gives none.
    package static func open(family: Int32) -> Int32 {
        let descriptor = socket(family, type, 0)
        #if canImport(Darwin)
            if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        #endif
        return descriptor
    }
}
