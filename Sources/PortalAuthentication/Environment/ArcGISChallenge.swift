public import HTTPSemantics

/// A question to the handler that has credentials for a portal or a server.
public struct ArcGISChallenge: Sendable, Identifiable {
    /// What is asked for.
    public enum Kind: Sendable, Hashable, CustomStringConvertible {
        /// Any way of signing in to a portal.
        case oAuthOrToken
        /// A user name and password, or a token.
        case token
        /// A sign-in to the identity-aware proxy in front of the resource.
        case iap
        /// Leave to send user name and password to a token service on a host that is not the resource's own.
        case tokenServiceConsent(Origin)

        public var description: String {
            switch self {
            case .oAuthOrToken: "oAuthOrToken"
            case .token: "token"
            case .iap: "iap"
            case .tokenServiceConsent(let origin): "tokenServiceConsent(\(origin.authority))"
            }
        }
    }

    /// The challenge's number in its environment, from 1.
    public let id: Int
    /// What is asked for.
    public let kind: Kind
    /// The resource that asked, without its query.
    public let requestURL: HTTPURL
    /// Host and port that user name and password would be sent to, as far as it is known.
    public let authenticatingHost: String?
    /// Why credentials are needed.
    public let cause: PortalError
    /// How many answers to this challenge have failed so far.
    public let previousFailureCount: Int
    /// The environment to make a credential in.
    public let environment: PortalEnvironment
}

/// What to do about an ``ArcGISChallenge``.
public enum ArcGISDisposition: Sendable {
    /// Keep this credential, then send the request again.
    case credential(any ArcGISCredential)
    /// Fail with the original error.
    case withoutCredential
    /// Fail with `cancelled`.
    case cancel
    /// Let user name and password go to the foreign token service; only for that kind.
    case consent
}

/// Answers challenges for tokens; a thrown error counts as a failed attempt.
public protocol ArcGISChallengeHandler: Sendable {
    /// Decides about one challenge; no second one is delivered meanwhile.
    func handle(_ challenge: ArcGISChallenge) async throws -> ArcGISDisposition
}
