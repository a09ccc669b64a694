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
            $0[keyPath: cookie.ledger].wait(for: authorization, until: request.time + Self.pageLifetime.inMilliseconds)
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
        if let launch = rules.launch, authorization.asked == nil,
            let choice = choices(request, page.text).first(where: { $0.name == launch })
        {
            return Self.redirect(to: choice.address).passed("signIn", "\(launch) is opened at once")
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
        page.leadsAnywhere = leadsAnywhere || !page.choices.isEmpty
        return page
    }

    /// The providers that the portal's own page offers.
    private func choices(_ request: EndpointRequest, _ oauthState: String) -> [SignInPage.Choice] {
        guard cookie.name == SessionCookie.portal.name else { return [] }
        return request.blueprint.identityProviders.sorted { $0.key < $1.key }.map { name, provider in
            let way = provider.speaks == .saml ? "saml" : "oidc"
            let address =
                "\(request.site.addresses.context)/sharing/rest/oauth2/\(way)/authorize"
                + "?provider=\(PercentEncoding.encode(name))&oauth_state=\(oauthState)"
            return SignInPage.Choice(name: name, title: provider.title, address: address)
        }
    }

    /// A redirect that tells no page where it came from.
    static func redirect(to address: String) -> PortalReply {
        var reply = PortalReply(body: .redirect(status: 302, location: address))
        reply.headers = PrivatePage.headers
        reply.isPrivate = true
        return reply
    }

    /// Takes the page's form. A page signs in once; until then it may be tried again.
    func signIn(_ request: EndpointRequest) -> PortalReply {
        if let refusal = TokenRequestRules.refusal(request, secrets: ["password", "new_password", "mfa_code"]) {
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
        let hasConsented = request.site.state.withLock {
            $0[keyPath: cookie.ledger].hasConsented(user, to: authorization.client)
        }
        guard let step = rules.step(for: user, done: found.done, hasConsented: hasConsented) else {
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
    private func goOn(
        _ authorization: AuthorizationRequest, _ oauthState: String, _ user: String, _ request: EndpointRequest
    ) -> PortalReply {
        let step = request.site.state.withLock { state -> SignInStep? in
            let ledger = state[keyPath: cookie.ledger]
            let done = ledger.page(oauthState, at: request.time)?.done ?? []
            let step = rules.step(
                for: user, done: done, hasConsented: ledger.hasConsented(user, to: authorization.client))
            if step == nil { state[keyPath: cookie.ledger].finish(oauthState) }
            return step
        }
        if let step { return show(step, authorization, oauthState, request) }
        return signedIn(user, authorization, request)
    }

    /// Remembers the browser and sends it back to the application.
    func signedIn(_ user: String, _ authorization: AuthorizationRequest, _ request: EndpointRequest) -> PortalReply {
        // The session is there when the answer is made: an assertion names it.
        let session = cookie.begin(for: user, request)
        var reply = complete(authorization, user, request)
        reply.headers.append(("Set-Cookie", session.header))
        guard let gone = session.gone else { return reply }
        return reply.passed("limits", "\(gone) is over: the portal keeps \(request.site.limits.sessions) of them")
    }

    private func show(
        _ step: SignInStep, _ authorization: AuthorizationRequest, _ oauthState: String, _ request: EndpointRequest,
        saying message: String? = nil
    ) -> PortalReply {
        var page = SignInStepPage(step: step, authorization: authorization, oauthState: oauthState, action: action)
        page.message = message
        page.leadsAnywhere = leadsAnywhere
        return page.reply(request)
    }

    /// Takes what a step asks for; nil where it is done, else what is answered.
    private func take(
        _ step: SignInStep, of user: String, _ authorization: AuthorizationRequest, _ oauthState: String,
        _ request: EndpointRequest
    ) -> PortalReply? {
        switch step {
        case .password: return changePassword(of: user, authorization, oauthState, request)
        case .code: return takeCode(of: user, authorization, oauthState, request)
        case .consent:
            guard request.form["consent"] == "true" else {
                return show(step, authorization, oauthState, request)
                    .refused("consent", "\(user) has not answered", cause: .parameter)
            }
            request.site.state.withLock {
                $0[keyPath: cookie.ledger].consent(of: user, to: authorization.client)
            }
            return nil
        }
    }

    private func changePassword(
        of user: String, _ authorization: AuthorizationRequest, _ oauthState: String, _ request: EndpointRequest
    ) -> PortalReply? {
        let text = request.form["new_password"] ?? ""
        func refused(_ message: String, _ reason: String) -> PortalReply {
            show(.password, authorization, oauthState, request, saying: message)
                .refused("password", reason, cause: .passwordWrong)
        }
        guard text.utf8.count >= 8, text.utf8.count <= 128 else {
            return refused("The new password needs 8 to 128 characters.", "the new password is too short or too long")
        }
        guard request.form["confirm_password"] == text else {
            return refused("The two passwords are not the same.", "the new password was not repeated")
        }
        let problem = request.site.state.withLock { accounts.change(&$0, user, Secret(text)) }
        return problem.map { refused($0, "the new password is refused") }
    }

    private func takeCode(
        of user: String, _ authorization: AuthorizationRequest, _ oauthState: String, _ request: EndpointRequest
    ) -> PortalReply? {
        let code = request.form["mfa_code"] ?? ""
        let rule = request.blueprint.lockout
        let outcome = request.site.state.withLock { state -> (message: String, reason: String, cause: Journal.Cause)? in
            var ledger = state[keyPath: cookie.ledger]
            defer { state[keyPath: cookie.ledger] = ledger }
            if ledger.codeGuard.isLocked(user, at: request.time) {
                return (PasswordVerdict.lockedMessage, "\(user) is locked out after wrong codes", .accountLocked)
            }
            guard let counter = rules.counter(of: code, for: user, at: request.time) else {
                ledger.codeGuard.failed(user, at: request.time, rule: rule)
                return ("The code is not right.", "wrong code for \(user)", .passwordWrong)
            }
            guard counter > ledger.counters[user] ?? -1 else {
                ledger.codeGuard.failed(user, at: request.time, rule: rule)
                return (
                    "The code was used before. Wait for the next one.", "the code of \(user) was used before",
                    .passwordWrong
                )
            }
            ledger.codeGuard.succeeded(user)
            ledger.counters[user] = counter
            return nil
        }
        return outcome.map {
            show(.code, authorization, oauthState, request, saying: $0.message)
                .refused("code", $0.reason, cause: $0.cause)
        }
    }

    /// Ends the browser's session and goes on to an address, if it may; `mistake` is what is wrong with the address otherwise.
    func signOut(_ request: EndpointRequest, to address: String?, mistake: String?) -> PortalReply {
        let (alias, header) = cookie.end(request)
        var reply: PortalReply
        if let mistake {
            reply = PrivatePage.problem("invalid_request", mistake, request)
        } else if let address {
            reply = Self.redirect(to: address)
        } else {
            reply = Self.signedOut
        }
        reply.headers.append(("Set-Cookie", header))
        return reply.passed("session", alias.map { "\($0) is over" } ?? "the browser was not signed in")
    }

    /// The page at the end of a sign-out that leads nowhere else.
    static var signedOut: PortalReply {
        let body = "<h1>Signed out</h1>\n<p>You can close this page.</p>"
        return PrivatePage(title: "Signed out", data: ["messages": []], body: body).reply()
    }
}

/// The accounts that a page signs in.
struct SignInAccounts: Sendable {
    /// Judges a user name and a password at a moment of portal time.
    let judge: @Sendable (inout SiteState, String, String, Int64) -> PasswordVerdict
    /// Gives an account a password; what is wrong with it otherwise.
    let change: @Sendable (inout SiteState, String, Secret<String>) -> String?
    /// Whether a user whom the web tier has authenticated has an account here.
    let has: @Sendable (EndpointRequest, String) -> Bool

    /// The portal's own.
    static let portal = SignInAccounts(
        judge: { $0.judge(username: $1, password: $2, at: $3, ignoringCase: true) },
        change: { state, user, password in
            if state.passwords[user] == password { return "The new password is the old one." }
            guard state.passwordHistory.count - state.passwords.count < state.limits.passwordChanges else {
                return "The password cannot be changed any more."
            }
            state.change([user: password])
            return nil
        }, has: { _, _ in true })

    /// Those of a provider.
    static func provider(_ name: String, domain: String) -> SignInAccounts {
        SignInAccounts(
            judge: { state, username, password, time in
                let rule = state.revision.blueprint.lockout
                return state.providers[name].judge(
                    username: username, password: password, domain: domain, at: time, rule: rule)
            },
            change: { state, user, password in
                let ledger = state.providers[name]
                if ledger.passwords[user] == password { return "The new password is the old one." }
                guard ledger.history.count - ledger.passwords.count < state.limits.passwordChanges else {
                    return "The password cannot be changed any more."
                }
                state.providers[name].change(user, to: password)
                return nil
            },
            has: { request, user in
                request.site.state.withLock { $0.providers[name].passwords[user] != nil }
            })
    }
}
