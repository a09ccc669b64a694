internal import HTTPSemantics

/// What is turned into a token (RFC 6749 §4; developers.arcgis.com/rest/users-groups-and-items › token).
struct TokenGrant: Sendable {
    /// Which grant it is.
    enum Kind: String, Sendable, Hashable {
        case code = "authorization_code"
        case refresh = "refresh_token"
        /// The refresh token is replaced too, and the old one stops at once.
        case exchange = "exchange_refresh_token"
        case application = "client_credentials"
    }

    let kind: Kind
    /// The form, `grant_type` included.
    let form: [(String, String)]
    /// What of it must not come back in anybody's words.
    let secrets: [Secret<String>]

    /// Redeems a code with the very redirect URI that its page was opened for (RFC 6749 §4.1.3, RFC 7636 §4.5).
    static func code(
        _ grant: AuthorizationAttempt.Grant, _ proof: ProofKey, clientID: String, scope: String? = nil
    ) -> TokenGrant {
        TokenGrant(
            .code, clientID,
            [
                ("code", grant.code), ("redirect_uri", Secret(grant.redirectURI.description)),
                ("code_verifier", proof.verifier),
            ], scope: scope)
    }

    /// Renews an access token.
    static func refresh(_ token: Secret<String>, clientID: String, scope: String? = nil) -> TokenGrant {
        TokenGrant(.refresh, clientID, [("refresh_token", token)], scope: scope)
    }

    /// Replaces a refresh token; the portal wants the redirect URI too.
    static func exchange(_ token: Secret<String>, redirectURI: RedirectURI, clientID: String) -> TokenGrant {
        TokenGrant(
            .exchange, clientID, [("refresh_token", token), ("redirect_uri", Secret(redirectURI.description))])
    }

    /// Signs an application in; a lifetime is told in minutes, rounded up.
    static func application(clientID: String, secret: Secret<String>, lifetime: Duration?) -> TokenGrant {
        var fields = [("client_secret", secret)]
        if let minutes = lifetime?.wholeMinutes { fields.append(("expiration", Secret(String(minutes)))) }
        return TokenGrant(.application, clientID, fields)
    }

    /// A server with scopes is no portal, and gets no `f`.
    private init(
        _ kind: Kind, _ clientID: String, _ fields: [(String, Secret<String>)], scope: String? = nil
    ) {
        self.kind = kind
        form =
            [("client_id", clientID), ("grant_type", kind.rawValue)] + fields.map { ($0.0, $0.1.reveal { $0 }) }
            + [scope.map { ("scope", $0) } ?? ("f", "json")]
        secrets = fields.filter { !["redirect_uri", "expiration"].contains($0.0) }.map(\.1)
    }
}
