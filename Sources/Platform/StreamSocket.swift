/// Stream sockets: TCP, or the local kind.
package enum StreamSocket {
    #if canImport(Darwin)
        package static let type = SOCK_STREAM
    #else
        // Closed in a program that is started meanwhile too, where the flag alone would come too late (socket(2)).
        package static let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #endif

    /// Opens a socket that no child process inherits; -1 with `errno` where the system gives none.
    package static func open(family: Int32) -> Int32 {
        let descriptor = socket(family, type, 0)
        #if canImport(Darwin)
            if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        #endif
        return descriptor
    }

    /// Ends listening, and closes the socket.
    ///
    /// A child process has a copy of it between its fork and its exec (fork(2)), in which `close` alone would leave it listening:
    /// connections would wait for an answer in place of being refused, and the port would stay taken. Linux ends listening for all
    /// copies by `shutdown` (inet_shutdown in its net/ipv4/af_inet.c).
    package static func endListening(_ descriptor: Int32) {
        shutdown(descriptor, Int32(SHUT_RD))
        close(descriptor)
    }
}
