package import PortalAuthentication
package import PortalJudge
internal import PortalTransport
internal import TLSIdentity

extension Reason {
    /// What a failure of the built-in client is in the closed vocabulary.
    package init(_ error: PortalError) {
        if let failure = error.serverTrust {
            self.init(failure.defects)
            return
        }
        self = Self.words[error.code] ?? .serviceError
    }

    /// The decisive defect of a certificate: what nobody can grant by default comes first.
    init(_ defects: Set<CertificateDefect>) {
        if defects.contains(.expired) {
            self = .certificateExpired
        } else if defects.contains(.notYetValid) {
            self = .certificateNotYetValid
        } else if defects.contains(.hostMismatch) {
            self = .hostMismatch
        } else if defects.contains(.unsuitablePurpose) {
            self = .certificateWrongPurpose
        } else if defects.contains(.selfSigned) {
            self = .certificateSelfSigned
        } else if defects.contains(.unknownRoot) {
            self = .certificateUnknownRoot
        } else {
            self = .certificateInvalid
        }
    }

    private static let words: [PortalError.Code: Reason] = [
        .cancelled: .cancelled, .signedOut: .cancelled, .handlerFailed: .refusedByApp,
        .authenticationRequired: .authenticationRequired, .accessDenied: .accessDenied, .tokenRequired: .tokenRequired,
        .tokenInvalid: .tokenInvalid, .tokenServiceInsecure: .insecureTokenService,
        .tokenServiceNotConsented: .consentRefused, .invalidCredentials: .invalidCredentials,
        .emptyCredentials: .invalidCredentials, .accountLocked: .accountLocked,
        .secureConnectionFailed: .secureConnectionFailed, .http: .httpError, .notFound: .notFound,
        .malformedJSON: .malformedAnswer, .emptyBody: .malformedAnswer, .malformedResponse: .malformedAnswer,
        .unexpectedContent: .unexpectedContent, .responseTooLarge: .responseTooLarge,
        .redirectRefused: .redirectRefused, .insecureRedirect: .redirectRefused, .tooManyRedirects: .redirectRefused,
        .timedOut: .timedOut, .connectionLost: .connectionLost, .partialBody: .connectionLost,
        .cannotConnect: .cannotConnect, .cannotFindHost: .cannotConnect,
    ]
}
