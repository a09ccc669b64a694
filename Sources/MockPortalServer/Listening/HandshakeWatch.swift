internal import CGnuTLS
internal import PortalJudge

/// Watches the TLS side of one connection: what the client offers, what is shown, who refuses, and how much data came.
///
/// Only the thread that serves the connection touches it.
final class HandshakeWatch {
    /// Whether both sides have finished.
    private(set) var isCompleted = false
    /// Bytes of application data received.
    private(set) var applicationBytes = 0
    /// Whether the peer ended the connection, with an alert or without.
    private(set) var peerHasEnded = false
    /// What judges the client's certificate; nil where none is asked for.
    let verification: ClientVerification?
    /// The certificate that the client showed, here or in the handshake that its session goes back to.
    var clientCertificate: ClientCertificateFacts?
    /// Whether ``decideClient()`` has decided.
    var isClientDecided = false
    /// Whether the server refused the handshake.
    private(set) var isRefusedHere = false

    let session: OpaquePointer
    let socket: Int32
    private let pipe: RecordPipe
    private let security: ListenerSecurity
    private let lingering: LingeringClose
    let report: ((inout Journal.Handshake) -> Void) -> Void
    private var records = RecordScanner()
    private var isRefused = false
    /// The type of the last handshake message that came.
    private var lastMessage: gnutls_handshake_description_t?

    init(
        session: OpaquePointer, socket: Int32, security: ListenerSecurity, lingering: LingeringClose,
        report: @escaping ((inout Journal.Handshake) -> Void) -> Void
    ) {
        self.session = session
        self.socket = socket
        pipe = RecordPipe(session: session, socket: socket)
        self.security = security
        verification = security.clientVerification
        self.lingering = lingering
        self.report = report
    }

    /// Puts the watch on the session before its first byte.
    func begin(_ conversation: Conversation) {
        gnutls_transport_set_ptr(session, Unmanaged.passUnretained(conversation).toOpaque())
        gnutls_transport_set_push_function(session, HandshakeThunks.push)
        gnutls_transport_set_pull_function(session, HandshakeThunks.pull)
        gnutls_transport_set_pull_timeout_function(session, HandshakeThunks.pullTimeout)
        gnutls_handshake_set_hook_function(
            session, cgnutls_any_message, Int32(GNUTLS_HOOK_PRE), HandshakeThunks.message)
        security.certificates.ticketKey.withUnsafeBufferPointer { key in
            var datum = gnutls_datum_t(data: UnsafeMutablePointer(mutating: key.baseAddress), size: UInt32(key.count))
            gnutls_session_ticket_enable_server(session, &datum)
        }
        verification?.ask(session)
    }

    /// Receives for GnuTLS and looks at the record headers on the way.
    func pull(into buffer: UnsafeMutableRawPointer, size: Int) -> Int {
        let got = pipe.receive(into: buffer, size: size)
        guard got > 0 else {
            if got == 0 { peerHasEnded = true }
            return got
        }
        records.scan(UnsafeRawBufferPointer(start: buffer, count: got)) { event in
            switch event {
            case .notTLS(let looksLikeHTTP): answerPlainText(looksLikeHTTP)
            case .plainAlert(let level, let number): alert(level: level, number: number)
            case .data(let length): sawData(length)
            case .sealedAlert: peerHasEnded = true
            }
        }
        return got
    }

    /// Sends for GnuTLS.
    func push(_ bytes: UnsafeRawBufferPointer) -> Int { pipe.send(bytes) }

    /// Expects an answer's head and body as two records, which go out together.
    func expectsBody() { pipe.holdsNext = true }

    /// The answer is complete as far as libmicrohttpd knows.
    func answered() { pipe.flush() }

    /// Whether bytes that have arrived wait for GnuTLS.
    var hasUnread: Bool { pipe.hasUnread }

    /// Sees a handshake message; a negative result ends the handshake.
    func saw(message: UInt32, incoming: Bool, body: UnsafeRawBufferPointer) -> Int32 {
        let type = gnutls_handshake_description_t(message)
        guard incoming else {
            if type == GNUTLS_HANDSHAKE_CERTIFICATE_REQUEST { asked() }
            return 0
        }
        lastMessage = type
        switch type {
        case GNUTLS_HANDSHAKE_CLIENT_HELLO: return sawHello(ClientHello(body))
        case GNUTLS_HANDSHAKE_FINISHED: return sawFinished()
        default: return 0
        }
    }

    /// Notes which certificate is shown.
    func shows(_ certificate: ServedCertificate) {
        report { handshake in
            handshake.certificate = certificate.recipe
            handshake.fingerprint = certificate.fingerprint
        }
    }

