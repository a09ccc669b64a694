internal import CGnuTLS
internal import PortalJudge

/// How a handshake that is not completed ended, and by whom.
extension HandshakeWatch {
    /// Notes that GnuTLS gave the handshake up, while its session is still alive.
    ///
    /// A lost connection is the client's end; what GnuTLS does not take of bytes that did come is the server's refusal.
    func failed() {
        guard !isRefused, !records.isNotTLS else { return }
        // It may give up at the header of an alert's record, over the version there, or at the first record of two.
        if records.isInsideAlert { look(at: pipe.unread) }
        guard !isRefused else { return }
        let number = Int(gnutls_alert_get(session).rawValue)
        if number != 0 { return heardAlert(number) }
        guard !peerHasEnded else { return }
        // It may have been a Finished that is wrong (RFC 8446 §4.4.4).
        isCompleted = false
        // GnuTLS sends no alert by itself.
        switch lastMessage {
        case GNUTLS_HANDSHAKE_CERTIFICATE_VERIFY:
            noteUnprovenCertificate()
            refuseClient(GNUTLS_A_DECRYPT_ERROR)
        case GNUTLS_HANDSHAKE_CERTIFICATE_PKT: refuseClient(GNUTLS_A_BAD_CERTIFICATE)
        case GNUTLS_HANDSHAKE_FINISHED: refuse(GNUTLS_A_DECRYPT_ERROR)
        default: refuse(GNUTLS_A_HANDSHAKE_FAILURE)
        }
    }

    /// Looks for an alert in what arrived and was never asked for; the session may be gone.
    ///
    /// libmicrohttpd closes connections over which it hears of an error, or that take too long, without asking GnuTLS again.
    func readLastWords() {
        guard !isRefused, !isCompleted, !records.isNotTLS else { return }
        for _ in 0..<Self.lastReads {
            guard pipe.hasUnread || pipe.fill() > 0 else { return }
            look(at: pipe.unread)
            pipe.discard()
        }
    }

    /// Notes the end of the connection.
    func ended() {
        report { handshake in
            if handshake.outcome == .pending { handshake.outcome = .abandoned }
        }
    }

    /// Takes an alert of the client at its number: RFC 8446 §6 says that its level is to be ignored.
    func heardAlert(_ number: Int) {
        // A handshake does not go on after one; later a warning leaves the client's side open.
        if !isCompleted || !Self.warnings.contains(number) { peerHasEnded = true }
        // A client that closes says nothing of the server.
        guard !isRefused, number != Int(GNUTLS_A_CLOSE_NOTIFY.rawValue) else { return }
        // The handshake is not refused by one that is over, or that the client's user does not want (RFC 8446 §6.1).
        guard !isCompleted, number != Int(GNUTLS_A_USER_CANCELED.rawValue) else {
            return report { $0.alert = Journal.Alert(number: number, name: AlertName.of(number), sentBy: "client") }
        }
        note(.refusedByClient, alert: number, by: "client")
    }

    /// Refuses the handshake with an alert that the client will be able to read.
    func refuse(_ alert: gnutls_alert_description_t) {
        isRefusedHere = true
        gnutls_alert_send(session, GNUTLS_AL_FATAL, alert)
        lingering.linger(socket)
        note(.refusedByServer, alert: Int(alert.rawValue), by: "server")
    }

    /// Refuses the client's certificate, or the lack of one; where the policy says so, what reaches the client is a reset.
    func refuseClient(_ alert: gnutls_alert_description_t) {
        guard verification?.policy.losesRefusal == true else { return refuse(alert) }
        isRefusedHere = true
        resetAtOnce(socket)
        note(.refusedByServer, alert: Int(alert.rawValue), by: "server")
    }

    private func note(_ outcome: Journal.Handshake.Outcome, alert number: Int, by: String) {
        isRefused = true
        report { handshake in
            handshake.outcome = outcome
            handshake.alert = Journal.Alert(number: number, name: AlertName.of(number), sentBy: by)
        }
    }

    /// Reads of what is left, each of up to a whole record; a client that sends on and on is not followed.
    static var lastReads: Int { 16 }
}
