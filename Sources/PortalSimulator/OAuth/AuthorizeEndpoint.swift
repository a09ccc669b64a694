internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge

/// `oauth2/authorize` and `oauth2/signin`: a person at the portal's own page.
enum AuthorizeEndpoint {
    /// What the page asks for, with what the application says about it.
    private static func signInRules(_ request: EndpointRequest) -> Blueprint.SignInRules {
        var rules = request.blueprint.signIn
        if let asked = request["autoLaunchIDP"] {
            // `false` shows the page, `true` opens the only provider, a name opens that one.
            let providers = request.blueprint.identityProviders
            rules.launch =
                providers[asked] != nil ? asked : asked == "true" && providers.count == 1 ? providers.keys.first : nil
        }
        return rules
    }

    static func handler(_ request: EndpointRequest) -> SignInPageHandler {
        var cookie = SessionCookie.portal
        cookie.lifetime = request.blueprint.signIn.sessionLifetime
        return SignInPageHandler(
            cookie: cookie, action: "\(request.site.addresses.context)/sharing/rest/oauth2/signin",
            // ArcGIS API for Python looks for the code and for the sentence (`gis/_impl/_con/_token.py`).
            wrong: "Invalid username or password. (OAUTH_0015)", rules: signInRules(request),
            choices: choices, complete: complete)
    }

    @Sendable private static func choices(_ request: EndpointRequest, _ oauthState: String) -> [SignInPage.Choice] {
        request.blueprint.identityProviders.sorted { $0.key < $1.key }.map { name, provider in
            let way = provider.speaks == .saml ? "saml" : "oidc"
            let query = FormURLEncoded.encode([("provider", name), ("oauth_state", oauthState)])
            return SignInPage.Choice(
                name: name, title: provider.title,
                address: "\(request.site.addresses.context)/sharing/rest/oauth2/\(way)/authorize?\(query)")
        }
    }

    static func authorize(_ request: EndpointRequest) -> PortalReply {
        guard request.isSecure else {
            return .failure(.sslRequired, "https", "people sign in over HTTPS only", cause: .plainHTTP)
        }
        return handler(request).authorize(
            request, applications: request.revision.applications, rules: request.oauth,
            asksAgain: request["force_login"] == "true", username: request["prepopulatedusername"]
        ) { authorization in
            guard request.oauth.authorize == .refuses else { return nil }
            return AuthorizationRedirect(authorization).refusal(
                "access_denied", SignInPageHandler.denial, request, reason: "the blueprint refuses every authorization")
        }
    }

    static func signIn(_ request: EndpointRequest) -> PortalReply { handler(request).signIn(request) }

    /// `oauth2/signout`: the browser is asked again from then on; tokens live on.
    static func signOut(_ request: EndpointRequest) -> PortalReply {
        guard let uri = request["redirect_uri"], !uri.isEmpty else {
            return handler(request).signOut(request, to: nil, mistake: nil)
        }
        // Anything else would make the portal send browsers wherever a link wants.
        let application = request["client_id"].flatMap { request.revision.applications[$0] }
        let isRegistered = uri != RegisteredRedirect.outOfBand && application?.admits(uri) == true
        let mistake = application == nil ? "Invalid client_id" : "Invalid redirect_uri"
        return handler(request).signOut(request, to: uri, mistake: isRegistered ? nil : mistake)
    }

    /// Sends the browser back to the application with what it asked for.
    @Sendable static func complete(
        _ authorization: AuthorizationRequest, for user: String, _ request: EndpointRequest
    )
        -> PortalReply
    {
        switch authorization.response {
        case .code: code(authorization, for: user, request)
        case .token: token(authorization, for: user, request)
        }
    }

    private static func code(_ authorization: AuthorizationRequest, for user: String, _ request: EndpointRequest)
        -> PortalReply
    {
        let rules = request.oauth
        let grant = OAuthGrant(
            client: authorization.client, user: user, issuer: request.issuer, redirectURI: authorization.redirectURI,
            refreshLifetime: rules.refreshLifetime(asked: authorization.expiration))
        let issued = request.site.state.withLock { state in
            let issued = state.oauth.issueCode(
                for: grant, proofKey: authorization.proofKey, expires: request.time.later(by: rules.codeLifetime))
            state.note(issued.gone, for: issued.alias, limit: state.limits.codes)
            return issued
        }
        var reply = AuthorizationRedirect(authorization).reply([("code", issued.text)], request)
        reply.notes.issued = issued.alias
        return reply
    }

    private static func token(_ authorization: AuthorizationRequest, for user: String, _ request: EndpointRequest)
        -> PortalReply
    {
        let rules = request.blueprint.tokens
        let lifetime = rules.lifetime(asked: authorization.expiration)
        let issued = request.site.state.withLock { state in
            let issued = state.tokens.issue(
                to: .user(user), scope: .portal, binding: .none, expires: request.time.later(by: lifetime),
                issuer: request.listener.origin, client: authorization.client, characters: rules.characters)
            state.note(issued.gone, for: issued.alias, limit: state.limits.tokens)
            return issued
        }
        var reply = AuthorizationRedirect(authorization).reply(
            [
                ("access_token", issued.text), ("expires_in", "\(lifetime.components.seconds)"), ("username", user),
                ("ssl", "\(rules.ssl)"),
            ], request)
        reply.notes.issued = issued.alias
        return reply
    }
}

extension Blueprint.OAuth {
    /// The life of a refresh token by the minutes that an authorization asks for: -1 is the longest, 0 or none the usual.
    func refreshLifetime(asked minutes: Int64?) -> Duration {
        guard let minutes, minutes != 0 else { return min(refreshTokenLifetime, maximumRefreshLifetime) }
        return minutes < 0 ? maximumRefreshLifetime : min(.seconds(min(minutes, 1 << 32) * 60), maximumRefreshLifetime)
    }
}

extension Blueprint.Tokens {
    /// The life of a token by the minutes that a request asks for, cut to the maximum without an error.
    func lifetime(asked minutes: Int64?, usual: Duration? = nil) -> Duration {
        guard let minutes, minutes > 0 else { return min(usual ?? lifetime, maximum) }
        return min(.seconds(min(minutes, 1 << 32) * 60), maximum)
    }
}
