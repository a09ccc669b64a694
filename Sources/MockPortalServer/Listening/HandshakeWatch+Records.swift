internal import CGnuTLS

/// What became of the encrypted records after the handshake.
///
/// Under TLS 1.3 an alert looks like data from outside (RFC 8446 §5.2), and only GnuTLS knows whether a record can be decrypted. So each
/// record waits until GnuTLS shows what it made of it.
extension HandshakeWatch {
    /// GnuTLS asks for another record, which it does after data alone: a close_notify, an error and what cannot be decrypted end its
    /// reading (`_gnutls_recv_in_buffers` in its lib/record.c), and libmicrohttpd reads no more after a warning.
    func settleAsTaken() {
        switch unsettled {
        case .data(let length): applicationBytes += length
        // The scanner takes data of two bytes for it; under TLS 1.2 an alert has a type of its own.
        case .sealedAlert where records.isVersion13: applicationBytes += 2
        default: break
        }
        unsettled = nil
    }

    /// Asks GnuTLS what it made of the last record; called while its session is alive, before anything is sent.
    func settle() {
        // The header of a record that has only begun may have been refused already.
        guard isCompleted, unsettled != nil || !(records.isBetweenRecords || pipe.isOver) else { return }
        // What it holds for libmicrohttpd is data, and must stay.
        guard gnutls_record_check_pending(session) == 0 else { return settleAsTaken() }
        isProbing = true
        var byte: UInt8 = 0
        let state = gnutls_record_recv(session, &byte, 1)
        isProbing = false
        let isOpen = state == Int(GNUTLS_E_AGAIN) || state == Int(GNUTLS_E_INTERRUPTED)
        if isOpen, records.isVersion13 || unsettled != .sealedAlert { return settleAsTaken() }
        unsettled = nil
        let number = Int(gnutls_alert_get(session).rawValue)
        if state == 0 || number != 0 {
            settleAsAlert(number, isWarning: isOpen || Self.warnings.contains(number))
        } else {
            cause = "a TLS record that the server cannot read"
        }
    }

    /// A warning leaves the client's side open (RFC 5246 §7.2, RFC 8446 §6.1), but GnuTLS or libmicrohttpd closes on it.
    private func settleAsAlert(_ number: Int, isWarning: Bool) {
        let hadEnded = peerHasEnded
        heardAlert(number)
        guard isWarning, number != Int(GNUTLS_A_CLOSE_NOTIFY.rawValue) else { return }
        peerHasEnded = hadEnded || endsWithAlert
        if !peerHasEnded { cause = "the client's alert \(AlertName.of(number))" }
    }

    /// Whether what came after the last record, which GnuTLS will not read, ends with an alert, as of a client that says that it
    /// cancels and then closes (RFC 8446 §6.1).
    private var endsWithAlert: Bool {
        var last: RecordScanner.Event?
        for _ in 0..<Self.lastReads {
            guard pipe.hasUnread || pipe.fill() > 0 else { break }
            records.scan(pipe.unread) { last = $0 }
            pipe.discard()
        }
        return last == .sealedAlert
    }

    /// Alerts that are warnings wherever they stand: RFC 8446 §6.1, RFC 5246 §7.2.2.
    static var warnings: [Int] { [GNUTLS_A_USER_CANCELED, GNUTLS_A_NO_RENEGOTIATION].map { Int($0.rawValue) } }
}
