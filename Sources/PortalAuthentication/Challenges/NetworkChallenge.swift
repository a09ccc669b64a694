public import HTTPAuthentication
public import TLSIdentity

/// A question of the network layer: whether a server may be trusted.
public struct NetworkChallenge: Sendable, Identifiable {
    /// The challenge's number in its environment, from 1.
    public let id: Int
    /// Who asks for what.
    public let space: ProtectionSpace
    /// What is wrong with the certificate; every defect is listed.
    public let defects: Set<CertificateDefect>
    /// The certificates that were shown, leaf first.
    public let chain: [CertificateSummary]
    /// How many answers to this challenge have failed so far.
    public let previousFailureCount: Int
    /// The fingerprint that was trusted before, where the certificate was replaced.
    public let previousFingerprint: String?
}

/// An answer to a network challenge.
public enum NetworkCredential: Sendable, Hashable {
    /// Trust the server: this certificate or whatever the host shows, for these defects.
    case serverTrust(NetworkTrust)
}

/// How far a trust goes.
public struct NetworkTrust: Sendable, Hashable {
    /// What is trusted.
    public enum Scope: Sendable, Hashable {
        /// The certificate that was shown, and no other.
        case certificate
        /// Whatever certificate the host and port show.
        case host
    }
    /// What is trusted.
    public var scope: Scope
    /// The defects that may pass.
    public var tolerating: Set<CertificateDefect>

    /// Trusts self-signed certificates and unknown roots; expiry and a wrong name need an explicit wider set.
    public init(scope: Scope = .certificate, tolerating: Set<CertificateDefect> = [.selfSigned, .unknownRoot]) {
        self.scope = scope
        self.tolerating = tolerating
    }
}

extension NetworkCredential {
    /// Trusts the certificate that was shown, for an unknown issuer only.
    public static let serverTrust = NetworkCredential.serverTrust(NetworkTrust())
}

/// What to do about a ``NetworkChallenge``.
public enum NetworkDisposition: Sendable {
    /// Keep this credential and connect again.
    case credential(NetworkCredential)
    /// Fail with the original error.
    case withoutCredential
    /// Try the next scheme that was offered; fails with the original error where there is none.
    case rejectProtectionSpace
    /// Fail with `cancelled`.
    case cancel
}

/// Answers challenges of the network layer.
public protocol NetworkChallengeHandler: Sendable {
    /// Decides about one challenge; no second one is delivered meanwhile.
    func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition
}
