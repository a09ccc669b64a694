internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with sign-in pages and what they bring.
    static let signIns: [Mutant] = [
        Mutant(
            "no-state", "asks for a sign-in page without a state",
            from: "RFC 6749 §10.12", breaks: ["O03"],
            because: ["wire.order: state", "oauth.no-state"],
            app: { app in
                app.browsing.address = { AddressQuery.without("state", in: $0) }
                app.browsing.answer = AppBehavior.Browsing.restoringState
            }),
        Mutant(
            "constant-state", "has the same state for every sign-in",
            from: "RFC 6749 §10.12", breaks: ["O02"],
            because: ["oauth.state-repeated", "wire.order: state"],
            app: { app in
                app.browsing.address = { AddressQuery.without("state", in: $0) + "&state=constant" }
                app.browsing.answer = AppBehavior.Browsing.restoringState
            }),
        Mutant(
            "guessable-state", "makes its state of two hexadecimal digits",
            from: "RFC 6749 §10.10, §10.12", breaks: ["O02"],
            because: ["oauth.weak-state"],
            app: { app in
                app.browsing.address = { AddressQuery.without("state", in: $0) + "&state=a7" }
                app.browsing.answer = AppBehavior.Browsing.restoringState
            }),
        Mutant(
            "ignore-state", "does not look at the state that comes back",
            from: "RFC 6749 §10.12; developers.arcgis.com/rest/users-groups-and-items/authorize (state)",
            breaks: ["O03"],
            because: ["wire.unexpected: oauth2/token"],
            app: { $0.browsing.answer = AppBehavior.Browsing.restoringState }),
        Mutant(
            "no-proof", "asks for a code without a challenge",
            from: "RFC 7636 §4.3", breaks: ["O02"],
            because: [
                "oauth.no-pkce", "wire.order: challenge is absent", "wire.order: query.code_challenge_method is absent",
            ],
            app: { app in
                app.browsing.address = {
                    AddressQuery.without("code_challenge", in: AddressQuery.without("code_challenge_method", in: $0))
                }
            }),
        Mutant(
            "plain-proof", "sends its verifier in the open",
            from: "RFC 7636 §4.2", breaks: ["O22"],
            because: ["oauth.plain-pkce", "wire.order: query.code_challenge_method is plain"],
            app: { app in
                app.browsing.address = {
                    AddressQuery.without("code_challenge_method", in: $0) + "&code_challenge_method=plain"
                }
            }),
        Mutant(
            "constant-proof", "has the same code verifier for every sign-in",
            from: "RFC 7636 §7.1", breaks: ["O02"],
            because: ["oauth.verifier-repeated", "wire.order: challenge is that of request"],
            wire: { _ in
                // RFC 7636 appendix B.
                Rewriting { $0.settingField("code_verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") }
            },
            app: { app in
                // RFC 7636 appendix B.
                app.browsing.address = {
                    AddressQuery.without("code_challenge", in: $0)
                        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
                }
            }),
        Mutant(
            "guessable-proof", "makes its code verifier of six digits behind zeros",
            from: "RFC 7636 §7.1", breaks: ["O02"],
            because: ["oauth.weak-verifier"],
            wire: { _ in
                Rewriting { $0.settingField("code_verifier", String(repeating: "0", count: 37) + "271828") }
            },
            app: { app in
                app.browsing.address = {
                    AddressQuery.without("code_challenge", in: $0)
                        + "&code_challenge=yRlNpyOcvoPzdCRksxroC64P2htHpKLOzLHEZcdwd-Y"
                }
            }),
        Mutant(
            "drop-verifier", "trades a code without its verifier",
            from: "RFC 7636 §4.5", breaks: ["O01"],
            because: ["refused.verifier", "wire.order: verifier is absent", "wire.order: oauth2/token"],
            wire: { _ in Rewriting { $0.isGrant ? $0.withoutFields("code_verifier") : $0 } }),
        Mutant(
            "grant-in-query", "copies what it trades into the query",
            from: "RFC 6749 §2.3.1", breaks: ["R23"],
            because: ["secret.in-url"],
            wire: { _ in Rewriting { $0.isGrant ? $0.copyingFormToQuery : $0 } }),
        Mutant(
            "resend-code", "sends a code twice",
            from: "RFC 6749 §4.1.2", breaks: ["O01"],
            because: ["oauth.code-repeated", "wire.unexpected: oauth2/token", "client: iap challenge"],
            wire: { _ in Repeating { $0.isGrant("authorization_code") } }),
        Mutant(
            "resend-refused-grant", "sends a code, refresh token or secret that was refused once more",
            from: "RFC 6749 §5.2", breaks: ["R12"],
            because: [
                "oauth.refresh-repeated", "oauth.code-repeated", "wire.unexpected: oauth2/token",
                "wire.order: oauth2/token",
            ],
            wire: { _ in ResendRefusedGrant() }),
        Mutant(
            "double-refresh", "asks for a token of its own for each request that waits for a renewal",
            from: "github.com/Esri/arcgis-rest-js (ArcGISIdentityManager.test, one token request)", breaks: ["R25"],
            because: ["oauth.renewal-repeated", "wire.order: oauth2/token", "wire.order: identity/token"],
            wire: { _ in Repeating { $0.isGrant("refresh_token") } }),
        Mutant(
            "never-refresh", "takes the last token that came for the one that a refresh would bring",
            from: "github.com/R-ArcGIS/arcgisutils/issues/13", breaks: ["R7"],
            because: ["wire.order: content/items"],
            wire: { _ in NeverRefreshing() }),
        Mutant(
            "never-exchange", "refreshes where the refresh token is to be exchanged",
            from: "github.com/Esri/arcgis-rest-js/issues/17", breaks: ["O11"],
            because: ["wire.order: form.grant_type is refresh_token"],
            wire: { _ in
                Rewriting { request in
                    guard request.isGrant("exchange_refresh_token") else { return request }
                    return request.settingField("grant_type", "refresh_token").withoutFields("redirect_uri")
                }
            }),
        Mutant(
            "keep-old-refresh-token", "keeps the old refresh token after an exchange",
            from: "github.com/Esri/arcgis-rest-js/issues/1180", breaks: ["O11"],
            because: ["refused.refresh-token", "oauth.refresh-repeated", "client: oAuthOrToken challenge"],
            wire: { _ in
                MisreadingAnswers { request, answer in
                    guard request.isGrant("exchange_refresh_token"), var document = answer.document else {
                        return answer
                    }
                    document["refresh_token"] = nil
                    return .json(document.text())
                }
            }),
        Mutant(
            "forget-revocation", "says that a token was revoked without asking the portal",
            from: "developers.arcgis.com/rest/users-groups-and-items/revoke-token", breaks: ["R24"],
            because: ["wire.order: revokes is absent", "wire.missing"],
            wire: { _ in ForgettingRevocations() }),
        Mutant(
            "revocation-always-works", "takes every answer for a revocation that worked",
            from: "developers.arcgis.com/rest/users-groups-and-items/revoke-token", breaks: ["R24"],
            because: ["final.revoked"],
            wire: { _ in
                MisreadingAnswers { request, answer in request.isRevocation ? .json("{\"success\":true}") : answer }
            }),
        Mutant(
            "misreport-revocation", "tells the contrary of what a revocation gave",
            from: "github.com/Esri/arcgis-maps-sdk-swift-toolkit/pull/1214", breaks: ["L17"],
            because: ["final.revoked"],
            app: { app in
                app.keeping.signOut = { !(await $0.authentication.signOut()) }
                app.keeping.revoke = { !(await $0.authentication.revokeOAuthTokens()) }
            }),
        Mutant(
            "ignore-oauth-error", "takes an error of the token endpoint for an empty document",
            from: "github.com/Esri/arcgis-rest-js/issues/597", breaks: ["O23"],
            because: ["final.reason"],
            wire: { _ in
                MisreadingAnswers { request, answer in
                    request.isGrant && answer.document?["access_token"] == nil ? .json("{}") : answer
                }
            }),
        Mutant(
            "page-is-token", "takes a page for a token",
            from: "RFC 6749 §5.1", breaks: ["O23"],
            because: ["client: oAuthOrToken challenge"],
            wire: { _ in
                MisreadingAnswers { request, answer in
                    guard request.isGrant, answer.document == nil else { return answer }
                    return .json("{\"access_token\":\"invented-by-a-faulty-client\",\"expires_in\":1800}")
                }
            }),
        Mutant(
            "keep-first-token", "signs every request with the first token of all",
            from: "github.com/Esri/arcgis-maps-sdk-swift-toolkit/issues/1183", breaks: ["O26"],
            because: ["refused.token-scope", "refused.token-expired", "refused.token-revoked", "wire.order: carries"],
            wire: { _ in KeepingToken() }),
        Mutant(
            "drop-id-token", "takes the ID token off every request",
            from: "cloud.google.com/iap/docs/authentication-howto", breaks: ["I03"],
            because: ["refused.identity-token", "client: iap challenge"],
            wire: { _ in
                Rewriting { request in
                    let field = request.headers.first(named: "Authorization")
                    return field?.lowercased().hasPrefix("bearer ") == true ? request.without("Authorization") : request
                }
            }),
        Mutant(
            "any-callback", "takes whatever reaches the listener of a sign-in for its answer",
            from: "RFC 8252 §8.9", breaks: ["O20"],
            because: ["wire.missing: oauth2/token", "wire.missing"],
            app: { app in
                app.browsing.answer = { answer, address in
                    guard !address.contains("/oauth2/") else { return answer }
                    return AuthorizationResponse(
                        redirectURI: answer.redirectURI, callback: address + "?code=of-a-stranger&state=of-a-stranger")
                }
            }),
        Mutant(
            "browser-twice", "opens the sign-in page twice",
            from: "github.com/Esri/arcgis-maps-sdk-kotlin-toolkit/pull/49", breaks: ["R13"],
            because: ["wire.order: oauth2/authorize"],
            app: { app in
                app.browsing.open = { visit in
                    _ = try await visit()
                    return try await visit()
                }
            }),
        Mutant(
            "endless-patience", "waits for the user without end",
            from: "RFC 8252 §8.10", breaks: ["O25"],
            because: ["wire.unexpected: oauth2/"],
            app: { $0.browsing.timeIsUp = { _ in } }),
        Mutant(
            "first-configuration", "uses its first application for every portal",
            from: "github.com/Esri/arcgis-maps-sdk-swift-toolkit (Authenticator)", breaks: ["O17"],
            because: [
                "refused.application", "wire.order: arrived at", "client: challenge came", "client: a page",
                "wire.unexpected",
            ],
            app: { app in
                app.answers.application = { all, _ in all.first }
                app.answers.proxy = { all, _ in all.first }
                app.authenticating.takeFirstConfiguration()
            }),
        Mutant(
            "forget-sign-in", "does not keep what a sign-in brought",
            from: "github.com/Esri/arcgis-maps-sdk-kotlin-toolkit/issues/549", breaks: ["O27"],
            because: ["wire.missing"],
            app: { app in
                app.keeping.signIn = { environment, configuration, agent in
                    let credential = try await environment.authentication.signIn(configuration, agent: agent)
                    environment.credentials.remove(credential)
                    return credential
                }
            }),
    ]
}

extension AppBehavior.Browsing {
    /// Takes any answer for one with the state that the client gave.
    fileprivate static let restoringState: @Sendable (AuthorizationResponse, String) -> AuthorizationResponse = {
        answer, given in
        guard let state = AddressQuery.member("state", of: given) else { return answer }
        return AuthorizationResponse(
            redirectURI: answer.redirectURI,
            callback: AddressQuery.without("state", in: answer.callback) + "&state=\(state)")
    }
}
