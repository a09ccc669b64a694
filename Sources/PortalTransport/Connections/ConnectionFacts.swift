internal import TLSIdentity

/// What is known of one TLS connection for as long as it is open, also to transfers that did not open it.
final class ConnectionFacts {
    let evaluation: ServerTrustEvaluation
    /// The certificates that the server showed, here or where the session was made that this connection resumed.
    private(set) var chain: [CertificateSummary] = []
    private var resumed: ClientCertificateRequest?
    /// Requests for a client certificate, at the server's count, that an answer has followed.
    private var settled = 0

    /// Whether a connection before it ended without a word where the server had asked for a certificate, and none was answered since.
    let followsSilence: Bool

    init(_ evaluation: ServerTrustEvaluation, followsSilence: Bool = false) {
        self.evaluation = evaluation
        self.followsSilence = followsSilence
    }

    /// What the server asked for on this connection, or where the session was made that it resumed.
    var certificateRequest: ClientCertificateRequest? {
        guard let issuers = evaluation.acceptableIssuers else { return resumed }
        return ClientCertificateRequest(acceptableIssuers: issuers, wasAnswered: evaluation.identityWasSent)
    }

    /// Takes over, once the handshake is done, what the latest one before it found where no certificate was looked at.
    func complete(from latest: ConnectionFacts?) {
        chain = evaluation.chain
        guard !evaluation.hasRun, let latest else { return }
        chain = latest.chain
        resumed = latest.certificateRequest
    }

    /// Notes the first byte of an answer: whatever certificate there was has been accepted.
    func noteAnswer() { settled = evaluation.certificateRequestCount }

    /// Whether the server has asked for a certificate and not said a word since.
    var awaitsVerdict: Bool { evaluation.certificateRequestCount > max(settled, evaluation.acceptedRequestCount) }
}
