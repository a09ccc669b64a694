internal import CGnuTLS
internal import PortalJudge

extension HandshakeWatch {
    /// Notes that the client is asked for a certificate, and whose.
    func asked() {
        guard let verification else { return }
        report { $0.acceptableIssuers = verification.acceptableIssuers }
    }

    /// Decides whether the client may go on with the certificate that it showed, or with none; a negative result ends the handshake.
    ///
    /// GnuTLS asks once the client has shown its certificate, but not where a session is resumed under TLS 1.3.
    func decideClient() -> Int32 {
        guard let verification, !isClientDecided else { return isRefusedHere ? Int32(GNUTLS_E_CERTIFICATE_ERROR) : 0 }
        isClientDecided = true
        guard let facts = verification.facts(of: session) else {
            guard verification.policy.refusesMissing else { return 0 }
            // RFC 8446 §4.4.2.4; earlier versions have no alert of their own for it (RFC 5246 §7.4.6).
            let isVersion13 = gnutls_protocol_get_version(session) == GNUTLS_TLS1_3
            refuseClient(isVersion13 ? GNUTLS_A_CERTIFICATE_REQUIRED : GNUTLS_A_HANDSHAKE_FAILURE)
            return Int32(GNUTLS_E_CERTIFICATE_ERROR)
        }
        note(facts, verdict: facts.verdict.rawValue)
        let mustRefuse = verification.policy.refusesBad || verification.isTooLong(chainOf: session)
        guard mustRefuse, let alert = facts.verdict.alert else {
            clientCertificate = facts
            return 0
        }
        refuseClient(alert)
        return Int32(GNUTLS_E_CERTIFICATE_ERROR)
    }

    /// Notes a certificate whose key the client could not prove to have (RFC 8446 §4.4.3, RFC 5246 §7.4.8).
    func noteUnprovenCertificate() {
        guard let facts = verification?.facts(of: session) else { return }
        note(facts, verdict: AlertName.of(Int(GNUTLS_A_DECRYPT_ERROR.rawValue)))
    }

    private func note(_ facts: ClientCertificateFacts, verdict: String) {
        report { handshake in
            handshake.clientCertificate = facts.subject
            handshake.identity = facts.identity
            handshake.identityVerdict = verdict
        }
    }
}
