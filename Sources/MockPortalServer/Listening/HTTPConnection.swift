internal import CMicroHTTPD
internal import HTTPSemantics
internal import Platform
internal import PortalJudge

/// One connection while it is open: the request at hand and what is remembered for the journal.
///
/// It belongs to the thread that serves the connection; only ``pending`` is set by another one, while the connection is
/// suspended.
final class HTTPConnection: ConnectionMemory, @unchecked Sendable {
    let listener: Listener
    let record: ConnectionRecord
    let socket: Int32
    /// libmicrohttpd's own of it, which lives until ``ended()``.
    let connection: OpaquePointer
    private let peerAddress: String
    /// Bytes of the socket that were taken before this listener got it.
    let bytesBefore: Int
    /// How far it has come, for the deadlines.
    let progress: ConnectionProgress
    /// The TLS side of the connection; nil on a plain listener.
    var watch: HandshakeWatch?
    /// How far a sign-in has come that belongs to this connection (RFC 4559 §6).
    var signIn: (any ConnectionSignIn)?
    /// The answer of a suspended request, set when it is resumed.
    var pending: Answer?
    /// What the answer that is sent takes of the portal's budget, until it is sent to its end.
    private var share: (any AnyObject & Sendable)?

    private(set) var stage = Stage.idle
    private var head: RequestHead?
    /// Where libmicrohttpd keeps the target of the request at hand.
    private var targetPlace: Range<UInt> = 0..<0
    private var request: RequestRecord?
    private var body = RequestBody()
    /// What was said of the request at hand past libmicrohttpd.
    var refusal: Refusal? {
        didSet { if refusal != nil { hasAnsweredEarly = true } }
    }
    private var ordinal = 0
    /// Bytes that belong to requests which were understood.
    private(set) var accountedBytes = 0
    /// Whether bytes came that are not counted: a chunked body, or what stands behind a refusal.
    private(set) var hasUncountedBytes = false
    /// Whether an answer went out before its request had been read to the end.
    var hasAnsweredEarly = false
    /// Whether the request at hand was refused by the parser and stands in the journal.
    private(set) var isRefused = false
    private(set) var lastActivity: Double = 0
    private(set) var hasTimedOut = false
    /// Whether its handshake was left to ``Listener/pauses`` and has not been asked to go on since.
    var isPaused = false
    /// How the fault that was played on it ended; set by the player before the connection comes back.
    var faultEnd: FaultEnd? {
        get { endOfFault.withLock { $0 } }
        set { endOfFault.withLock { $0 = newValue } }
    }
    private let endOfFault = Locked<FaultEnd?>(nil)

    /// How far the request at hand has come.
    enum Stage {
        case idle, head, body, waiting, answered
    }

    init(
        listener: Listener, record: ConnectionRecord, connection: OpaquePointer, socket: Int32, peerAddress: String,
        bytesBefore: Int
    ) {
        self.listener = listener
        self.record = record
        self.connection = connection
        self.socket = socket
        self.peerAddress = peerAddress
        self.bytesBefore = bytesBefore
        progress = ConnectionProgress(
            socket: socket, phase: listener.security == nil ? .head : .handshake,
            at: PortalClock.monotonicMicroseconds)
    }

    /// Whether the connection stands between two requests.
    var isIdle: Bool { stage == .idle }

    /// Notes the target before libmicrohttpd takes it to pieces.
    func began(target: UnsafeBufferPointer<UInt8>) {
        stage = .head
        progress.beganHead()
        head = RequestHead(target: target)
        let start = UInt(bitPattern: target.baseAddress)
        targetPlace = start..<start + UInt(target.count)
    }

