extension CertificateDefect {
    /// What is wrong, in a few words that can stand in a list.
    package var words: String {
        switch self {
        case .selfSigned: "self-signed"
        case .unknownRoot: "its issuer is unknown"
        case .expired: "expired"
        case .notYetValid: "not yet valid"
        case .hostMismatch: "made for another host"
        case .unsuitablePurpose: "not made for a server"
        case .weakKey: "a key that is too short"
        case .weakSignature: "a signature that can be forged"
        case .nameNotPermitted: "an authority that may not issue for this name"
        case .pathTooLong: "too many authorities below one another"
        case .issuerIsNoAuthority: "an issuer that is no authority"
        case .unknownCriticalExtension: "a critical extension that is not known"
        case .revoked: "revoked"
        case .other(let number): "OpenSSL's verdict \(number)"
        }
    }
}
