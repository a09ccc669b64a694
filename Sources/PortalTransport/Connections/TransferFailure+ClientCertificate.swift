internal import CCurl
internal import TLSIdentity

/// Failures over a client certificate.
///
/// For one and the same cause libcurl has the codes 35, 55, 56, 60, 7, 16 and 92, depending on version, protocol and moment. What
/// counts is what the server asked for, what was sent and the alert; or that the connection ended in place of an answer.
extension TransferFailure {
    var verdictOnClientCertificate: (TransportError.Code, String)? {
        guard let connection, !isHeadComplete else { return nil }
        if connection.evaluation.isUndecided {
            return (.clientCertificateRequested, "the server asks for a client certificate: choose or decline")
        }
        switch alert?.code {
        case .clientCertificateRequired?:
            return (.clientCertificateRequired, "the server wants a client certificate" + alertWords + unshownWords)
        case .clientCertificateRejected?:
            return (.clientCertificateRejected, "the server refused the client certificate" + alertWords)
        case nil where isSilence:
            // Some servers end the connection without an alert, or it is lost with the connection; and connections are lost for
            // other reasons. What comes to it in the handshake, or again on the next connection, was meant.
            guard connection.followsSilence || !connection.evaluation.hasCompletedHandshake else {
                return (.connectionLost, "the connection was lost; the server had asked for a client certificate")
            }
            return connection.evaluation.identityWasSent
                ? (.clientCertificateRejected, "the server got a client certificate and ended the connection")
                : (
                    .clientCertificateRequired,
                    "the server got no client certificate and ended the connection" + unshownWords
                )
        default: return nil
        }
    }

    func clientCertificateFailure(for code: TransportError.Code) -> ClientCertificateFailure? {
        guard let evaluation = connection?.evaluation else { return nil }
        let cause: ClientCertificateFailure.Cause
        switch code {
        case .clientCertificateRequested, .clientCertificateRequired:
            cause = unshownWords.isEmpty ? .missing : .unusableKey
        case .clientCertificateRejected: cause = ClientCertificateFailure.Cause(ofRefusal: alert?.alert)
        default: return nil
        }
        var identity: ClientIdentity?
        if case .identity(let offered) = offer, evaluation.identityWasSent { identity = offered }
        return ClientCertificateFailure(
            origin: request.origin, cause: cause,
            acceptableIssuers: connection?.certificateRequest?.acceptableIssuers ?? [], identity: identity,
            alert: code == .clientCertificateRequested ? nil : alert?.alert)
    }

    /// Whether the connection ended in place of an answer, after the server had asked for a certificate and before it said a word.
    var isSilence: Bool {
        guard let connection, !connection.evaluation.isUndecided, !connection.evaluation.isRefused else { return false }
        return alert == nil && headSize == 0 && connection.awaitsVerdict && endsConnection
    }

    /// OpenSSL answers with an empty list where no signature algorithm fits the key of the certificate that it was given.
    private var unshownWords: String { connection?.evaluation.identityWasSent == false ? offer.unshownWords : "" }

    private var alert: TLSFailure? { TLSFailure(text: text, evaluation: connection?.evaluation) }

    private var alertWords: String { alert?.alert.map { " (alert: \(TLSFailure.name(ofAlert: $0)))" } ?? "" }

    /// Whether the connection ended by the other side's doing, in whatever way libcurl met that.
    private var endsConnection: Bool {
        // An alert of ours says that we found the fault.
        (isRepeatRefused || Self.endings.contains(code)) && connection?.evaluation.hasSentFatalAlert == false
    }

    private static let endings: Set<Int32> = Set(
        [
            CURLE_SSL_CONNECT_ERROR, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PEER_FAILED_VERIFICATION,
            CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM,
        ].map { Int32(bitPattern: $0.rawValue) })
}

extension ConnectionFacts {
    /// Whether the server has refused what it was answered about a client certificate, by an alert or by ending the connection.
    var isRefused: Bool {
        if evaluation.isUndecided || awaitsVerdict { return true }
        return switch TLSFailure(text: "", evaluation: evaluation)?.code {
        case .clientCertificateRequired?, .clientCertificateRejected?: true
        default: false
        }
    }
}

extension ClientCertificateFailure.Cause {
    /// What an alert says about a certificate that was sent (RFC 8446 §6.2).
    init(ofRefusal alert: UInt8?) {
        self =
            switch alert {
            case 43: .unsupported
            case 44: .revoked
            case 45: .expired
            case 48: .unknownAuthority
            default: .unspecified
            }
    }
}
