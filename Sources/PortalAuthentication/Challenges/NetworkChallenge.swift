public import HTTPSemantics
public import TLSIdentity

/// A question of the network layer: whether a server may be trusted, or how the user signs in to the web tier.
public struct NetworkChallenge: Sendable, Identifiable {
    /// The challenge's number in its environment, from 1.
    public let id: Int
    /// Who asks for what: a server's trust, a client certificate from certain issuers, or a password for a realm.
    public let space: ProtectionSpace
    /// What is wrong with the server's certificate; every defect is listed. Empty unless trust is asked for.
    public let defects: Set<CertificateDefect>
    /// The certificates that the server showed, leaf first. Empty unless trust is asked for.
    public let chain: [CertificateSummary]
    /// How many answers to this challenge have failed so far.
    public let previousFailureCount: Int
    /// The fingerprint that was trusted before, where the certificate was replaced.
    public let previousFingerprint: String?
    /// Identities of the environment's store whose issuers the server accepts. Empty unless a certificate is asked for.
    public let candidates: [ClientIdentity]
    /// Why it is asked: the refusal of the last answer, or of the request that had none.
    public let cause: PortalError?

    init(
        id: Int, space: ProtectionSpace, defects: Set<CertificateDefect> = [], chain: [CertificateSummary] = [],
        previousFailureCount: Int, previousFingerprint: String? = nil, candidates: [ClientIdentity] = [],
        cause: PortalError?
    ) {
        self.id = id
        self.space = space
        self.defects = defects
        self.chain = chain
        self.previousFailureCount = previousFailureCount
        self.previousFingerprint = previousFingerprint
        self.candidates = candidates
        self.cause = cause
    }
}

/// What to do about a ``NetworkChallenge``.
public enum NetworkDisposition: Sendable {
    /// Keep this credential and send again; a password is kept once the server has accepted it.
    case credential(NetworkCredential)
    /// Fail with the original error; where a certificate is asked for, go on without one.
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
