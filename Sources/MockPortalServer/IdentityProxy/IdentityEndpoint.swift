internal import HTTPAuthentication
internal import JSONValues
internal import Locking

/// The pages of the host that signs people in (learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow).
enum IdentityEndpoint {
    static func authorize(_ call: Call) -> PortalReply {
        guard let rules = call.blueprint.identityProxy else { return .notFound }
        let request: AuthorizationRequest
        do {
            request = try AuthorizationRequest.read(call, applications: rules.applications, rules: rules.oauth)
        } catch {
            switch error {
            case .page(let error, let message): return PrivatePage.problem(error, message, call)
            case .redirect(let back, let error, let description):
                return back.refusal(error, description, call, reason: description)
            }
        }
        guard request.response == .code else {
            return AuthorizationRedirect(request).refusal(
                "unsupported_response_type", "response_type must be code", call, reason: "an ID token comes by a code")
        }
        if let user = SessionCookie.identity.user(call), !["login", "select_account"].contains(call["prompt"]) {
            return complete(request, for: user, rules, call).passed("session", "the browser is \(user)'s")
        }
        let state = call.site.state.withLock {
            $0.identity.oauth.wait(for: request, until: call.time + AuthorizeEndpoint.pageLifetime.inMilliseconds)
        }
        return page(request, state, username: call["login_hint"] ?? "", call).reply(call)
    }

    static func signIn(_ call: Call) -> PortalReply {
        if let refusal = OAuthManners.refusal(call, secrets: ["password"]) { return refusal }
        let found = call.site.state.withLock {
            $0.identity.oauth.request(call.form["oauth_state"] ?? "", at: call.time)
        }
        guard let rules = call.blueprint.identityProxy, let oauthState = call.form["oauth_state"], let request = found
        else {
            return PrivatePage.problem(
                "invalid_request", "This sign-in page was used before or is too old. Go back to the app and try again.",
                call)
        }
        if call.form["cancel"] != nil {
            call.site.state.withLock { $0.identity.oauth.finish(oauthState) }
            return AuthorizationRedirect(request).refusal(
                "access_denied", SignInEndpoint.denial, call, reason: "the person has cancelled")
        }
        let username = call.form["username"] ?? "", password = call.form["password"] ?? ""
        let verdict = call.site.state.withLock { state -> PasswordVerdict in
            let verdict = state.judge(username: username, password: password, at: call.time, ignoringCase: true)
            if case .right = verdict { state.identity.oauth.finish(oauthState) }
            return verdict
        }
        switch verdict {
        case .right(let user):
            var reply = complete(request, for: user, rules, call).passed("password", verdict.reason)
            reply.headers.append(("Set-Cookie", SessionCookie.identity.begin(for: user, call)))
            return reply
        case .wrong:
            return page(request, oauthState, username: username, call).saying("Your account or password is incorrect.")
                .reply(call).refused("password", verdict.reason)
        case .locked:
            return page(request, oauthState, username: username, call).saying(PasswordVerdict.lockedMessage).reply(call)
                .refused("password", verdict.reason)
        }
    }

    /// Ends the browser's session and the ID tokens of whoever was signed in, then goes on to a registered address.
    static func logOut(_ call: Call) -> PortalReply {
        guard let rules = call.blueprint.identityProxy else { return .notFound }
        let hinted = call["id_token_hint"].flatMap { text in call.site.state.withLock { $0.identity.tokens[text]?.user }
        }
        let user = SessionCookie.identity.user(call) ?? hinted
        let (_, cookie) = SessionCookie.identity.end(call)
        if let user { call.site.state.withLock { $0.identity.endTokens(of: user) } }
        var reply: PortalReply
        let uri = call["post_logout_redirect_uri"]
        if let uri, rules.applications[rules.clientID]?.redirects.contains(where: { $0.admits(uri) }) == true {
            reply = PortalReply(body: .redirect(status: 302, location: uri))
            reply.headers = PrivatePage.headers
        } else {
            let body = "<h1>Signed out</h1>\n<p>You can close this page.</p>"
            reply = PrivatePage(title: "Signed out", data: ["messages": []], body: body).reply()
        }
        reply.headers.append(("Set-Cookie", cookie))
        return reply.passed("session", user.map { "\($0) is signed out" } ?? "nobody was signed in")
    }

    private static func page(
        _ request: AuthorizationRequest, _ oauthState: String, username: String, _ call: Call
    ) -> SignInPage {
        let action = IdentityRoutes.url("signin", at: "")
        return SignInPage(request, oauthState: oauthState, username: username, action: action)
    }

    private static func complete(
        _ request: AuthorizationRequest, for user: String, _ rules: Blueprint.IdentityProxy, _ call: Call
    ) -> PortalReply {
        let grant = OAuthGrant(
            client: request.client, user: user, issuer: call.issuer, redirectURI: request.redirectURI,
            refreshLifetime: rules.oauth.maximumRefreshLifetime)
        let issued = call.site.state.withLock {
            $0.identity.oauth.issueCode(
                for: grant, proofKey: request.proofKey, expires: call.time + rules.oauth.codeLifetime.inMilliseconds)
        }
        var reply = AuthorizationRedirect(request).reply([("code", issued.text)], call)
        reply.issued = issued.alias
        return reply
    }
}

extension Blueprint.IdentityProxy {
    /// The rules of its codes: a challenge is demanded, as of every public client (RFC 9700 §2.1.1).
    var oauth: Blueprint.OAuth {
        var rules = Blueprint.OAuth()
        rules.pkce = .required
        rules.accessTokenLifetime = tokenLifetime
        return rules
    }

    /// Its one application.
    var applications: [String: RegisteredApplication] {
        [
            clientID: RegisteredApplication(
                title: "The application proxy", redirects: redirectURIs.compactMap { RegisteredRedirect($0) },
                redirectURIs: redirectURIs, scope: nil, owner: "")
        ]
    }
}
