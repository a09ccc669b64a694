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

    public var description: String {
        switch content {
        case .user(let name, _): "credential of \(name)"
        case .token: "token credential"
        case .identity(let identity): "\(identity)"
        }
    }
}
