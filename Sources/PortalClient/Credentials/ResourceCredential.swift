public import HTTPSemantics
public import PortalAuthentication
public import TLSIdentity

/// What one layer, map or task signs in with, instead of what the stores of its environment hold.
///
/// A layer, map or task that is made with one has stores of its own and asks no challenge handler. A layer of a map that is tried
/// again with one adds it to the map's stores; it stays there unless it is refused.
public struct ResourceCredential: Sendable, Hashable, CustomStringConvertible {
    enum Kind: Sendable, Hashable {
        case password(username: String, Secret<String>, tokenURL: HTTPURL?, tokenLifetime: Duration?)
        case token(username: String, Secret<String>, tokenURL: HTTPURL?, tokenLifetime: Duration?)
        case pregeneratedToken(Secret<String>, referer: String?)
        case webTier(username: String, Secret<String>)
        case certificate(ClientIdentity)
        case anonymous
    }
    let kind: Kind

    /// The user name at most, never a secret.
    public var description: String {
        switch kind {
        case .password(let username, _, _, _), .token(let username, _, _, _), .webTier(let username, _):
            "credential of \(username)"
        case .pregeneratedToken: "token credential"
        case .certificate(let identity): "\(identity)"
        case .anonymous: "no credential"
        }
    }
}

extension ResourceCredential {
    /// A user name and a password for the token service and for any realm of the web tier, whichever asks.
    ///
    /// - Parameters:
    ///   - username: the user name.
    ///   - password: the password.
    ///   - tokenURL: where tokens are issued; nil asks the server. Default: nil.
    ///   - tokenLifetime: how long tokens shall live; nil or zero leaves it to the server. Default: nil.
    public static func password(
        username: String, _ password: Secret<String>, tokenURL: HTTPURL? = nil, tokenLifetime: Duration? = nil
    ) -> ResourceCredential {
        ResourceCredential(
            kind: .password(username: username, password, tokenURL: tokenURL, tokenLifetime: tokenLifetime))
    }

    /// A user name and a password for the token service; the web tier gets nothing.
    ///
    /// - Parameters:
    ///   - username: the user name.
    ///   - password: the password.
    ///   - tokenURL: where tokens are issued; nil asks the server. Default: nil.
    ///   - tokenLifetime: how long tokens shall live; nil or zero leaves it to the server. Default: nil.
    public static func token(
        username: String, password: Secret<String>, tokenURL: HTTPURL? = nil, tokenLifetime: Duration? = nil
    ) -> ResourceCredential {
        ResourceCredential(
            kind: .token(username: username, password, tokenURL: tokenURL, tokenLifetime: tokenLifetime))
    }

    /// A token that was acquired elsewhere, with the referer that it is bound to; it is never renewed.
    ///
    /// Loading throws `invalidArgument` where the token or the referer is empty or holds a line break.
    public static func pregeneratedToken(_ token: Secret<String>, referer: String? = nil) -> ResourceCredential {
        ResourceCredential(kind: .pregeneratedToken(token, referer: referer))
    }

    /// A user name and a password for any realm of the web tier; the token service gets nothing.
    public static func webTier(username: String, password: Secret<String>) -> ResourceCredential {
        ResourceCredential(kind: .webTier(username: username, password))
    }

    /// A client certificate with its key, offered to the resource's own host and port.
    public static func certificate(_ identity: ClientIdentity) -> ResourceCredential {
        ResourceCredential(kind: .certificate(identity))
    }

    /// No credential: a layer, map or task that is made with it signs nothing, whatever its environment's stores hold.
    ///
    /// It is not called `none`: where a credential is optional, `.none` is nil, which stands for the environment's stores.
    public static let anonymous = ResourceCredential(kind: .anonymous)
}
