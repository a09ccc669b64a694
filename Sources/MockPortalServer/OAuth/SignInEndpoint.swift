internal import JSONValues
internal import Locking

/// `oauth2/signin`: what the sign-in page sends. A page signs in once; until then it may be tried again.
enum SignInEndpoint {
    static let denial = "The user has denied your request"

    static func signIn(_ call: Call) -> PortalReply {
        if let refusal = OAuthManners.refusal(call, secrets: ["password"]) { return refusal }
        let found = call.site.state.withLock { $0.oauth.request(call.form["oauth_state"] ?? "", at: call.time) }
        guard let oauthState = call.form["oauth_state"], let request = found else {
            return PrivatePage.problem(
                "invalid_request", "This sign-in page was used before or is too old. Go back to the app and try again.",
                call)
        }
        if call.form["cancel"] != nil {
            call.site.state.withLock { $0.oauth.finish(oauthState) }
            return AuthorizationRedirect(request).refusal(
                "access_denied", denial, call, reason: "the person has cancelled")
        }
        let username = call.form["username"] ?? "", password = call.form["password"] ?? ""
        let verdict = call.site.state.withLock { state -> PasswordVerdict in
            let verdict = state.judge(username: username, password: password, at: call.time, ignoringCase: true)
            if case .right = verdict { state.oauth.finish(oauthState) }
            return verdict
        }
        switch verdict {
        case .right(let user):
            var reply = complete(request, for: user, call).passed("password", verdict.reason)
            reply.headers.append(("Set-Cookie", SessionCookie.portal.begin(for: user, call)))
            return reply
        case .wrong:
            // ArcGIS API for Python looks for the code and for the sentence (`gis/_impl/_con/_token.py`).
            let page = SignInPage(request, oauthState: oauthState, username: username)
            return page.saying("Invalid username or password. (OAUTH_0015)").reply(call)
                .refused("password", verdict.reason)
        case .locked:
            let page = SignInPage(request, oauthState: oauthState, username: username)
            return page.saying(PasswordVerdict.lockedMessage).reply(call).refused("password", verdict.reason)
        }
    }

    /// Sends the browser back to the application with what it asked for.
    static func complete(_ request: AuthorizationRequest, for user: String, _ call: Call) -> PortalReply {
        switch request.response {
        case .code: code(request, for: user, call)
        case .token: token(request, for: user, call)
        }
    }

    private static func code(_ request: AuthorizationRequest, for user: String, _ call: Call) -> PortalReply {
        let rules = call.oauth
        let grant = OAuthGrant(
            client: request.client, user: user, issuer: call.issuer, redirectURI: request.redirectURI,
            refreshLifetime: rules.refreshLifetime(asked: request.expiration))
        let issued = call.site.state.withLock {
            $0.oauth.issueCode(
                for: grant, proofKey: request.proofKey, expires: call.time + rules.codeLifetime.inMilliseconds)
        }
        var reply = AuthorizationRedirect(request).reply([("code", issued.text)], call)
        reply.issued = issued.alias
        return reply
    }

    private static func token(_ request: AuthorizationRequest, for user: String, _ call: Call) -> PortalReply {
        let rules = call.blueprint.tokens
        let lifetime = rules.lifetime(asked: request.expiration)
        let issued = call.site.state.withLock {
            $0.tokens.issue(
                to: .user(user), scope: .portal, binding: .none, expires: call.time + lifetime.inMilliseconds,
                issuer: call.listener.origin, client: request.client, characters: rules.characters)
        }
        var reply = AuthorizationRedirect(request).reply(
            [
                ("access_token", issued.text), ("expires_in", "\(lifetime.components.seconds)"), ("username", user),
                ("ssl", "\(rules.ssl)"),
            ], call)
        reply.issued = issued.alias
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
