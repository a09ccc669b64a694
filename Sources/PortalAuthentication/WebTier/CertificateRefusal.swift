internal import HTTPSemantics
package import PortalTransport
internal import TLSIdentity

/// A client certificate that is asked for, missing or refused: told by TLS, or by a page of the server in front.
package struct CertificateRefusal: Sendable {
    /// Who asks, for what, and what was shown.
    package let failure: ClientCertificateFailure
    /// What the request fails with if no handler can help.
    package let cause: PortalError
    /// Whether the identity itself is not accepted, so that it is worth nothing at this origin; false where only the
    /// resource is closed to its owner.
    package let isOfIdentity: Bool
    /// Whether nothing was refused yet: the handshake ended where the server asked.
    package let isQuestion: Bool

    package init(failure: ClientCertificateFailure, cause: PortalError, isOfIdentity: Bool, isQuestion: Bool) {
        self.failure = failure
        self.cause = cause
        self.isOfIdentity = isOfIdentity
        self.isQuestion = isQuestion
    }

    /// Reads a refusal over HTTP; nil for any other answer.
    ///
    /// nginx answers 400 with a page for its inner statuses 495 and 496 (nginx.org › ngx_http_ssl_module), IIS answers 403 and
    /// names a sub-status (learn.microsoft.com › HTTP status codes in IIS), and a plain page of 403, as Apache's, counts only
    /// where a certificate was asked for in the handshake.
    package init?(_ response: HTTPResponse, from url: HTTPURL, offered: IdentityOffer) {
        guard url.origin.isSecure, response.status == 400 || response.status == 403, Self.isPage(response) else {
            return nil
        }
        let page = String(decoding: response.body.prefix(64 << 10), as: UTF8.self)
        guard let reading = Self.read(response.status, page, response.certificateRequest) else { return nil }
        var identity = offered.identity
        let isUnshown = identity != nil && response.certificateRequest?.wasAnswered == false
        if isUnshown || reading.cause == .missing { identity = nil }
        failure = ClientCertificateFailure(
            origin: url.origin, cause: isUnshown ? .unusableKey : reading.cause,
            acceptableIssuers: response.certificateRequest?.acceptableIssuers ?? [], identity: identity)
        var error = PortalError(
            failure,
            detail: identity == nil
                ? "the server wants a client certificate and got none (\(reading.words))\(isUnshown ? offered.unshownWords : "")"
                : "the server refuses the client certificate (\(reading.words))")
        error.url = url.withoutQuery
        error.httpStatus = response.status
        cause = error
        isOfIdentity = identity != nil && reading.isOfIdentity
        isQuestion = false
    }

    private typealias Reading = (cause: ClientCertificateFailure.Cause, words: String, isOfIdentity: Bool)

    private static func read(_ status: Int, _ page: String, _ request: ClientCertificateRequest?) -> Reading? {
        if status == 400 {
            if page.firstRange(of: "No required SSL certificate was sent") != nil {
                return (.missing, "400 No required SSL certificate was sent", true)
            }
            guard page.firstRange(of: "The SSL certificate error") != nil else { return nil }
            return (.unspecified, "400 The SSL certificate error", true)
        }
        for (number, cause, words) in subStatuses where names(number, in: page) {
            return (cause, "403.\(number) \(words)", true)
        }
        guard let request else { return nil }
        return (request.wasAnswered ? .unspecified : .missing, "403", false)
    }

    private static let subStatuses: [(Int, ClientCertificateFailure.Cause, String)] = [
        (16, .unknownAuthority, "client certificate is untrusted or invalid"),
        (17, .expired, "client certificate has expired or is not yet valid"),
        (13, .revoked, "client certificate revoked"),
        (7, .missing, "client certificate required"),
    ]

    /// Whether a page names a sub-status of 403; 403.7 does not stand in 403.70.
    private static func names(_ number: Int, in page: String) -> Bool {
        var rest = page[...]
        while let found = rest.firstRange(of: "403.\(number)") {
            rest = rest[found.upperBound...]
            if rest.first?.isNumber != true { return true }
        }
        return false
    }

    private static func isPage(_ response: HTTPResponse) -> Bool {
        response.headers.first(named: "Content-Type")?.lowercased().hasPrefix("text/html") == true
    }
}

extension IdentityOffer {
    /// What is offered; nil where nothing is.
    var identity: ClientIdentity? { if case .identity(let identity) = self { identity } else { nil } }
}
