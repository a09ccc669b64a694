internal import CMicroHTTPD

extension HTTPConnection {
    /// Reads for GnuTLS; libmicrohttpd leaves a handshake alone that must wait for its client.
    func pull(into buffer: UnsafeMutableRawPointer, size: Int) -> Int {
        guard let watch else { return -1 }
        if isPaused {
            isPaused = false
            // Usually it was resumed to come here.
            listener.pauses.resume(socket: socket)
        }
        let got = watch.pull(into: buffer, size: size)
        if got > 0, watch.unsettled != nil, watch.hasUnread { askAgain() }
        if got < 0, watch.waitsForClient {
            progress.waitsInHandshake()
            isPaused = listener.pauses.pause(connection, socket: socket)
        }
        return got
    }
    /// Has libmicrohttpd ask for more in its next turn, whatever GnuTLS makes of a record that was given to its end.
    ///
    /// Where that holds nothing for libmicrohttpd, as new keys (RFC 8446 §4.6.3) or padding alone (§5.4), GnuTLS says that nothing has
    /// come (`record_add_to_buffers` in its lib/record.c), though more has. libmicrohttpd then waits for the socket, which stays silent
    /// since everything was read from it. A connection that is resumed is asked whether there is news or not
    /// (`resume_suspended_connections` in its src/microhttpd/daemon.c).
    private func askAgain() {
        MHD_suspend_connection(connection)
        MHD_resume_connection(connection)
    }
}