    /// Notes that GnuTLS gave the handshake up, while its session is still alive.
    func failed() {
        guard !isRefused, !records.isNotTLS else { return }
        let number = Int(gnutls_alert_get(session).rawValue)
        if number != 0 {
            refuse(.refusedByClient, alert: number, by: "client")
        } else if !peerHasEnded {
            // GnuTLS sends no alert by itself.
            switch lastMessage {
            case GNUTLS_HANDSHAKE_CERTIFICATE_VERIFY:
                noteUnprovenCertificate()
                refuseClient(GNUTLS_A_DECRYPT_ERROR)
            case GNUTLS_HANDSHAKE_CERTIFICATE_PKT: refuseClient(GNUTLS_A_BAD_CERTIFICATE)
            default: refuse(GNUTLS_A_HANDSHAKE_FAILURE)
            }
        }
    }

    /// Notes the end of the connection.
    func ended(by: String) {
        report { handshake in
            if handshake.outcome == .pending { handshake.outcome = .abandoned }
        }
    }
}

extension HandshakeWatch {
    private func sawHello(_ hello: ClientHello?) -> Int32 {
        guard let hello else { return 0 }
        report { handshake in
            handshake.serverName = hello.serverName
            handshake.offeredVersions = hello.versions
            handshake.alpn = hello.alpn
        }
        guard !hello.versions.contains(where: security.versions.contains) else { return 0 }
        refuse(GNUTLS_A_PROTOCOL_VERSION)
        return Int32(GNUTLS_E_UNSUPPORTED_VERSION_PACKET)
    }

    private func sawFinished() -> Int32 {
        guard !isCompleted else { return 0 }
        let version = String(cString: gnutls_protocol_get_name(gnutls_protocol_get_version(session)))
        let isResumed = gnutls_session_is_resumed(session) != 0
        // A resumed session is worth no more than the certificate that it began with is now.
        if isResumed {
            report { $0.resumed = true }
            guard decideClient() == 0 else { return Int32(GNUTLS_E_CERTIFICATE_ERROR) }
        }
        isCompleted = true
        records.overhead = version == "TLS1.3" ? 17 : Self.overhead(gnutls_cipher_get(session))
        records.isVersion13 = version == "TLS1.3"
        records.isSealed = true
        report { handshake in
            handshake.outcome = .completed
            handshake.version = version
            handshake.resumed = isResumed
        }
        return 0
    }

    private func sawData(_ length: Int) {
        guard isCompleted else { return }
        applicationBytes += length
    }

    /// An alert of level fatal (RFC 8446 §6) refuses; a warning does not.
    private func alert(level: UInt8, number: UInt8) {
        peerHasEnded = true
        guard level == 2 || ![0, 90].contains(number) else { return }
        refuse(.refusedByClient, alert: Int(number), by: "client")
    }

    /// Refuses the handshake with an alert that the client will be able to read.
    private func refuse(_ alert: gnutls_alert_description_t) {
        isRefusedHere = true
        gnutls_alert_send(session, GNUTLS_AL_FATAL, alert)
        lingering.linger(socket)
        refuse(.refusedByServer, alert: Int(alert.rawValue), by: "server")
    }

    /// Refuses the client's certificate, or the lack of one; where the policy says so, what reaches the client is a reset.
    func refuseClient(_ alert: gnutls_alert_description_t) {
        guard verification?.policy.losesRefusal == true else { return refuse(alert) }
        isRefusedHere = true
        resetAtOnce(socket)
        refuse(.refusedByServer, alert: Int(alert.rawValue), by: "server")
    }

    private func refuse(_ outcome: Journal.Handshake.Outcome, alert number: Int, by: String) {
        isRefused = true
        let name = AlertName.of(number)
        report { handshake in
            handshake.outcome = outcome
            handshake.alert = Journal.Alert(number: number, name: name, sentBy: by)
        }
    }

    /// What nginx says to plain HTTP on a TLS port.
    private func answerPlainText(_ looksLikeHTTP: Bool) {
        report { $0.outcome = .notTLS }
        guard looksLikeHTTP else { return }
        let body = "The plain HTTP request was sent to HTTPS port\n"
        sendAtOnce(
            Array(
                "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
                    .utf8), to: socket)
        drainAtOnce(socket)
    }

    /// Bytes that TLS 1.2 adds to a record: nonce and tag (RFC 5288), or the tag alone (RFC 7905).
    private static func overhead(_ cipher: gnutls_cipher_algorithm_t) -> Int {
        cipher == GNUTLS_CIPHER_CHACHA20_POLY1305 ? 16 : 24
    }
}
