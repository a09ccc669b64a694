internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

/// O14: signing out has the refresh token revoked, and the next request is bare.
struct RevocationRow: ConformanceRow {
    let id = "O14"

    func unmetNeed(in context: RowContext) -> String? {
        guard let application = context.profile.application, application.refreshToken != nil else {
            return "the profile names no refresh token"
        }
        return application.mayRevoke
            ? nil : "it would revoke the profile's refresh token; oauth.mayRevoke: true allows that"
    }

    func check(_ context: RowContext) async -> RowOutcome {
        await context.withClient { client in
            var outcome = RowOutcome()
            guard let credential = client.restoredSignIn(of: context.profile.application) else {
                return .notJudged("the profile's refresh token cannot be used as it stands")
            }
            client.environment.credentials.add(credential)
            let isRevoked = await client.environment.authentication.signOut()
            outcome.events.append("signedOut")
            guard let revoke = client.own.last(where: { $0.endpoint == .revokeToken }) else {
                outcome.client("R24", "not-revoked", "signing out revokes nothing", expected: "POST oauth2/revokeToken")
                return outcome
            }
            judgeRevocation(revoke, isRevoked: isRevoked, &outcome)
            let before = client.own.count
            _ = await client.load(.anonymous)
            for exchange in client.own.dropFirst(before) where exchange.headerToken != nil {
                outcome.client(
                    "R24", "token-after-sign-out", "it sends a token after signing out", expected: "a bare request",
                    at: exchange)
            }
            if revoke.document?["success"]?.bool == true { await lookAtRevoked(context, client, &outcome) }
            return outcome
        }
    }

    /// What the portal said of the revocation, and what the client made of it.
    private func judgeRevocation(_ revoke: WireExchange, isRevoked: Bool, _ outcome: inout RowOutcome) {
        let success = revoke.document?["success"]?.bool
        if success == false {
            outcome.portal(
                Endpoint.revokeToken.source, "not-revoked", "it revokes no refresh token that it issued itself",
                expected: "success: true", at: revoke)
        }
        if let success, success != isRevoked {
            outcome.client(
                "R24", "result",
                "it says of a sign-in that it was \(isRevoked ? "" : "not ")revoked, and the portal the opposite",
                at: revoke)
        }
    }

    /// Asks with the refresh token once more, as the run itself: it must be dead
    /// (developers.arcgis.com/rest/users-groups-and-items › revoke-token).
    private func lookAtRevoked(
        _ context: RowContext, _ client: RowClient, _ outcome: inout RowOutcome
    ) async {
        guard let dead = client.restoredSignIn(of: context.profile.application) else { return }
        let before = client.recorder.exchanges.count
        await client.recorder.probing { _ = try? await dead.tokenInfo() }
        let grants = client.recorder.exchanges.dropFirst(before).filter { $0.endpoint == .oauthToken }
        guard let grant = grants.first(where: \.isSuccess) else { return }
        outcome.portal(
            Endpoint.revokeToken.source, "still-refreshes",
            "a refresh token that was revoked still gives access tokens",
            expected: "an error object", at: grant)
    }
}
