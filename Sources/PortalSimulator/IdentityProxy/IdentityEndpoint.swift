internal import HTTPSemantics
internal import JSONValues
internal import Platform

/// The pages of the host that signs people in (learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow).
enum IdentityEndpoint {
    private static let desk = SignInPageHandler(
        cookie: .identity, action: IdentityRoutes.url("signin", at: ""),
        wrong: "Your account or password is incorrect.", complete: complete)

    static func authorize(_ call: EndpointRequest) -> PortalReply {
        guard let rules = call.blueprint.identityProxy else { return .notFound }
        return desk.authorize(
            call, applications: rules.applications, rules: rules.oauth,
            asksAgain: ["login", "select_account"].contains(call["prompt"]), username: call["login_hint"]
        ) { request in
            guard request.response != .code else { return nil }
            return AuthorizationRedirect(request).refusal(
                "unsupported_response_type", "response_type must be code", call, reason: "an ID token comes by a code")
        }
    }

    static func signIn(_ call: EndpointRequest) -> PortalReply { desk.signIn(call) }

    /// Ends the browser's session and the ID tokens of its user, then redirects to a registered address.
    static func logOut(_ call: EndpointRequest) -> PortalReply {
        guard let rules = call.blueprint.identityProxy else { return .notFound }
        let hint = call["id_token_hint"] ?? ""
        let hinted = call.site.state.withLock { $0.identity.tokens[hint]?.user }
        if let user = SessionCookie.identity.user(call) ?? hinted {
            call.site.state.withLock { $0.identity.endTokens(of: user) }
        }
        let uri = call["post_logout_redirect_uri"]
        let isRegistered = uri.map { rules.applications[rules.clientID]?.admits($0) == true } == true
        // Entra shows its own page where the address is not registered.
        return desk.signOut(call, to: isRegistered ? uri : nil, mistake: nil)
    }

    @Sendable private static func complete(_ request: AuthorizationRequest, for user: String, _ call: EndpointRequest)
        -> PortalReply
    {
        guard let rules = call.blueprint.identityProxy?.oauth else { return .notFound }
        let grant = OAuthGrant(
            client: request.client, user: user, issuer: call.issuer, redirectURI: request.redirectURI,
            refreshLifetime: rules.maximumRefreshLifetime)
        let issued = call.site.state.withLock { state in
            let issued = state.identity.oauth.issueCode(
                for: grant, proofKey: request.proofKey, expires: call.time + rules.codeLifetime.inMilliseconds)
            state.note(issued.gone, for: issued.alias, limit: state.limits.codes)
            return issued
        }
        var reply = AuthorizationRedirect(request).reply([("code", issued.text)], call)
        reply.notes.issued = issued.alias
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
