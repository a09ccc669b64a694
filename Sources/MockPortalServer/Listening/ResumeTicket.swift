internal import CMicroHTTPD
internal import Platform

/// The right to answer one request whose connection is suspended; used exactly once, from any thread.
final class ResumeTicket: Sendable {
    private let connection: Locked<OpaquePointer?>
    private let httpConnection: HTTPConnection

    init(connection: OpaquePointer, httpConnection: HTTPConnection) {
        self.connection = Locked(connection)
        self.httpConnection = httpConnection
    }

    /// The number of the connection in the journal.
    var connectionNumber: Int { httpConnection.record.number }

    /// The connection's socket, which nothing else uses until the ticket is resumed.
    var socket: Int32 { httpConnection.socket }

    /// Whether the client has ended its side meanwhile: a suspended connection does not notice. It has left, or it still reads.
    var isAbandoned: Bool {
        connection.withLock { $0 != nil && SocketFacts(socket: httpConnection.socket).peerEnded == true }
    }

    /// Lets the answer go; nil closes the connection without one. Later calls do nothing.
    func resume(with answer: Answer?) {
        let connection = connection.withLock { connection in
            defer { connection = nil }
            return connection
        }
        guard let connection else { return }
        httpConnection.pending = answer
        httpConnection.listener.forget(self)
        MHD_resume_connection(connection)
    }
}