    /// Takes the next step; false closes the connection.
    func proceed(_ connection: OpaquePointer, step: Step) -> Bool {
        switch stage {
        case .head: return takeHead(connection, step)
        case .body:
            guard !step.upload.isEmpty else { return finishBody(connection) }
            defer { lookForEnd() }
            return takeBody(step.upload)
        case .waiting:
            stage = .answered
            guard let answer = pending else { return false }
            pending = nil
            if answer.performance != nil { return perform(answer, connection) }
            if let request {
                listener.recorder?.update(request) { request in
                    request.answer = answer.journaled
                    request.fault = answer.fault
                }
            }
            return queue(answer, on: connection)
        case .idle, .answered: return true
        }
    }

    /// Lets libmicrohttpd see a client that has already left; its TLS reads until nothing is left by itself.
    private func lookForEnd() {
        if watch == nil { SocketFacts.announceEnd(of: socket) }
    }

    /// What libmicrohttpd brings with one call of its handler.
    struct Step {
        let method: UnsafePointer<CChar>
        let version: UnsafePointer<CChar>
        let upload: UnsafeBufferPointer<UInt8>
    }

    private func queue(_ answer: Answer, on connection: OpaquePointer) -> Bool {
        share = answer.share
        body.release()
        return queue(answer.prepared, on: connection)
    }

    private func queue(_ answer: PreparedAnswer, on connection: OpaquePointer) -> Bool {
        if let watch, answer.sendsBody, request?.head.isHEAD == false { watch.expectsBody() }
        return answer.queue(on: connection, at: listener.clock)
    }

    /// Leaves the request at hand to another thread; when the connection comes back without an answer, it is closed.
    func leaveRequest() -> RequestRecord? {
        stage = .waiting
        return request
    }

    private func takeHead(_ connection: OpaquePointer, _ step: Step) -> Bool {
        guard var head else { return false }
        self.head = nil
        head.appendCString(step.method)
        head.appendCString(step.version)
        let fault =
            head.appendHeaders(
                of: connection, in: HeadLines(method: step.method, target: targetPlace, version: step.version))
            ?? head.fault
        accountedBytes += cmhd_info(connection, Int32(cmhd_info_header_size))?.pointee.header_size ?? 0
        let announced = head.announcedBody
        ordinal += 1
        let request = RequestRecord(
            connection: record, ordinal: ordinal, clock: listener.clock, head: head)
        self.request = request
        if let fault { return refuse(request, fault, connection) }
        if announced != 0, let answer = listener.responder.refusal(beforeBodyOf: { incoming(request, body: []) }) {
            return refuse(request, head.hasHost ? answer : .missingHost, connection)
        }
        body = RequestBody(of: head, listener: listener)
        // An answer queued on the handler's first call would end the connection, so even a request without a body waits.
        stage = .body
        if announced == 0 { return true }
        progress.beganBody()
        listener.recorder?.began(request)
        if let announced, announced > body.limit {
            hasUncountedBytes = true
            hasAnsweredEarly = true
            return refuse(request, connection, dropped: announced)
        }
        if announced == nil {
            hasUncountedBytes = true
            readChunks(true)
        }
        body.reserve(announced)
        lookForEnd()
        return true
    }

