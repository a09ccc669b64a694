internal import JSONValues
internal import Platform
internal import PortalJudge

/// What the hosts have in common that sign people in: the portal, and the authority of an identity-aware proxy.
struct SignInPageHandler: Sendable {
    /// The cookie by which browsers are known again; its ledger keeps who waits on the page.
    let cookie: SessionCookie
    /// Where the page's form goes, by path: the page may have been reached under another of the host's names.
    let action: String
    /// What a person is told whose name or password is wrong.
    let wrong: String
    /// Sends a browser back to the application with what it asked for.
    let complete: @Sendable (AuthorizationRequest, String, EndpointRequest) -> PortalReply

    /// How long a page can be used.
    static let pageLifetime = Duration.seconds(3600)
    /// What an application is told whose user has cancelled.
    static let denial = "The user has denied your request"

    /// Answers an authorization: with an error, at once for a browser that is known, else with the page.
    func authorize(
        _ request: EndpointRequest, applications: [String: RegisteredApplication], rules: Blueprint.OAuth,
        asksAgain: Bool,
        username: String?, objection: (AuthorizationRequest) -> PortalReply? = { _ in nil }
    ) -> PortalReply {
        let authorization: AuthorizationRequest
        do {
            authorization = try AuthorizationRequest.read(request, applications: applications, rules: rules)
        } catch {
            switch error {
            case .page(let error, let message, let cause):
                return PrivatePage.problem(error, message, request, cause: cause)
            case .redirect(let back, let error, let description, let cause):
                return back.refusal(error, description, request, reason: description, cause: cause)
            }
        }
        if let objection = objection(authorization) { return objection }
        // Whom the web tier has authenticated is signed in already.
        if let user = request.viewer.name {
            return complete(authorization, user, request).passed("webTier", "the web tier has authenticated \(user)")
        }
        if !asksAgain, let user = cookie.user(request) {
            return complete(authorization, user, request).passed("session", "the browser is \(user)'s")
        }
        let page = request.site.state.withLock {
            $0[keyPath: cookie.ledger].wait(for: authorization, until: request.time + Self.pageLifetime.inMilliseconds)
        }
        let reply = SignInPage(authorization, oauthState: page.text, username: username ?? "", action: action).reply(
            request)
        guard page.endsOther else { return reply }
        return reply.passed(
            "limits", "the oldest sign-in page is over: the portal keeps \(request.site.limits.signInPages) of them")
    }

    /// Takes the page's form. A page signs in once; until then it may be tried again.
    func signIn(_ request: EndpointRequest) -> PortalReply {
        if let refusal = TokenRequestRules.refusal(request, secrets: ["password"]) { return refusal }
        let oauthState = request.form["oauth_state"] ?? ""
        let found = request.site.state.withLock { $0[keyPath: cookie.ledger].request(oauthState, at: request.time) }
        guard let authorization = found else {
            return PrivatePage.problem(
                "invalid_request", "This sign-in page was used before or is too old. Go back to the app and try again.",
                request)
        }
        if request.form["cancel"] != nil {
            request.site.state.withLock { $0[keyPath: cookie.ledger].finish(oauthState) }
            return AuthorizationRedirect(authorization).refusal(
                "access_denied", Self.denial, request, reason: "the person has cancelled")
        }
        let username = request.form["username"] ?? "", password = request.form["password"] ?? ""
        let verdict = request.site.state.withLock { state -> PasswordVerdict in
            let verdict = state.judge(username: username, password: password, at: request.time, ignoringCase: true)
            if case .right = verdict { state[keyPath: cookie.ledger].finish(oauthState) }
            return verdict
        }
        let message: String
        let cause: Journal.Cause
        switch verdict {
        case .right(let user):
            var reply = complete(authorization, user, request).passed("password", verdict.reason)
            let session = cookie.begin(for: user, request)
            reply.headers.append(("Set-Cookie", session.header))
            guard let gone = session.gone else { return reply }
            return reply.passed("limits", "\(gone) is over: the portal keeps \(request.site.limits.sessions) of them")
        case .wrong: (message, cause) = (wrong, .passwordWrong)
        case .locked: (message, cause) = (PasswordVerdict.lockedMessage, .accountLocked)
        }
        return SignInPage(authorization, oauthState: oauthState, username: username, action: action).saying(message)
            .reply(request).refused("password", verdict.reason, cause: cause)
    }

    /// Ends the browser's session and goes on to an address, if it may; `mistake` is what is wrong with the address otherwise.
    func signOut(_ request: EndpointRequest, to address: String?, mistake: String?) -> PortalReply {
        let (alias, header) = cookie.end(request)
        var reply: PortalReply
        if let mistake {
            reply = PrivatePage.problem("invalid_request", mistake, request)
        } else if let address {
            reply = PortalReply(body: .redirect(status: 302, location: address))
            reply.headers = PrivatePage.headers
            reply.isPrivate = true
        } else {
            let body = "<h1>Signed out</h1>\n<p>You can close this page.</p>"
            reply = PrivatePage(title: "Signed out", data: ["messages": []], body: body).reply()
        }
        reply.headers.append(("Set-Cookie", header))
        return reply.passed("session", alias.map { "\($0) is over" } ?? "the browser was not signed in")
    }
}
