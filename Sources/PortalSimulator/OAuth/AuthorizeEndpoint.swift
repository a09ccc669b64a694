internal import JSONValues
internal import Platform

/// `oauth2/authorize` and `oauth2/signin`: a person at the portal's own page.
enum AuthorizeEndpoint {
    private static func desk(_ call: EndpointRequest) -> SignInPageHandler {
        SignInPageHandler(
            cookie: .portal, action: "\(call.site.addresses.context)/sharing/rest/oauth2/signin",
            // ArcGIS API for Python looks for the code and for the sentence (`gis/_impl/_con/_token.py`).
            wrong: "Invalid username or password. (OAUTH_0015)", complete: complete)
    }

    static func authorize(_ call: EndpointRequest) -> PortalReply {
        guard call.isSecure else { return .failure(.sslRequired, "https", "people sign in over HTTPS only") }
        return desk(call).authorize(
            call, applications: call.edition.applications, rules: call.oauth,
            asksAgain: call["force_login"] == "true", username: call["prepopulatedusername"]
        ) { request in
            guard call.oauth.authorize == .refuses else { return nil }
            return AuthorizationRedirect(request).refusal(
                "access_denied", SignInPageHandler.denial, call, reason: "the blueprint refuses every authorization")
        }
    }

    static func signIn(_ call: EndpointRequest) -> PortalReply { desk(call).signIn(call) }

    /// `oauth2/signout`: the browser is asked again from then on; tokens live on.
    static func signOut(_ call: EndpointRequest) -> PortalReply {
        guard let uri = call["redirect_uri"], !uri.isEmpty else {
            return desk(call).signOut(call, to: nil, mistake: nil)
        }
        // Anything else would make the portal send browsers wherever a link wants.
        let application = call["client_id"].flatMap { call.edition.applications[$0] }
        let isRegistered = uri != RegisteredRedirect.outOfBand && application?.admits(uri) == true
        let mistake = application == nil ? "Invalid client_id" : "Invalid redirect_uri"
        return desk(call).signOut(call, to: uri, mistake: isRegistered ? nil : mistake)
    }

    /// Sends the browser back to the application with what it asked for.
    @Sendable private static func complete(_ request: AuthorizationRequest, for user: String, _ call: EndpointRequest)
        -> PortalReply
    {
        switch request.response {
        case .code: code(request, for: user, call)
        case .token: token(request, for: user, call)
        }
    }

    private static func code(_ request: AuthorizationRequest, for user: String, _ call: EndpointRequest) -> PortalReply
    {
        let rules = call.oauth
        let grant = OAuthGrant(
            client: request.client, user: user, issuer: call.issuer, redirectURI: request.redirectURI,
            refreshLifetime: rules.refreshLifetime(asked: request.expiration))
        let issued = call.site.state.withLock { state in
            let issued = state.oauth.issueCode(
                for: grant, proofKey: request.proofKey, expires: call.time + rules.codeLifetime.inMilliseconds)
            state.note(issued.gone, for: issued.alias, limit: state.limits.codes)
            return issued
        }
        var reply = AuthorizationRedirect(request).reply([("code", issued.text)], call)
        reply.notes.issued = issued.alias
        return reply
    }

    private static func token(_ request: AuthorizationRequest, for user: String, _ call: EndpointRequest) -> PortalReply
    {
        let rules = call.blueprint.tokens
        let lifetime = rules.lifetime(asked: request.expiration)
        let issued = call.site.state.withLock { state in
            let issued = state.tokens.issue(
                to: .user(user), scope: .portal, binding: .none, expires: call.time + lifetime.inMilliseconds,
                issuer: call.listener.origin, client: request.client, characters: rules.characters)
            state.note(issued.gone, for: issued.alias, limit: state.limits.tokens)
            return issued
        }
        var reply = AuthorizationRedirect(request).reply(
            [
                ("access_token", issued.text), ("expires_in", "\(lifetime.components.seconds)"), ("username", user),
                ("ssl", "\(rules.ssl)"),
            ], call)
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
