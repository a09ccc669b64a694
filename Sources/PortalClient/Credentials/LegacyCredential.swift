public import HTTPSemantics
public import PortalAuthentication
public import TLSIdentity

/// A credential as older clients hand it to a portal or layer.
public struct LegacyCredential: Sendable, Hashable, CustomStringConvertible {
    /// How the server authenticates.
    public enum AuthType: Sendable, Hashable {
        /// Found out by asking the server.
        case unknown
        case none
        case token
        case http
        case clientCertificate
    }
    enum Content: Sendable, Hashable {
        case user(String, Secret<String>)
        case token(Secret<String>, referer: String?)
        case identity(ClientIdentity)
    }

    let content: Content
    /// How the server authenticates; given together with ``tokenURL`` it spares the question.
    public var authType: AuthType
    /// Where tokens are issued; nil asks the server.
    public var tokenURL: HTTPURL?
    /// How long tokens shall live; nil or zero leaves it to the server.
    public var tokenLifetime: Duration?

    /// A user name and a password.
    public init(user: String, password: Secret<String>, authType: AuthType = .unknown, tokenURL: HTTPURL? = nil) {
        content = .user(user, password)
        self.authType = authType
        self.tokenURL = tokenURL
    }

    /// A token that was acquired elsewhere, with the referer that it is bound to; it is never renewed.
    public init(token: Secret<String>, referer: String? = nil) {
        content = .token(token, referer: referer)
        authType = .token
        tokenURL = nil
    }

    /// A client certificate with its key, offered to the portal's own host and port.
    public init(identity: ClientIdentity) {
        content = .identity(identity)
        authType = .clientCertificate
        tokenURL = nil
    }

    /// Keeps in an environment what the web tier of a portal may ask for: the identity, or user name and password for
    /// whatever realm it names; for a plain address at its TLS twin too (rule R20).
    func prepareWebTier(of url: HTTPURL, in environment: PortalEnvironment) async throws(PortalError) {
        guard let credential = networkCredential else { return }
        for space in webTierSpaces(of: url, in: environment) {
            try await environment.networkCredentials.add(credential, for: space)
        }
    }

    /// What the web tier may ask for; nil where this is nothing for it.
    private var networkCredential: NetworkCredential? {
        switch content {
        case .identity(let identity) where authType == .clientCertificate: .certificate(identity)
        case .user(let name, let password) where authType == .http || authType == .unknown:
            .password(username: name, password)
        default: nil
        }
    }

    /// For which protection spaces it is kept; none where it is nothing for the web tier.
    func webTierSpaces(of url: HTTPURL, in environment: PortalEnvironment) -> [ProtectionSpace] {
        guard let networkCredential else { return [] }
        let method: AuthenticationMethod =
            if case .certificate = networkCredential { .clientCertificate } else { .basic }
        return Set([url.origin, environment.core.secureOrigins.secured(url).origin]).map {
            ProtectionSpace(origin: $0, method: method)
        }
    }

    /// The credential as the engine knows it; nil for one that asks for no token.
    func credential(for url: HTTPURL, in environment: PortalEnvironment) throws(PortalError) -> (any ArcGISCredential)?
    {
        guard authType != .none else { return nil }
        switch content {
        case .identity: return nil
        case .token(let token, let referer):
            return try PregeneratedTokenCredential(
                url: url, tokenInfo: TokenInfo(accessToken: token), referer: referer)
        case .user(let name, let password):
            guard authType == .unknown || authType == .token else { return nil }
            return TokenCredential(
                for: url, username: name, password: password, tokenURL: tokenURL, lifetime: tokenLifetime,
                in: environment)
        }
    }

    public var description: String {
        switch content {
        case .user(let name, _): "credential of \(name)"
        case .token: "token credential"
        case .identity(let identity): "\(identity)"
        }
    }
}
