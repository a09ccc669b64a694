/// Whether a descriptor has something to read (poll(2)).
package enum Readiness {
    /// Whether there is something to read, or a connection to accept, right now.
    package static func isReadable(_ descriptor: Int32) -> Bool {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&interest, 1, 0) == 1 && interest.revents & Int16(POLLIN) != 0
    }

    /// Waits until there is something to read, or the end of what was there.
    package static func waitUntilReadable(_ descriptor: Int32) {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&interest, 1, -1) < 0, errno == EINTR {}
    }
}
