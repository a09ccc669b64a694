internal import CGnuTLS
internal import PortalJudge

/// Watches the TLS side of one connection: what the client offers, what is shown, who refuses, and how much data came.
///
/// Only the thread that serves the connection touches it.
final class HandshakeWatch {
    /// Whether both sides have finished.
    var isCompleted = false
    /// Bytes of application data that GnuTLS has taken.
    var applicationBytes = 0
    /// Whether the peer ended the connection, with an alert or without.
    var peerHasEnded = false
    /// What judges the client's certificate; nil where none is asked for.
    let verification: ClientVerification?
    /// The certificate that the client showed, here or in the handshake that its session goes back to.
    var clientCertificate: ClientCertificateFacts?
    /// The hash of the certificate that was shown, for `tls-server-end-point` (RFC 5929 §4.1): SHA-256, as every recipe is signed with it or
    /// with SHA-1. A session that is resumed shows none; it is the one that a new session would be shown then.
    private(set) var endPointHash: String?
    private var serverName: String?
    /// Whether ``decideClient()`` has decided.
    var isClientDecided = false
    /// Whether the server refused the handshake.
    var isRefusedHere = false

    let session: OpaquePointer
    let socket: Int32
    let pipe: RecordPipe
    private let security: ListenerSecurity
    let lingering: LingeringClose
    let report: ((inout Journal.Handshake) -> Void) -> Void
    var records = RecordScanner()
    /// Whether one side refused the other.
    var isRefused = false
    /// What GnuTLS was given last of what belongs to no handshake, until it shows what it made of it.
    var unsettled: RecordScanner.Event?
    /// Whether GnuTLS is only asked how its session is, and gets nothing to read.
    var isProbing = false
    /// What of the client's had the server end the connection, in words for the journal; nil where nothing had.
    var cause: String?
    private var handshakeBytes = 0
    /// Bytes that a client may send before its Finished: GnuTLS would keep a message of 16 MiB. OpenSSL lets a client show 100 kB of
    /// certificates (SSL_CTX_set_max_cert_list(3)).
    private static let handshakeLimit = 256 * 1024
    /// Whether the handshake can go on only with bytes that have not come.
    private(set) var waitsForClient = false
    /// The type of the last handshake message that came.
    private(set) var lastMessage: gnutls_handshake_description_t?

    init(
        session: OpaquePointer, socket: Int32, security: ListenerSecurity, lingering: LingeringClose,
        report: @escaping ((inout Journal.Handshake) -> Void) -> Void
    ) {
        self.session = session
        self.socket = socket
        pipe = RecordPipe(socket: socket)
        self.security = security
        verification = security.clientVerification
        self.lingering = lingering
        self.report = report
    }

    /// Puts the watch on the session before its first byte.
    func begin(_ httpConnection: HTTPConnection) {
        gnutls_transport_set_ptr(session, Unmanaged.passUnretained(httpConnection).toOpaque())
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
    ///
    /// An alert is given whole, so that it tells the same however it is cut; what follows bytes that are no TLS is not given at all.
    func pull(into buffer: UnsafeMutableRawPointer, size: Int) -> Int {
        guard !isProbing else { return cgnutls_fail(session, cgnutls_try_again) }
        if records.isBetweenRecords { settleAsTaken() }
        waitsForClient = false
        guard !records.isNotTLS else { return 0 }
        while !pipe.hasUnread || (waitsForAlert && RecordScanner.endsInsideAlert(pipe.unread)) {
            let got = pipe.fill()
            guard got <= 0 else { continue }
            if pipe.isOver { peerHasEnded = true }
            if pipe.isOver && pipe.hasUnread { break }
            waitsForClient = !isCompleted && cgnutls_is_temporary(got) != 0
            guard got == 0 else { return cgnutls_fail(session, got) }
            // GnuTLS takes an end inside a record for a pause (`_gnutls_io_read_buffered` in its lib/buffers.c), and libmicrohttpd would
            // wait for more.
            return isCompleted && records.isBetweenRecords ? 0 : cgnutls_fail(session, cgnutls_lost)
        }
        guard isCompleted || handshakeBytes < Self.handshakeLimit else {
            return cgnutls_fail(session, cgnutls_too_long)
        }
        let got = pipe.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
        if !isCompleted { handshakeBytes += got }
        look(at: UnsafeRawBufferPointer(start: buffer, count: got))
        return records.isNotTLS ? 0 : got
    }

    private var waitsForAlert: Bool { !isCompleted && records.isBetweenRecords }

    /// Looks at bytes that pass by, or that GnuTLS will never be given.
    func look(at bytes: UnsafeRawBufferPointer) {
        records.scan(bytes) { event in
            switch event {
            case .notTLS(let looksLikeHTTP): answerPlainText(looksLikeHTTP)
            case .plainAlert(_, let number): heardAlert(Int(number))
            case .data, .sealedAlert:
                if isCompleted { unsettled = event } else { peerHasEnded = true }
            }
        }
    }

    /// Sends for GnuTLS.
    ///
    /// During the handshake a peer that can no longer be sent to is no failure: GnuTLS goes on to what the peer sent before, which may
    /// be its alert, and meets its end there. Linux keeps what arrived before a reset for `recv`, and tells the reset only once,
    /// to whichever call comes first.
    func push(_ bytes: UnsafeRawBufferPointer) -> Int {
        settle()
        let sent = pipe.send(bytes)
        guard sent < 0 else { return sent }
        return applicationBytes > 0 || cgnutls_is_temporary(sent) != 0 ? cgnutls_fail(session, sent) : bytes.count
    }

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
        // Under TLS 1.3 its record looks like one of data (RFC 8446 §4.6.3).
        if isCompleted { unsettled = nil }
        switch type {
        case GNUTLS_HANDSHAKE_CLIENT_HELLO: return sawHello(ClientHello(body))
        case GNUTLS_HANDSHAKE_FINISHED: return sawFinished()
        default: return 0
        }
    }

    /// Notes which certificate is shown.
    func shows(_ certificate: ServedCertificate) {
        endPointHash = certificate.fingerprint
        report { handshake in
            handshake.certificate = certificate.recipe
            handshake.fingerprint = certificate.fingerprint
        }
    }
}

extension HandshakeWatch {
    private func sawHello(_ hello: ClientHello?) -> Int32 {
        guard let hello else { return 0 }
        serverName = hello.serverName
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
            endPointHash = security.certificates.certificate(forServerName: serverName).fingerprint
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
