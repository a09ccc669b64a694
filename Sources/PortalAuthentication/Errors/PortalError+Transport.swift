internal import HTTPSemantics
package import PortalTransport
package import TLSIdentity

extension PortalError {
    /// Translates a broken wire; the URL is the transport's, which has no query.
    package init(_ error: TransportError) {
        if let failure = error.serverTrust {
            self.init(failure, underlying: error)
            return
        }
        let advice = Self.advice(for: error).map { "; \($0)" } ?? ""
        self.init(Self.codes[error.code] ?? .transport, detail: error.detail + advice, underlying: error)
        url = error.url
        if let failure = error.clientCertificate { note(failure) }
    }

    /// Names a client certificate that a server misses or refuses.
    package init(_ failure: ClientCertificateFailure, detail: String, underlying: (any Error)? = nil) {
        self.init(
            failure.identity == nil ? .clientCertificateRequired : .clientCertificateRejected, detail: detail,
            underlying: underlying)
        url = failure.origin.description
        note(failure)
    }

    private mutating func note(_ failure: ClientCertificateFailure) {
        clientCertificate = failure
        protectionSpace = ProtectionSpace(
            origin: failure.origin, method: .clientCertificate, acceptableIssuers: failure.acceptableIssuers)
    }

    /// Names a certificate that is not trusted by its gravest defect: what cannot be granted by default comes first.
    package init(_ failure: ServerTrustFailure, remaining: Set<CertificateDefect>? = nil, underlying: (any Error)?) {
        let defect = ServerTrustWords.gravest(of: remaining ?? failure.defects)
        let code = defect.flatMap { Self.trustCodes[$0] } ?? .serverCertificateUnsuitable
        let words = defect.map { ServerTrustWords(failure: failure).sentence(about: $0) }
        self.init(code, detail: words ?? "the certificate is not fit for a server", underlying: underlying)
        url = failure.origin.description
        serverTrust = failure
        protectionSpace = ProtectionSpace(origin: failure.origin, method: .serverTrust)
    }

    private static let trustCodes: [CertificateDefect: Code] = [
        .hostMismatch: .serverCertificateHostMismatch, .expired: .serverCertificateExpired,
        .notYetValid: .serverCertificateNotYetValid, .selfSigned: .serverCertificateUntrusted,
        .unknownRoot: .serverCertificateUntrusted,
    ]

    /// What a person can do about a broken wire; nil where nothing but the words themselves helps.
    private static func advice(for error: TransportError) -> String? {
        switch (error.code, error.timeout) {
        case (.cannotConnect, _): "check the address and its port, and that this machine is online"
        case (.cannotFindHost, _): "check the spelling of the address, and that this machine is online"
        case (.timedOut, .connect?):
            "check the address, that this machine is online, and that no firewall stands between, or allow more time"
        case (.timedOut, _): "try again later, or allow more time"
        case (.connectionLost, _), (.emptyReply, _), (.partialBody, _): "try again"
        case (.malformedResponse, _) where error.url.hasPrefix("http://") && !error.hasReceivedBytes:
            // A server that waits for TLS begins no head of HTTP.
            "where the server speaks TLS at that port, write https://"
        default: nil
        }
    }

    private static let codes: [TransportError.Code: Code] = [
        .clientCertificateRequested: .clientCertificateRequired,
        .clientCertificateRequired: .clientCertificateRequired,
        .clientCertificateRejected: .clientCertificateRejected,
        .secureConnectionFailed: .secureConnectionFailed,
        .cannotFindHost: .cannotFindHost,
        .cannotConnect: .cannotConnect,
        .connectionLost: .connectionLost,
        .emptyReply: .connectionLost,
        .connectionNotKept: .connectionLost,
        .partialBody: .partialBody,
        .timedOut: .timedOut,
        .responseTooLarge: .responseTooLarge,
        .cancelled: .cancelled,
        .proxyAuthenticationRequired: .proxyAuthenticationRequired,
        .proxyAuthenticationRejected: .proxyAuthenticationRejected,
        .malformedResponse: .malformedResponse,
        .malformedRequest: .invalidArgument,
    ]
}
