public import HTTPSemantics
public import TLSIdentity

/// What a connection may answer when the server asks for a client certificate.
public enum IdentityOffer: Sendable, Hashable {
    /// Nothing: the handshake goes on without one.
    case none
    /// This identity, whatever issuers the server names: it was chosen for this origin.
    case identity(ClientIdentity)
    /// Not decided yet: the connection ends where the server asks, before a byte of the request is sent, and the
    /// request fails with `clientCertificateRequested`.
    case undecided

    /// Why an identity that was offered is not sent to a server that asked for one, as words that go on.
    package var unshownWords: String {
        guard case .identity(let identity) = self else { return "" }
        return "; that of \(identity.certificate.subject) was not shown, since its key, \(identity.keyKind), makes no "
            + "signature that the server takes in this handshake: use an identity with a key of RSA or P-256"
    }
}

/// What the server of a connection said about client certificates in the handshake.
public struct ClientCertificateRequest: Sendable, Hashable {
    /// Distinguished names in DER of the issuers that it accepts; empty where it accepts any (RFC 8446 §4.2.4).
    public let acceptableIssuers: [[UInt8]]
    /// Whether an identity was sent.
    public let wasAnswered: Bool

    /// Puts a request together, for transports and for tests.
    public init(acceptableIssuers: [[UInt8]], wasAnswered: Bool) {
        self.acceptableIssuers = acceptableIssuers
        self.wasAnswered = wasAnswered
    }
}

/// A client certificate that a server misses, refuses or asks for.
public struct ClientCertificateFailure: Sendable, Hashable {
    /// Why a server does not accept a certificate, as far as its alert tells (RFC 8446 §6.2); the set grows.
    public struct Cause: Sendable, Hashable, CustomStringConvertible {
        /// Its name.
        public let description: String

        /// Names a further cause.
        public init(_ name: String) { description = name }

        /// None was sent.
        public static let missing = Cause("missing")
        /// None was sent, although there was one to send: its key makes no signature that the server takes in this handshake
        /// (RFC 8446 §4.4.2.3, §4.2.3: under TLS 1.3 no curve beside P-256, P-384 and P-521, no DSA, and RSA by PSS alone).
        public static let unusableKey = Cause("unusableKey")
        /// Alert `unknown_ca`: the server does not know the issuer.
        public static let unknownAuthority = Cause("unknownAuthority")
        /// Alert `certificate_expired`.
        public static let expired = Cause("expired")
        /// Alert `certificate_revoked`.
        public static let revoked = Cause("revoked")
        /// Alert `unsupported_certificate`: not made for a client, for instance.
        public static let unsupported = Cause("unsupported")
        /// Any other alert, or none at all.
        public static let unspecified = Cause("unspecified")
    }

    /// The origin that asked.
    public let origin: Origin
    /// Why.
    public let cause: Cause
    /// Distinguished names in DER of the issuers that the server accepts; empty where it accepts any or did not say.
    public let acceptableIssuers: [[UInt8]]
    /// The identity that was sent; nil where none was.
    public let identity: ClientIdentity?
    /// The server's alert; nil where none came.
    public let alert: UInt8?

    /// Puts a failure together, for transports and for tests.
    public init(
        origin: Origin, cause: Cause, acceptableIssuers: [[UInt8]] = [], identity: ClientIdentity? = nil,
        alert: UInt8? = nil
    ) {
        self.origin = origin
        self.cause = cause
        self.acceptableIssuers = acceptableIssuers
        self.identity = identity
        self.alert = alert
    }
}
