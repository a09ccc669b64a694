internal import HTTPSemantics
internal import JSONValues
internal import Platform

/// The pages of the host that signs people in (learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow).
enum IdentityEndpoint {
    private static let handler = SignInPageHandler(
        cookie: .identity, action: IdentityRoutes.url("signin", at: ""),
        wrong: "Your account or password is incorrect.", complete: complete)

    static func authorize(_ request: EndpointRequest) -> PortalReply {
        guard let rules = request.blueprint.identityProxy else { return .notFound }
        return handler.authorize(
            request, applications: rules.applications, rules: rules.oauth,
            asksAgain: ["login", "select_account"].contains(request["prompt"]), username: request["login_hint"]
        ) { authorization in
            guard authorization.response != .code else { return nil }
            return AuthorizationRedirect(authorization).refusal(
                "unsupported_response_type", "response_type must be code", request,
                reason: "an ID token comes by a code")
        }
    }

    static func signIn(_ request: EndpointRequest) -> PortalReply { handler.signIn(request) }

    /// Ends the browser's session and the ID tokens of its user, then redirects to a registered address.
    static func logOut(_ request: EndpointRequest) -> PortalReply {
        guard let rules = request.blueprint.identityProxy else { return .notFound }
        let hint = request["id_token_hint"] ?? ""
        let hinted = request.site.state.withLock { $0.identity.tokens[hint]?.user }
        if let user = SessionCookie.identity.user(request) ?? hinted {
            request.site.state.withLock { $0.identity.endTokens(of: user) }
        }
        let uri = request["post_logout_redirect_uri"]
        let isRegistered = uri.map { rules.applications[rules.clientID]?.admits($0) == true } == true
        // Entra shows its own page where the address is not registered.
        return handler.signOut(request, to: isRegistered ? uri : nil, mistake: nil)
    }

    @Sendable private static func complete(
        _ authorization: AuthorizationRequest, for user: String, _ request: EndpointRequest
    )
        -> PortalReply
    {
        guard let rules = request.blueprint.identityProxy?.oauth else { return .notFound }
        let grant = OAuthGrant(
            client: authorization.client, user: user, issuer: request.issuer, redirectURI: authorization.redirectURI,
            refreshLifetime: rules.maximumRefreshLifetime)
        let issued = request.site.state.withLock { state in
            let issued = state.identity.oauth.issueCode(
                for: grant, proofKey: authorization.proofKey, expires: request.time.later(by: rules.codeLifetime))
            state.note(issued.gone, for: issued.alias, limit: state.limits.codes)
            return issued
        }
        var reply = AuthorizationRedirect(authorization).reply([("code", issued.text)], request)
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