    private func takeBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        accountedBytes += bytes.count
        progress.tookBody(bytes.count)
        return body.append(bytes)
    }

    private func finishBody(_ connection: OpaquePointer) -> Bool {
        progress.isBusy()
        readChunks(false)
        guard let request else { return false }
        return body.discarded > 0
            ? refuse(request, connection, dropped: body.discarded) : dispatch(request, connection)
    }

    private func dispatch(_ request: RequestRecord, _ connection: OpaquePointer) -> Bool {
        let isNew = request.number == 0
        var incoming = incoming(request, body: body.bytes)
        incoming.ordinal = ordinal
        incoming.bodyBytes = body.count
        incoming.memory = self
        incoming.endPointHash = watch?.endPointHash
        incoming.multipart = body.finishForm()
        keepBody(of: request, isNew: isNew)
        guard request.head.hasHost else {
            settle(request, .missingHost, isNew: isNew) { $0.answer = Answer.missingHost.journaled }
            stage = .answered
            return queue(Answer.missingHost.prepared, on: connection)
        }
        switch listener.responder.respond(to: incoming) {
        case .now(let answer) where answer.performance != nil:
            settle(request, answer, isNew: isNew) { _ in }
            return perform(answer, connection)
        case .now(let answer):
            settle(request, answer, isNew: isNew) { $0.answer = answer.journaled }
            stage = .answered
            return queue(answer, on: connection)
        case .later(let words, let park):
            // Nothing is played before the answer goes.
            settle(request, words, isNew: isNew) { $0.fault = nil }
            stage = .waiting
            MHD_suspend_connection(connection)
            let ticket = ResumeTicket(connection: connection, httpConnection: self)
            if listener.remember(ticket) { park(ticket) } else { ticket.resume(with: nil) }
            return true
        case .worked(let operation, let work, let lane, let body):
            return workOut(operation, at: work, in: lane, connection, body)
        }
    }

    private func incoming(_ request: RequestRecord, body: [UInt8]) -> IncomingRequest {
        IncomingRequest(
            listener: record.listener, connection: record.number, peerAddress: peerAddress, head: request.head,
            body: body, portalTime: request.portalTime, clientCertificate: watch?.clientCertificate,
            wasAskedForCertificate: watch?.verification != nil)
    }

    /// Records what was said about a request, in one go where it is not in the journal yet.
    func settle(
        _ request: RequestRecord, _ words: Answer, isNew: Bool, _ change: (RequestRecord) -> Void
    ) {
        guard let recorder = listener.recorder else { return }
        if isNew {
            request.record(words)
            change(request)
            recorder.recorded(request)
        } else {
            recorder.update(request) { request in
                request.record(words)
                change(request)
            }
            recorder.counted(request)
        }
    }

    private func keepBody(of request: RequestRecord, isNew: Bool) {
        guard !body.bytes.isEmpty, let recorder = listener.recorder else { return }
        let limit = max(0, recorder.limits.bodyBytes)
        let unkept = body.unkept
        let bytes = body.takeBytes()
        let dropped = unkept + max(0, bytes.count - limit)
        let kept = bytes.count <= limit ? bytes : Array(bytes[..<limit])
        if isNew {
            request.body = kept
            request.bodyBytesDropped = dropped
        } else {
            recorder.update(request) { request in
                request.body = kept
                request.bodyBytesDropped = dropped
            }
        }
    }

    private func refuse(_ request: RequestRecord, _ connection: OpaquePointer, dropped: Int) -> Bool {
        keepBody(of: request, isNew: false)
        let answer =
            body.crowding.map { Answer(PreparedAnswer(status: 503), operation: "unknown").refused(atLimit: $0) }
            ?? Answer(.tooLarge, operation: "unknown")
        listener.recorder?.update(request) { request in
            request.record(answer)
            request.bodyBytesDropped += dropped
            request.answer = answer.journaled
        }
        listener.recorder?.counted(request)
        stage = .answered
        return queue(answer.prepared, on: connection)
    }

    /// Refuses a request whose head is at fault: where it ends is unclear.
    private func refuse(_ request: RequestRecord, _ fault: HeadFault, _ connection: OpaquePointer) -> Bool {
        request.parserError = fault.reason
        return refuse(request, Answer(.refusing(fault), operation: "unknown"), connection)
    }

    /// Refuses a request by its head. Nothing behind that is read: it is answered on the handler's first call, and libmicrohttpd then
    /// closes the connection (`MHD_queue_response` in its src/microhttpd/connection.c).
    private func refuse(_ request: RequestRecord, _ answer: Answer, _ connection: OpaquePointer) -> Bool {
        hasUncountedBytes = true
        hasAnsweredEarly = true
        request.answer = answer.journaled
        listener.recorder?.recorded(request)
        stage = .answered
        return queue(answer.prepared, on: connection)
    }

    /// Ends the request at hand; what the parser refused, or the client broke off, becomes an entry of its own.
    func completed(_ connection: OpaquePointer, ending: Int32, complaint: String?) {
        let status =
            refusal?.status ?? cmhd_info(connection, Int32(cmhd_info_status)).map { Int($0.pointee.http_status) }
        watch?.settle()
        // Where the connection was ended here, the parser only complains of that end.
        let complaint = progress.ending == nil && watch?.cause == nil ? complaint : nil
        if ending == Int32(cmhd_ended_timeout) || progress.ending == .deadline { hasTimedOut = true }
        switch stage {
        case .head where !isRefused:
            recordRefusal(
                complaint.map(ParserComplaint.text(of:)) ?? words(for: ending), status: status, head: head)
        case .body:
            if let request {
                keepBody(of: request, isNew: false)
                hasUncountedBytes = true
                listener.recorder?.update(request) { request in
                    request.parserError =
                        refusal?.reason ?? complaint.map(ParserComplaint.text(of:)) ?? words(for: ending)
                    let size = refusal == nil ? complaint.map(ParserComplaint.pageBytes) ?? 0 : 0
                    request.answer = status.map { Journal.Answer(status: $0, code: $0, size: size) }
                }
            }
        case .answered:
            if let request, complaint.map(ParserComplaint.isOfUnsentHead) == true {
                replaceUnsentAnswer(of: request, connection)
            }
        case .head, .idle, .waiting: break
        }
        readChunks(false)
        watch?.answered()
        stage = .idle
        progress.isIdle()
        request = nil
        refusal = nil
        share = nil
        head = nil
        body = RequestBody()
        lastActivity = listener.recorder?.elapsed ?? 0
        lookForEnd()
    }

    /// Records what the parser refuses before it answers: who has read that answer may send its next request at once, on another
    /// connection. False where the request stands in the journal already.
    func refuse(_ complaint: String) -> Bool {
        guard stage == .idle || stage == .head else { return false }
        let isUntold = hasUntoldHead
        isRefused = true
        hasAnsweredEarly = true
        recordRefusal(
            ParserComplaint.text(of: complaint), status: ParserComplaint.status(in: complaint),
            pageBytes: isUntold ? 0 : ParserComplaint.pageBytes(in: complaint), head: head)
        // Up to 0.9.75 libmicrohttpd goes on with a request whose fields it refuses, and its own answer would begin twice
        // (`MHD_connection_handle_idle` in its src/microhttpd/connection.c).
        if isUntold { endSaying(ParserComplaint.status(in: complaint) ?? 400) }
        return true
    }

    /// Adds an entry for a request that never reached a handler.
    func recordRefusal(_ text: String, status: Int?, pageBytes: Int = 0, head: RequestHead? = nil) {
        hasUncountedBytes = true
        ordinal += 1
        let request = RequestRecord(
            connection: record, ordinal: ordinal, clock: listener.clock,
            head: head ?? RequestHead(target: "", method: "", version: "", headers: []))
        request.parserError = text
        request.answer = status.map { Journal.Answer(status: $0, code: $0, size: pageBytes) }
        listener.recorder?.recorded(request)
    }

    private func words(for ending: Int32) -> String {
        switch progress.ending {
        case .deadline: return "the client stopped in the middle of its request"
        case .room: return "the connection made room for another in the middle of its request"
        case nil: break
        }
        if let cause = watch?.cause { return "\(cause) ended the connection in the middle of its request" }
        return switch ending {
        case Int32(cmhd_ended_timeout): "the client stopped in the middle of its request"
        case Int32(cmhd_ended_shutdown): "the portal was stopped in the middle of the request"
        case Int32(cmhd_ended_client_abort), Int32(cmhd_ended_read_error):
            ParserComplaint.lostConnection
        default: "the request was refused before it was complete"
        }
    }
}
