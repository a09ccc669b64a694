internal import JSONValues
internal import Platform
internal import PortalJudge

extension OAuthTokenRequest {
    /// `refresh_token` (RFC 6749 §6): another access token; the refresh token stays what it is.
    func refresh() -> PortalReply {
        withRefreshToken { text, token, state in
            let grant = token.grant
            let lifetime = request.oauth.accessTokenLifetime
            let issued = issue(to: .user(grant.user), lifetime: lifetime, &state)
            state.note(accessToken: issued.text, of: text)
            var reply = PortalReply.document(document(issued, lifetime: lifetime, user: grant.user))
            reply.notes.issued = issued.alias
            return reply.passed("oauth", "\(token.alias) fetches a token for \(grant.user)")
        }
    }

    /// `exchange_refresh_token`: both tokens anew; the old refresh token and what it gave end (developers.arcgis.com, "Token").
    func exchangeRefreshToken() -> PortalReply {
        guard let redirectURI = request.form["redirect_uri"], !redirectURI.isEmpty else {
            return refused(
                "invalid_request", "redirect_uri not specified", "no redirect URI was sent", cause: .redirectURI)
        }
        let isRegistered = request.revision.applications[client]?.admits(redirectURI) == true
        guard isRegistered, request.oauth.token != .refusesRedirects else {
            return refused(
                "invalid_request", "Invalid redirect_uri", "the redirect URI is not registered for \(client)",
                cause: isRegistered ? nil : .redirectURI)
        }
        return withRefreshToken { text, token, state in
            if request.oauth.rotates { _ = state.end(refreshToken: text, as: .revoked) }
            return give(grant: token.grant, &state).passed("oauth", "\(token.alias) is exchanged")
        }
    }

    /// `suspend_session`, with which ArcGIS Pro hands its licence back: the refresh token stays good.
    func suspend() -> PortalReply {
        withRefreshToken { _, token, _ in
            PortalReply.document(["success": true]).passed("oauth", "the session of \(token.alias) is suspended")
        }
    }

    private func withRefreshToken(_ body: (String, RefreshToken, inout SiteState) -> PortalReply) -> PortalReply {
        if let problem = secretProblem(isRequired: false) { return problem }
        guard let text = request.form["refresh_token"], !text.isEmpty else {
            return refused(
                "invalid_request", "refresh_token not specified", "no refresh token was sent", cause: .parameter)
        }
        return request.site.state.withLock { state in
            let wrong = "Invalid refresh_token"
            guard let token = state.oauth.refreshTokens[text] else {
                return refused("invalid_grant", wrong, "the refresh token was never issued", cause: .refreshToken)
            }
            let owner = token.grant.client
            guard owner == client else {
                return refused("invalid_grant", wrong, "\(token.alias) was issued to \(owner)", cause: .refreshToken)
            }
            switch token.ending(at: request.time) {
            // Esri/arcgis-rest-js `test/mocks/errors.ts`, RefreshTokenError.
            case .expired:
                return refused(
                    "invalid_request", "refresh_token expired", code: 498, "\(token.alias) has expired",
                    cause: .refreshToken)
            case .revoked: return refused("invalid_grant", wrong, "\(token.alias) was revoked", cause: .refreshToken)
            case nil: break
            }
            if [.refuses, .refusesRefresh].contains(request.oauth.token) {
                return refused(
                    "invalid_request", "refresh_token expired", code: 498,
                    "the blueprint refuses right refresh tokens too")
            }
            return body(text, token, &state)
        }
    }
}
