internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge

extension RowContext {
    /// O18: an application signs in as itself, and there is no user.
    func application() async -> RowOutcome {
        guard let application = profile.application, let secret = application.clientSecret else {
            return .notApplicable("the profile names no application with a client secret")
        }
        return await stage { stage in
            var outcome = RowOutcome()
            stage.environment.credentials.add(
                OAuthApplicationCredential(
                    portal: stage.portal, clientID: application.clientID, clientSecret: secret, in: stage.environment))
            let (portal, error) = await stage.load(.authenticated)
            guard let grant = judgeGrant("client_credentials", stage, &outcome) else { return outcome }
            outcome.expectLoaded(error, rule: "O18", last: stage.own.last)
            if grant.document?["username"] != nil {
                outcome.portal(
                    Endpoint.oauthToken.source, "username",
                    "it names a user for an application that signed in as itself", at: grant)
            }
            if error == nil, portal.user != nil, stage.own.last?.document?["user"] == nil {
                outcome.client("O18", "user", "it knows a user that the portal did not name", at: stage.own.last)
            }
            return outcome
        }
    }

    /// O09: an access token that has run out is replaced with the refresh token, without a browser.
    func refresh() async -> RowOutcome {
        await stage { stage in
            var outcome = RowOutcome()
            guard let credential = restored(in: stage) else {
                return .notJudged("the profile's refresh token cannot be used as it stands")
            }
            stage.environment.credentials.add(credential)
            let (_, error) = await stage.load(.authenticated)
            guard judgeGrant("refresh_token", stage, &outcome) != nil else { return outcome }
            outcome.expectLoaded(error, rule: "O09", last: stage.own.last)
            return outcome
        }
    }

    /// O14: signing out has the refresh token revoked, and the next request is bare.
    func revocation() async -> RowOutcome {
        await stage { stage in
            var outcome = RowOutcome()
            guard let credential = restored(in: stage) else {
                return .notJudged("the profile's refresh token cannot be used as it stands")
            }
            stage.environment.credentials.add(credential)
            let isRevoked = await stage.environment.authentication.signOut()
            outcome.events.append("signedOut")
            guard let revoke = stage.own.last(where: { $0.endpoint == .revokeToken }) else {
                outcome.client("R24", "not-revoked", "signing out revokes nothing", expected: "POST oauth2/revokeToken")
                return outcome
            }
            judgeRevocation(revoke, isRevoked: isRevoked, &outcome)
            let before = stage.own.count
            _ = await stage.load(.anonymous)
            for exchange in stage.own.dropFirst(before) where exchange.headerToken != nil {
                outcome.client(
                    "R24", "token-after-sign-out", "it sends a token after signing out", expected: "a bare request",
                    at: exchange)
            }
            if revoke.document?["success"]?.bool == true { await lookAtRevoked(stage, &outcome) }
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
    private func lookAtRevoked(_ stage: ConformanceStage, _ outcome: inout RowOutcome) async {
        guard let dead = restored(in: stage) else { return }
        let before = stage.recorder.exchanges.count
        await stage.recorder.probing { _ = try? await dead.tokenInfo() }
        let grants = stage.recorder.exchanges.dropFirst(before).filter { $0.endpoint == .oauthToken }
        guard let grant = grants.first(where: \.isSuccess) else { return }
        outcome.portal(
            Endpoint.revokeToken.source, "still-refreshes",
            "a refresh token that was revoked still gives access tokens",
            expected: "an error object", at: grant)
    }

    /// The request for a token and what both sides owe each other there; nil where the rest cannot be judged.
    private func judgeGrant(_ type: String, _ stage: ConformanceStage, _ outcome: inout RowOutcome) -> WireExchange? {
        let grants = stage.own.filter { $0.endpoint == .oauthToken }
        guard let grant = grants.first else {
            outcome.client(
                "R7", "no-grant", "it asks for no token", expected: "POST oauth2/token with grant_type=\(type)",
                at: stage.own.last)
            return nil
        }
        if grant.formValue("grant_type") != type {
            outcome.client("R7", "grant-type", "it asks with another grant", expected: "grant_type=\(type)", at: grant)
        }
        // After a refusal a renewal is the client's right.
        if grants.count > 1, !stage.own.contains(where: { $0.headerToken != nil && $0.code == 498 }) {
            outcome.client("R25", "grants", "it asks for \(grants.count) tokens", expected: "one", at: grants.last)
        }
        guard grant.isSuccess, grant.document?["access_token"]?.string != nil else {
            if let word = grant.envelope?["error"], word.string == nil {
                outcome.portal(
                    Endpoint.oauthToken.source, "error-word",
                    "its error object names the OAuth error in another form than a text", at: grant)
            } else if grant.envelope == nil, grant.document?["error"]?.string != nil {
                outcome.portal(
                    Endpoint.oauthToken.source, "error-form",
                    "its error is a text at the top, not an object with a code", at: grant)
            } else if !grant.isSuccess {
                outcome.notJudged = "the portal refuses what the profile has: \(grant.line)"
            }
            return nil
        }
        for exchange in stage.own where exchange.endpoint == .portalSelf && exchange.number > grant.number {
            let issued = grants.last { $0.number < exchange.number && $0.isSuccess } ?? grant
            if exchange.headerToken != issued.document?["access_token"]?.string {
                outcome.client("R3", "no-token", "it does not send the token that was issued", at: exchange)
            }
        }
        return grant
    }

    /// A sign-in of an earlier run whose access token has run out, so that only its refresh token is left.
    private func restored(in stage: ConformanceStage) -> OAuthUserCredential? {
        guard let application = profile.application, let refresh = application.refreshToken else { return nil }
        let past = JSONValue.integer(1_000_000_000_000)
        let document: JSONValue = [
            "application": [
                "portal": .string(stage.portal.root.description), "clientID": .string(application.clientID),
                "redirectURI": .string(application.redirectURI),
            ],
            "session": [
                "current": ["token": "expired-before-this-run", "expires": past, "renewal": past, "requiresTLS": true],
                "redirectURI": .string(application.redirectURI),
                "refresh": [
                    "token": .string(refresh.reveal { $0 }), "issued": .integer(SystemTimeSource().now().milliseconds),
                ],
            ],
        ]
        return try? OAuthUserCredential.restored(from: document, in: stage.environment)
    }
}
