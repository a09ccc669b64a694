internal import HTTPSemantics
internal import Platform
internal import PortalJudge

/// What a page asks for beside a password.
extension SignInPageHandler {
    /// Shows the page of a step.
    func show(
        _ step: SignInStep, _ authorization: AuthorizationRequest, _ oauthState: String, _ request: EndpointRequest,
        saying message: String? = nil
    ) -> PortalReply {
        var page = SignInStepPage(step: step, authorization: authorization, oauthState: oauthState, action: action)
        page.message = message
        page.leadsAnywhere = leadsAnywhere
        return page.reply(request)
    }

    /// Takes what a step asks for; nil where it is done, else what is answered.
    func take(
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
        guard text.utf8.count >= 8, text.utf8.count <= TextBound.password.bytes else {
            return refused(
                "The new password needs 8 to \(TextBound.password.bytes) characters.",
                "the new password is too short or too long"
            )
        }
        guard request.form["confirm_password"] == text else {
            return refused("The two passwords are not the same.", "the new password was not repeated")
        }
        let problem = request.site.state.withLock { state in
            let problem = accounts.change(&state, user, Secret(text))
            if problem == nil { state[keyPath: cookie.ledger].changed.insert(user) }
            return problem
        }
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
}
