internal import HTTPSemantics
internal import JSONValues
internal import Platform

extension OAuthUserCredential: RevocableCredential {
    /// Whether a token of it is alive, as far as this side can tell.
    package var holdsLiveTokens: Bool { state.withLock { $0.session != nil } }

    /// Has the portal call in the refresh token, and every access token with it; without one, the access token
    /// (developers.arcgis.com/rest/users-groups-and-items/revoke-token).
    ///
    /// It asks no handler. Throws `oauth` where the portal answers but does not revoke, and what any request throws; the tokens are kept then, so
    /// that it may be tried again.
    public func revoke() async throws(PortalError) {
        while true {
            let (session, isDead) = state.withLock { ($0.session, $0.refusal != nil) }
            guard let session else { return }
            let refresh = isDead ? nil : session.refresh?.token
            try await Self.revoke(
                refresh ?? session.access.accessToken, isRefresh: refresh != nil, of: configuration, context)
            let isOver = state.withLock { state -> Bool in
                // What replaced the refresh token meanwhile is alive.
                guard state.session?.refresh?.token == session.refresh?.token else { return false }
                state.session = nil
                return true
            }
            guard isOver else { continue }
            return holder.set(nil)
        }
    }

    /// Has the portal call in one token.
    static func revoke(
        _ token: Secret<String>, isRefresh: Bool, of configuration: OAuthUserConfiguration,
        _ context: any CredentialContext
    ) async throws(PortalError) {
        let url = OAuthEndpoints(portal: configuration.portal, context.core.secureOrigins).revoke
        let form = token.reveal { text in
            [
                ("client_id", configuration.clientID), ("auth_token", text),
                ("token_type_hint", isRefresh ? "refresh_token" : "access_token"), ("f", "json"),
            ]
        }
        do throws(PortalError) {
            let answer = try await TokenEndpoint(url: url, context: context).post(
                form, epoch: context.epoch, challenges: .suppress)
            guard answer.json["success"]?.bool == true else {
                throw PortalError(.oauth, url: url, detail: "the portal does not say that it has revoked the token")
            }
        } catch {
            let isRefusal = error.code == .service || error.oauthError != nil
            throw context.core.scrubbed(
                isRefusal ? error.recoded(.oauth, "the portal does not revoke the token") : error, of: [token])
        }
    }

    /// Revokes the refresh token that came after the user had signed out: no store holds it, and it would live on for weeks (rule R24).
    ///
    /// An access token alone has ended with the refresh token that it was got for.
    func revoke(late tokens: GrantedTokens) async {
        guard tokens.refresh != nil else { return }
        let session = OAuthSession(tokens, redirectURI: configuration.redirectURI)
        await context.revoke(late: OAuthUserCredential(configuration, session, context: context))
    }

    /// Whether it holds a refresh token that has not been refused.
    var holdsLiveRefreshToken: Bool { state.withLock { $0.session?.refresh != nil && $0.refusal == nil } }
}
