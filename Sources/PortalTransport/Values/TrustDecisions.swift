public import TLSIdentity

/// What a transport trusts besides the system's authorities; a value, so that a decision is taken for all of it at once.
///
/// Verification is never switched off: a grant lets a named defect of a named certificate or host pass, nothing else.
public struct TrustDecisions: Sendable, Hashable {
    /// Certificate authorities in PEM, besides the system's.
    public var authorities: [PEMCertificates] = []
    /// Whether the system's authorities count. Default true.
    public var includesSystemAuthorities: Bool = true
    /// The exceptions that were granted.
    public var grants: [TrustGrant] = []

    /// Trusts the system's authorities and nothing else.
    public init() {}
}

/// Certificates in PEM (RFC 7468).
public struct PEMCertificates: Sendable, Hashable {
    /// One or more certificates.
    public let text: String

    /// Takes the text as it is; it is read when the first connection needs it.
    public init(_ text: String) { self.text = text }
}

/// One exception: on this host, for this certificate or for any, these defects may pass.
public struct TrustGrant: Sendable, Hashable {
    /// What a grant holds for.
    public enum Scope: Sendable, Hashable {
        /// The leaf certificate with this SHA-256 fingerprint only; a grant keeps it in lower-case hex without colons.
        case certificate(sha256: String)
        /// Whatever certificate the host shows, as the older documents' list of trusted hosts.
        case host
    }
    /// The host, in lower case without a trailing dot; an IPv6 address stands without brackets.
    public let host: String
    /// The port; nil means any port of the host.
    public let port: Int?
    /// Which of the host's certificates it holds for.
    public let scope: Scope
    /// The defects that may pass. Default: self-signed and unknown root; expiry and a wrong name need a wider grant.
    public let tolerating: Set<CertificateDefect>

    /// Grants an exception; host and fingerprint are brought into the spelling of origins and certificates.
    ///
    /// That is lower case, without trailing dots, brackets and colons between bytes. Letters beyond ASCII are encoded only where the
    /// grant is given to an environment.
    public init(
        host: String, port: Int?, scope: Scope, tolerating: Set<CertificateDefect> = [.selfSigned, .unknownRoot]
    ) {
        var name = Substring(host.lowercased())
        if name.first == "[", name.last == "]" { name = name.dropFirst().dropLast() }
        while name.last == "." { name = name.dropLast() }
        self.host = String(name)
        self.port = port
        switch scope {
        case .certificate(let sha256): self.scope = .certificate(sha256: sha256.lowercased().filter { $0 != ":" })
        case .host: self.scope = .host
        }
        self.tolerating = tolerating
    }
}
