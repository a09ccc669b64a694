package import PortalAuthentication
package import PortalJudge
internal import PortalTransport
package import TLSIdentity

extension Reason {
    /// What a failure of the built-in client is in the closed vocabulary.
    package init(_ error: PortalError) {
        if let failure = error.serverTrust {
            self.init(failure.defects)
            return
        }
        if error.code == .clientCertificateRejected {
            switch error.clientCertificate?.cause {
            case .unknownAuthority?: self = .clientCertificateUnknownCA
            case .expired?: self = .clientCertificateExpired
            default: self = .clientCertificateRejected
            }
            return
        }
        self = Self.words[error.code] ?? .serviceError
    }

    /// What a failed import is in the closed vocabulary.
    package init(_ error: IdentityImportError) {
        self = Self.importWords[error.code] ?? .serviceError
    }

    /// The decisive defect of a certificate: what cannot be granted by default comes first.
    package init(_ defects: Set<CertificateDefect>) {
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
        .malformedJSON: .malformedAnswer, .emptyBody: .emptyBody, .malformedResponse: .malformedAnswer,
        .notAPortal: .notAPortal, .rateLimited: .rateLimited,
        .proxyAuthenticationRequired: .proxyAuthenticationRequired,
        .proxyAuthenticationRejected: .proxyAuthenticationRequired,
        .unexpectedContent: .unexpectedContent, .responseTooLarge: .responseTooLarge,
        .redirectRefused: .redirectRefused, .insecureRedirect: .insecureRedirect, .tooManyRedirects: .tooManyRedirects,
        .timedOut: .timedOut, .connectionLost: .connectionLost, .partialBody: .partialBody,
        .cannotConnect: .cannotConnect, .cannotFindHost: .cannotFindHost, .invalidArgument: .invalidArgument,
        .httpAuthentication: .httpAuthentication, .basicInsecure: .insecureBasic, .digestStaleLoop: .digestStaleLoop,
        // What keeps Negotiate and NTLM from being answered ends with the 401 that asked for them.
        .ntlmRefused: .httpAuthentication, .negotiateNotAllowed: .httpAuthentication,
        .kerberosLibraryMissing: .httpAuthentication, .kerberosUnreachable: .httpAuthentication,
        .kerberosTicketMissing: .ticketMissing, .kerberosTicketExpired: .ticketExpired,
        .kerberosServerUnknown: .serviceUnknown, .kerberosClockSkew: .clockSkew, .kerberosRefused: .ticketRefused,
        .mutualAuthenticationMissing: .serverUnproven,
        .unsupportedQop: .unsupportedQop, .clientCertificateRequired: .clientCertificateRequired,
        .oauth: .oauthError, .oauthStateMismatch: .oauthStateMismatch, .authorizationDenied: .authorizationDenied,
        .authorizationTimedOut: .authorizationTimedOut, .storeCorrupted: .storeCorrupted,
        .storeKeyWrong: .storeKeyWrong,
        .storeTooNew: .storeTooNew, .proxySignInRequired: .proxySignInRequired,
        .storeNotPrivate: .storeNotPrivate, .storeNotAccessible: .storeNotAccessible,
        .credentialCannotBeShared: .credentialNotShareable, .serverTokenRefused: .serverTokenRefused,
        .unsupportedItemType: .unsupportedItemType, .bingKeyMissing: .bingKeyMissing,
        .capabilityMissing: .capabilityMissing,
    ]

    private static let importWords: [IdentityImportError.Code: Reason] = [
        .invalidPassword: .invalidPassword, .invalidData: .invalidData, .missingPrivateKey: .missingPrivateKey,
        .missingCertificate: .missingCertificate, .keyMismatch: .invalidData, .duplicateIdentity: .duplicateIdentity,
        .unsupportedEncryption: .unsupportedEncryption, .failedToAccessFile: .unreadableFile,
        .storeNotWritable: .unreadableFile,
    ]
}
