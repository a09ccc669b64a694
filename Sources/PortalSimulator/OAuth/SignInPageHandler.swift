internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge

/// What the hosts have in common that sign people in: the portal, its identity providers, and the authority of an identity-aware proxy.
struct SignInPageHandler: Sendable {
    /// The cookie by which browsers are known again; its ledger keeps who waits on the page.
    let cookie: SessionCookie
    /// Where the page's form goes, by path: the page may have been reached under another of the host's names.
    let action: String
    /// What a person is told whose name or password is wrong.
    let wrong: String
    /// What the page asks for beside a password.
    var rules = Blueprint.SignInRules()
    /// The accounts that can sign in.
    var accounts = SignInAccounts.portal
    /// Whether the redirect at the end leads to a place that only another site knows, so that no policy of the page can name it.
    var leadsAnywhere = false
    /// The providers that the page offers beside its own form, by the `oauth_state` of the page.
    var choices: @Sendable (EndpointRequest, String) -> [SignInPage.Choice] = { _, _ in [] }
    /// Sends a browser back to the application with what it asked for.
    let complete: @Sendable (AuthorizationRequest, String, EndpointRequest) -> PortalReply
    /// Sends a browser back whose user gives up.
    var decline: @Sendable (AuthorizationRequest, EndpointRequest, String) -> PortalReply = {
        AuthorizationRedirect($0).refusal("access_denied", SignInPageHandler.denial, $1, reason: $2)
    }

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
        return begin(authorization, request, asksAgain: asksAgain, username: username)
    }

    /// Goes on with an authorization that was understood.
    func begin(
        _ authorization: AuthorizationRequest, _ request: EndpointRequest, asksAgain: Bool, username: String?
    ) -> PortalReply {
        // Whom the web tier has authenticated is signed in already.
        if let user = request.viewer.name, accounts.has(request, user) {
            return complete(authorization, user, request).passed("webTier", "the web tier has authenticated \(user)")
        }
        let known = asksAgain ? nil : cookie.user(request)
        if let user = known, !mustConsent(user, authorization, request) {
            return complete(authorization, user, request).passed("session", "the browser is \(user)'s")
        }
        let page = request.site.state.withLock {
            $0[keyPath: cookie.ledger].wait(for: authorization, until: request.time.later(by: Self.pageLifetime))
        }
        if let user = known {
            request.site.state.withLock {
                $0[keyPath: cookie.ledger].change(page.text) { page in
                    page.user = user
                    page.done = [.password, .code]
                }
            }
            return show(.consent, authorization, page.text, request).passed("session", "the browser is \(user)'s")
        }
        if let launch = rules.launch, let choice = choices(request, page.text).first(where: { $0.name == launch }) {
            return PortalReply.redirect(to: choice.address).passed("signIn", "\(launch) is opened at once")
        }
        let reply = self.page(authorization, page.text, request, username: username ?? "").reply(request)
        guard page.endsOther else { return reply }
        return reply.passed(
            "limits", "the oldest sign-in page is over: the portal keeps \(request.site.limits.signInPages) of them")
    }

    private func mustConsent(_ user: String, _ authorization: AuthorizationRequest, _ request: EndpointRequest) -> Bool
    {
        rules.consent
            && !request.site.state.withLock {
                $0[keyPath: cookie.ledger].hasConsented(user, to: authorization.client)
            }
    }

    /// The page on which a user signs in.
    private func page(
        _ authorization: AuthorizationRequest, _ oauthState: String, _ request: EndpointRequest, username: String
    ) -> SignInPage {
        var page = SignInPage(authorization, oauthState: oauthState, username: username, action: action)
        page.choices = choices(request, oauthState)
        page.hasForm = rules.ownAccounts || page.choices.isEmpty
        page.leadsAnywhere = leadsAnywhere
        return page
    }

    /// Takes the page's form. A page signs in once; until then it may be tried again.
    func signIn(_ request: EndpointRequest) -> PortalReply {
        if let refusal = TokenRequestRules.refusal(
            request, secrets: ["password", "new_password", "confirm_password", "mfa_code"])
        {
            return refusal
        }
        let oauthState = request.form["oauth_state"] ?? ""
        let found = request.site.state.withLock { $0[keyPath: cookie.ledger].page(oauthState, at: request.time) }
        guard let found else {
            return PrivatePage.problem(
                "invalid_request", "This sign-in page was used before or is too old. Go back to the app and try again.",
                request)
        }
        let authorization = found.request
        if request.form["cancel"] != nil {
            request.site.state.withLock { $0[keyPath: cookie.ledger].finish(oauthState) }
            return decline(authorization, request, "the person has cancelled")
        }
        guard let user = found.user else { return judge(authorization, oauthState, request) }
        let step = request.site.state.withLock { $0[keyPath: cookie.ledger].step(by: rules, for: user, on: found) }
        guard let step else {
            return goOn(authorization, oauthState, user, request)
        }
        if let reply = take(step, of: user, authorization, oauthState, request) { return reply }
        request.site.state.withLock { $0[keyPath: cookie.ledger].change(oauthState) { $0.done.insert(step) } }
        return goOn(authorization, oauthState, user, request).passed("signIn", "\(user) has done the step \(step)")
    }

    /// Judges a user name and a password.
    private func judge(
        _ authorization: AuthorizationRequest, _ oauthState: String, _ request: EndpointRequest
    ) -> PortalReply {
        let username = request.form["username"] ?? "", password = request.form["password"] ?? ""
        guard rules.ownAccounts else {
            return page(authorization, oauthState, request, username: username)
                .saying("Choose how you sign in.").reply(request)
                .refused("password", "the portal's own accounts do not sign in here", cause: .passwordWrong)
        }
        let verdict = request.site.state.withLock { state -> PasswordVerdict in
            let verdict = accounts.judge(&state, username, password, request.time)
            if case .right(let user) = verdict {
                state[keyPath: cookie.ledger].change(oauthState) { $0.user = user }
            }
            return verdict
        }
        let message: String
        let cause: Journal.Cause
        switch verdict {
        case .right(let user):
            return goOn(authorization, oauthState, user, request).passed("password", verdict.reason)
        case .wrong: (message, cause) = (wrong, .passwordWrong)
        case .locked: (message, cause) = (PasswordVerdict.lockedMessage, .accountLocked)
        }
        return page(authorization, oauthState, request, username: username).saying(message)
            .reply(request).refused("password", verdict.reason, cause: cause)
    }

    /// Shows the next page, or sends the browser back where there is none.
    func goOn(
        _ authorization: AuthorizationRequest, _ oauthState: String, _ user: String, _ request: EndpointRequest
    ) -> PortalReply {
        let (step, origin) = request.site.state.withLock { state -> (SignInStep?, ProviderSession?) in
            let page = state[keyPath: cookie.ledger].page(oauthState, at: request.time)
            let step = page.flatMap { state[keyPath: cookie.ledger].step(by: rules, for: user, on: $0) }
            if step == nil { state[keyPath: cookie.ledger].finish(oauthState) }
            return (step, page?.origin)
        }
        if let step { return show(step, authorization, oauthState, request) }
        return signedIn(user, authorization, request, by: origin)
    }

    /// Remembers the browser and sends it back to the application.
    private func signedIn(
        _ user: String, _ authorization: AuthorizationRequest, _ request: EndpointRequest, by origin: ProviderSession?
    ) -> PortalReply {
        // The session is there when the answer is made: an assertion names it.
        let session = cookie.begin(for: user, request)
        if let origin { request.site.state.withLock { $0.providers.note(origin, of: session.text) } }
        var reply = complete(authorization, user, request)
        reply.headers.append(("Set-Cookie", session.header))
        guard let gone = session.gone else { return reply }
        return reply.passed("limits", "\(gone) is over: the portal keeps \(request.site.limits.sessions) of them")
    }

    /// Ends the browser's session and goes on to an address, if it may; `mistake` is what is wrong with the address otherwise.
    func signOut(_ request: EndpointRequest, to address: String?, mistake: String?) -> PortalReply {
        let (alias, header) = cookie.end(request)
        var reply: PortalReply
        if let mistake {
            reply = PrivatePage.problem("invalid_request", mistake, request)
        } else if let address {
            reply = PortalReply.redirect(to: address)
        } else {
            reply = .signedOut
        }
        reply.headers.append(("Set-Cookie", header))
        return reply.passed("session", alias.map { "\($0) is over" } ?? "the browser was not signed in")
    }
}
