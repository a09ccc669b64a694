internal import CMicroHTTPD
internal import HTTPSemantics
internal import PortalJudge

/// What is said to a client past libmicrohttpd, where that would close the connection without a word or blame the server.
extension HTTPConnection {
    /// An answer that was sent past libmicrohttpd, and why.
    struct Refusal {
        let status: Int
        let reason: String
    }

    /// Sends a head without a body. The connection must be closed afterwards.
    func sayAtOnce(_ status: Int) {
        let head =
            "HTTP/1.1 \(status) \(ReasonPhrase.of(status))\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        wire.sendAll(Array(head.utf8))
    }

    /// Whether the parser may be refusing a request of this connection: bytes have come that belong to none that was understood.
    var mayBeRefused: Bool {
        switch stage {
        case _ where isRefused, .waiting: return false
        case .head, .body: return !hasQueuedAnswer
        case .answered: return true
        case .idle: break
        }
        // How many of the bytes of TLS are a request's is not known.
        if let watch { return watch.isCompleted }
        let facts = SocketFacts(socket: socket)
        guard !hasUncountedBytes, facts.peerEnded == false, let received = facts.received else { return true }
        return received - bytesBefore > accountedBytes
    }

    /// Whether libmicrohttpd has read a head to its end and has not told of it: it is looking at its fields.
    var hasUntoldHead: Bool {
        stage == .head && !hasQueuedAnswer && cmhd_info(connection, Int32(cmhd_info_header_size)) != nil
    }

    /// Whether libmicrohttpd has an answer for the request at hand. A request that it has just refused has one until that is sent,
    /// often after others of the same thread were looked at; nothing is refused twice (`transmit_error_response_len` in its
    /// src/microhttpd/connection.c queues the answer after its complaint).
    private var hasQueuedAnswer: Bool { cmhd_info(connection, Int32(cmhd_info_status)) != nil }

    /// Sends a head without a body, and ends the sending side, so that what libmicrohttpd is about to say itself goes nowhere.
    func endSaying(_ status: Int) {
        sayAtOnce(status)
        wire.endTLS()
        wire.finish()
    }

    private var wire: FaultWire { FaultWire(socket: socket, session: watch?.session) }

    /// Answers a request whose answer libmicrohttpd gave up, because its head does not fit beside the request's.
    ///
    /// The client is to blame where its head takes a quarter of the memory that both share (RFC 6585 §5), else the server.
    func replaceUnsentAnswer(of request: RequestRecord, _ connection: OpaquePointer) {
        let limit = listener.limits.headBytes
        let size = cmhd_info(connection, Int32(cmhd_info_header_size))?.pointee.header_size ?? 0
        let taken = size + Int(cmhd_value_count(connection)) * Self.bytesBesideValue
        let status = taken >= limit / 4 ? 431 : 500
        listener.recorder?.update(request) { request in
            let unsent = request.answer.map { "the head of the answer with status \($0.status)" } ?? "the answer's head"
            request.answer = Journal.Answer(status: status, code: status, size: 0)
            request.grant = nil
            request.decisions.append(
                Journal.Decision(
                    gate: "size", passed: false,
                    reason: "\(unsent) was not sent: with the request's it does not fit in \(limit) bytes"))
        }
        sayAtOnce(status)
    }

    /// What libmicrohttpd keeps beside a header field or a cookie: `struct MHD_HTTP_Header` of its src/microhttpd/internal.h, aligned.
    private static let bytesBesideValue = 64

    /// Notes whether a chunked body is being read, on the thread that serves the connection.
    func readChunks(_ isReading: Bool) {
        let thread = WorkerThread.own
        if isReading { thread.chunked.append(self) } else { thread.chunked.removeAll { $0 === self } }
    }

    /// Refuses a chunked body one of whose lines fills the connection's memory (RFC 9112 §7.1.1).
    ///
    /// libmicrohttpd takes that for a fault of the server's, and is about to say so with status 500; it finds the sending side closed.
    func refuseChunkLine() {
        refusal = Refusal(status: 400, reason: ParserComplaint.longChunkLine)
        endSaying(400)
    }
}
