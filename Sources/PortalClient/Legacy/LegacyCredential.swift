public import HTTPAuthentication
public import PortalAuthentication

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
    }

    let content: Content
    /// How the server authenticates; given together with ``tokenURL`` it spares the question.
    public var authType: AuthType
    /// Where tokens are issued; nil asks the server.
    public var tokenURL: HTTPURL?

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

    /// The credential as the engine knows it; nil for one that asks for no authentication.
    func credential(for url: HTTPURL, in environment: PortalEnvironment) throws(PortalError) -> (any ArcGISCredential)?
    {
        guard authType != .none else { return nil }
        switch content {
        case .token(let token, let referer):
            return try PregeneratedTokenCredential(
                url: url, tokenInfo: TokenInfo(accessToken: token), referer: referer)
        case .user(let name, let password):
            guard authType == .unknown || authType == .token else { return nil }
            return TokenCredential(for: url, username: name, password: password, tokenURL: tokenURL, in: environment)
        }
    }

    public var description: String {
        switch content {
        case .user(let name, _): "credential of \(name)"
        case .token: "token credential"
        }
    }
}
