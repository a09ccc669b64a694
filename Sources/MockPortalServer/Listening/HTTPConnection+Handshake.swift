internal import CGnuTLS

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
        if got < 0, watch.waitsForClient {
            progress.waitsInHandshake()
            // The session pointer is libmicrohttpd's connection.
            if let connection = gnutls_session_get_ptr(watch.session) {
                isPaused = listener.pauses.pause(OpaquePointer(connection), socket: socket)
            }
        }
        return got
    }
}
