import TestFolders

/// What a web server in front of the portal asks of a client before the portal sees a request.
struct WebTier: Sendable {
    /// When a client certificate is asked for.
    enum Certificates: Sendable {
        case none
        /// In the handshake; who has none, or a bad one, is refused as the server does it by itself.
        case required
        case optional
        /// In the handshake; who has none, or a bad one, is refused with an answer: Apache's 403.
        case refusedOverHTTP
        /// In the middle of a connection, once a request names a path below this: TLS 1.3 post-handshake authentication
        /// (RFC 8446 §4.6.2), under TLS 1.2 a renegotiation.
        case requiredUnder(String)
    }

    /// Which credentials are asked for.
    enum Credentials: Sendable {
        case none
        case basic
        /// Nonces that hold for so many seconds; 0 lets each be used once, so that every later use is stale.
        case digest(nonceLifetime: Int)
        /// Kerberos tickets by Negotiate.
        case tickets(Tickets)
    }

    /// Which tickets are taken, and what is said of them.
    struct Tickets: Sendable {
        /// The keytab with the service's key.
        var keytab: String
        /// The realm's settings (krb5.conf).
        var configuration: String
        /// Whether a sign-in lasts as long as its connection.
        var isBound = false
        /// Whether answers say so, as IIS's do.
        var announcesBinding = false
        /// Whether the server's own proof is taken out of its answers, as a careless proxy does.
        var hidesProof = false
    }

    var certificates = Certificates.none
    var credentials = Credentials.none
    /// `1.2`, `1.3`.
    var versions = ["1.2", "1.3"]

    static let realm = "web tier"
    /// The field in which it hands over who came.
    static let userField = "X-Remote-User"
}

/// The files and addresses that a web server's configuration names.
struct WebTierPlan: Sendable {
    let tier: WebTier
    let folder: TemporaryFolder
    let port: Int
    /// The origin behind it, as `https://localhost:49152`.
    let backend: String
    let certificate: String
    let key: String
    /// Who issued the backend's certificate.
    let authority: String
    /// Who issues client certificates.
    let clientAuthority: String
    let username: String
    let password: String
}
