internal import HTTPSemantics

/// An application that is registered with an identity-aware proxy, such as Microsoft Entra application proxy, and the hosts behind
/// that (developers.arcgis.com › Kotlin › IapConfiguration; learn.microsoft.com/entra/identity/app-proxy).
public struct IAPConfiguration: Sendable, Hashable {
    /// What the sign-in page asks although a user is signed in there (OpenID Connect Core 1.0 §3.1.2.1, `prompt`).
    public enum PromptType: String, Sendable, Hashable, CaseIterable {
        /// For name and password again.
        case login
        /// Which of several accounts.
        case selectAccount = "select_account"
        /// For leave to use what the scopes name.
        case consent
    }

    /// The sign-in page.
    public let authorizeURL: HTTPURL
    /// Where codes and refresh tokens become ID tokens.
    public let tokenURL: HTTPURL
    /// Where a session is ended.
    public let logoutURL: HTTPURL
    /// The id under which the application is registered.
    public let clientID: String
    /// Where the browser is sent back to; for a loopback listener the agent puts in its port.
    public let redirectURI: RedirectURI
    /// What is asked for; `openid` is always among it.
    public let scopes: [String]
    /// The hosts that get the ID token, over TLS.
    public let hostsBehindProxy: [HostPattern]
    /// nil: what the page does unasked.
    public let promptType: PromptType?

    /// Describes a registered application.
    ///
    /// Throws `invalidArgument` for an address without TLS, an empty client id, no host or one that is no ``HostPattern``.
    /// - Parameter scopes: default `openid profile offline_access`, so that a refresh token comes too.
    public init(
        authorizeURL: HTTPURL, tokenURL: HTTPURL, logoutURL: HTTPURL, clientID: String, redirectURI: RedirectURI,
        scopes: [String] = ["openid", "profile", "offline_access"], hostsBehindProxy: [String],
        promptType: PromptType? = nil
    ) throws(PortalError) {
        for url in [authorizeURL, tokenURL, logoutURL] where !url.origin.isSecure {
            throw PortalError(.invalidArgument, url: url, detail: "an identity-aware proxy is spoken to over TLS only")
        }
        guard OAuthUserConfiguration.isClientID(clientID) else {
            throw PortalError(
                .invalidArgument, url: authorizeURL, detail: "the client id is empty or holds what no client id has")
        }
        guard !hostsBehindProxy.isEmpty else {
            throw PortalError(.invalidArgument, url: authorizeURL, detail: "no host is named that is behind the proxy")
        }
        guard scopes.allSatisfy(Self.isScope) else {
            throw PortalError(.invalidArgument, url: authorizeURL, detail: "a scope is empty or holds a blank")
        }
        self.authorizeURL = authorizeURL.with(query: nil)
        self.tokenURL = tokenURL
        self.logoutURL = logoutURL
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scopes = scopes.contains("openid") ? scopes : ["openid"] + scopes
        var patterns: [HostPattern] = []
        for host in hostsBehindProxy { patterns.append(try HostPattern(host)) }
        self.hostsBehindProxy = patterns
        self.promptType = promptType
    }

    /// Whether a resource may get the ID token: it is behind the proxy and spoken to over TLS.
    public func canBeUsed(for url: HTTPURL) -> Bool {
        url.origin.isSecure && hostsBehindProxy.contains { $0.matches(url.origin.host) }
    }

    /// The scopes as they are sent (RFC 6749 §3.3).
    var scope: String { scopes.joined(separator: " ") }

    private static func isScope(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    }
}
