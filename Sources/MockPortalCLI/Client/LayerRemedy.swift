import HTTPSemantics
import PortalAuthentication
import PortalTransport
import TLSIdentity

/// What a person can do about a layer that failed, in words of the command line.
struct LayerRemedy {
    /// Whether a user is signed in to the portal.
    let isSignedIn: Bool
    let portal: PortalURL

    /// The words; nil where the error itself says what to do, or nothing can be done.
    func advice(for error: PortalError) -> String? {
        if let failure = error.serverTrust { return trust(failure, error.code) }
        switch error.code {
        case .tokenRequired, .tokenInvalid, .authenticationRequired, .invalidCredentials, .accountLocked:
            return isSignedIn
                ? "its server does not know who is signed in to the portal: ask its owner how to sign in there"
                : "sign in: --user <name>, --token-file <file> or --client-id <id>"
        case .accessDenied:
            return isSignedIn
                ? "ask the layer's owner or an administrator for the right to see it"
                : "sign in as a user who may see it: --user <name>"
        case .serverTokenRefused: return "ask the portal's administrator whether the server is federated with it"
        case .httpAuthentication, .basicInsecure:
            return "sign in to its web server: --http-user <name> with --http-password-file <file>"
        case .clientCertificateRequired: return "show an identity: --p12 <file>, or --identity <name>"
        case .clientCertificateRejected: return "show another identity: --p12 <file>, or --identity <name>"
        case .bingKeyMissing:
            return "give a key: --bing-key-file <file>; or ask the portal's administrator to enter one for Bing Maps"
        case .notFound: return "ask the map's owner to take the layer out, or to give it another address"
        default: return nil
        }
    }

    private func trust(_ failure: ServerTrustFailure, _ code: PortalError.Code) -> String {
        guard code == .serverCertificateUntrusted, let words = TrustOptions.message(for: failure, at: portal) else {
            return "ask the server's administrator for another certificate; this one cannot be trusted"
        }
        return "trust the certificate: \(words)"
    }
}
