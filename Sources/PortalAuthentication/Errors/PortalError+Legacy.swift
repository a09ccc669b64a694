internal import HTTPSemantics
internal import PortalTransport
internal import TLSIdentity

extension PortalError {
    /// The code that older clients know a failure by (`NSURLError…`); nil where there is none.
    public var legacyCode: Int? {
        switch code {
        case .serverCertificateUntrusted, .serverCertificateHostMismatch: -1202
        case .serverCertificateExpired: -1201
        case .serverCertificateNotYetValid: -1204
        case .secureConnectionFailed, .serverCertificateUnsuitable: -1200
        case .clientCertificateRejected: -1205
        case .clientCertificateRequired: -1206
        case .cannotConnect: -1004
        case .cannotFindHost: -1003
        case .timedOut: -1001
        case .connectionLost, .partialBody: -1005
        case .malformedResponse: -1011
        case .tooManyRedirects: -1007
        case .responseTooLarge: -1103
        case .cancelled: -1012
        case .authenticationRequired, .proxySignInRequired, .httpAuthentication, .basicInsecure, .digestStaleLoop,
            .unsupportedQop:
            -1013
        case .tokenRequired: 499
        case .tokenInvalid: 498
        case .invalidCredentials, .tokenNotGenerated, .accountLocked: serviceCode ?? 400
        default: serviceCode ?? httpStatus
        }
    }
}
