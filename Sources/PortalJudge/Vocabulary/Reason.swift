/// Why a client was refused or refused to go on: a closed vocabulary, so that clients in any language can be compared.
package enum Reason: String, Sendable, Codable, Hashable, CaseIterable {
    case certificateSelfSigned = "certificate-self-signed"
    case certificateUnknownRoot = "certificate-unknown-root"
    case certificateExpired = "certificate-expired"
    case certificateNotYetValid = "certificate-not-yet-valid"
    case certificateWrongPurpose = "certificate-wrong-purpose"
    case certificateInvalid = "certificate-invalid"
    case hostMismatch = "host-mismatch"
    case secureConnectionFailed = "secure-connection-failed"
    case tokenRequired = "token-required"
    case tokenInvalid = "token-invalid"
    case invalidCredentials = "invalid-credentials"
    case accountLocked = "account-locked"
    case authenticationRequired = "authentication-required"
    case accessDenied = "access-denied"
    case cancelled
    case insecureTokenService = "insecure-token-service"
    case consentRefused = "consent-refused"
    case notFound = "not-found"
    case malformedAnswer = "malformed-answer"
    case unexpectedContent = "unexpected-content"
    case responseTooLarge = "response-too-large"
    case notAPortal = "not-a-portal"
    case emptyBody = "empty-body"
    case partialBody = "partial-body"
    case rateLimited = "rate-limited"
    case insecureRedirect = "insecure-redirect"
    case tooManyRedirects = "too-many-redirects"
    case cannotFindHost = "cannot-find-host"
    case proxyAuthenticationRequired = "proxy-authentication-required"
    case redirectRefused = "redirect-refused"
    case serviceError = "service-error"
    case httpError = "http-error"
    case timedOut = "timed-out"
    case cannotConnect = "cannot-connect"
    case connectionLost = "connection-lost"
    case refusedByApp = "refused-by-app"
    case httpAuthentication = "http-authentication"
    case insecureBasic = "insecure-basic"
    case digestStaleLoop = "digest-stale-loop"
    case unsupportedQop = "unsupported-qop"
    case clientCertificateRequired = "client-certificate-required"
    case clientCertificateUnknownCA = "client-certificate-unknown-ca"
    case clientCertificateExpired = "client-certificate-expired"
    case clientCertificateRejected = "client-certificate-rejected"
    case invalidPassword = "invalid-password"
    case invalidData = "invalid-data"
    case missingPrivateKey = "missing-private-key"
    case missingCertificate = "missing-certificate"
    case duplicateIdentity = "duplicate-identity"
    case unsupportedEncryption = "unsupported-encryption"
    case unreadableFile = "unreadable-file"
    case invalidArgument = "invalid-argument"
    case oauthError = "oauth-error"
    case oauthStateMismatch = "oauth-state-mismatch"
    case authorizationDenied = "authorization-denied"
    case authorizationTimedOut = "authorization-timed-out"
    case storeCorrupted = "store-corrupted"
    case storeKeyWrong = "store-key-wrong"
    case storeNotPrivate = "store-not-private"
    case storeNotAccessible = "store-not-accessible"

    /// Whether the client refused the server's certificate: such a refusal leaves no request behind.
    package var isAboutCertificate: Bool {
        switch self {
        case .certificateSelfSigned, .certificateUnknownRoot, .certificateExpired, .certificateNotYetValid,
            .certificateWrongPurpose, .certificateInvalid, .hostMismatch:
            true
        default: false
        }
    }
}
