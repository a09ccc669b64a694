internal import JSONValues
internal import Platform
internal import PortalJudge

extension OAuthTokenRequest {
    /// `authorization_code` (RFC 6749 §4.1.3, RFC 7636 §4.5).
    func redeemCode() -> PortalReply {
        if let problem = secretProblem(isRequired: false) { return problem }
        guard let text = request.form["code"], !text.isEmpty else {
            return refused("invalid_request", "code not specified", "no code was sent", cause: .parameter)
        }
        guard let redirectURI = request.form["redirect_uri"], !redirectURI.isEmpty else {
            return refused(
                "invalid_request", "redirect_uri not specified", "no redirect URI was sent", cause: .redirectURI)
        }
        let verifier = request.form["code_verifier"].flatMap { $0.isEmpty ? nil : $0 }
        return request.site.state.withLock { state in
            guard let code = state.oauth.codes[text] else {
                return refused("invalid_grant", "Invalid code", "the code was never issued", cause: .code)
            }
            let grant = code.grant
            guard grant.client == client else {
                return refused(
                    "invalid_grant", "Invalid code", "\(code.alias) was issued to \(grant.client)", cause: .code)
            }
            if code.isUsed {
                // RFC 6749 §4.1.2: a code that is used twice may have been stolen, so the tokens that it gave end too.
                let ended = state.end(grant: code.grant)
                return refused(
                    "invalid_grant", "Invalid code",
                    "\(code.alias) was used before; "
                        + (ended.isEmpty ? "nothing was left to revoke" : "\(ended.joined(separator: ", ")) revoked"),
                    cause: .code)
            }
            guard request.time < code.expires else {
                return refused(
                    "invalid_grant", "Invalid code: it has expired", "\(code.alias) has expired", cause: .code)
            }
            guard grant.redirectURI.utf8.elementsEqual(redirectURI.utf8), request.oauth.token != .refusesRedirects
            else {
                return refused(
                    "invalid_request", "Invalid redirect_uri", "the code was sent to another redirect URI",
                    cause: request.oauth.token == .refusesRedirects ? nil : .redirectURI)
            }
            if let problem = problem(of: verifier, for: code) { return problem }
            guard !state.closedAccounts.contains(grant.user) else {
                return refused(
                    "invalid_grant", "Invalid code", "\(grant.user) is disabled or deleted since", cause: .code)
            }
            if [.refuses, .refusesCodes].contains(request.oauth.token) {
                return refused("invalid_grant", "Invalid code", "the blueprint refuses right codes too")
            }
            state.oauth.use(text)
            return give(grant: code.grant, &state).passed("oauth", "\(code.alias) is redeemed for \(grant.user)")
        }
    }

    private func problem(of verifier: String?, for code: AuthorizationCode) -> PortalReply? {
        switch (code.proofKey, verifier) {
        case (nil, nil): return nil
        // RFC 9700 §4.8.2: else an attacker could strip the challenge off.
        case (nil, _?):
            return refused(
                "invalid_grant", "Invalid code_verifier", "\(code.alias) came without a challenge", cause: .verifier)
        case (_?, nil):
            return refused(
                "invalid_grant", "code_verifier not specified", "\(code.alias) needs a verifier and none was sent",
                cause: .verifier)
        case (let key?, let verifier?):
            if ProofKey.isWellFormed(verifier), key.isKept(by: verifier) { return nil }
            return refused(
                "invalid_grant", "Invalid code_verifier", "the verifier is not that of \(code.alias)", cause: .verifier)
        }
    }

    /// Issues an access token and a refresh token of a grant.
    func give(grant: OAuthGrant, _ state: inout SiteState) -> PortalReply {
        let lifetime = request.oauth.accessTokenLifetime
        let token = issue(to: .user(grant.user), lifetime: lifetime, &state)
        let refresh = state.oauth.issueRefreshToken(of: grant, at: request.time)
        state.note(refresh.gone, for: refresh.alias, limit: state.limits.refreshTokens)
        state.note(accessToken: token.text, of: refresh.text)
        var document = document(token, lifetime: lifetime, user: grant.user)
        document["refresh_token"] = .string(refresh.text)
        document["refresh_token_expires_in"] = .integer(grant.refreshLifetime.components.seconds)
        var reply = PortalReply.document(document)
        reply.notes.issued = token.alias
        reply.notes.alsoIssued = [refresh.alias]
        return reply
    }
}
