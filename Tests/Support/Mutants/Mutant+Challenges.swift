internal import HTTPSemantics
internal import PortalAuthentication
internal import PortalClient
internal import PortalScenarios

extension Mutant {
    /// Clients that are wrong with questions to their users.
    static let challenges: [Mutant] = [
        Mutant(
            "prompt-twice", "delivers every challenge twice",
            from: "github.com/Esri/arcgis-maps-sdk-kotlin-toolkit/pull/49", breaks: ["R13"],
            because: ["final.challenges"],
            app: {
                $0.answers.prompt = { put in
                    put(); put()
                }
            }),
        Mutant(
            "ignore-cancel", "goes on without a credential where the challenge was cancelled",
            from: "github.com/Esri/arcgis-maps-sdk-kotlin-toolkit/pull/59", breaks: ["R14"],
            because: ["wire.unexpected"],
            app: { app in
                app.browsing.givesUp = { false }
                app.answers.arcGIS = { answer, challenge, known in
                    if case .tokenServiceConsent = challenge.kind { return answer }
                    guard case .cancel = answer else { return answer }
                    return try await known()
                }
                app.answers.network = { answer, known in
                    guard case .cancel = answer else { return answer }
                    return known()
                }
            }),
        Mutant(
            "consent-skipped", "answers the consent challenge itself and goes on",
            from: "github.com/Esri/arcgis-rest-js/issues/485", breaks: ["R5"],
            because: ["wire.unexpected", "secret.foreign-origin: password"],
            app: { app in
                app.answers.consents = { _ in true }
                app.authenticating.interface { $0.consents = true }
            }),
        Mutant(
            "without-is-cancel", "cancels where the app goes on without a credential",
            from: "developers.arcgis.com/kotlin/api-reference (NetworkAuthenticationChallengeResponse)",
            breaks: ["R14"],
            because: ["final.reason"],
            app: { app in
                app.answers.network = { answer, _ in
                    guard case .withoutCredential = answer else { return answer }
                    return .cancel
                }
            }),
        Mutant(
            "one-attempt-more", "lets the user try once more than the limit",
            from: "enterprise.arcgis.com/en/server/latest/administer/windows/user-account-lockout-policy.htm",
            breaks: ["R11"],
            because: ["client: challenge came"],
            app: { $0.policy = { $0.maxAttempts += 1 } }),
        Mutant(
            "send-empty-fields", "sends something in the place of an empty user name or password",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (username, password)",
            breaks: ["T28"],
            because: ["refused.password-missing", "refused.password-wrong", "wire.order: user is redacted-typed"],
            app: { $0.text = { $0.isEmpty ? "nobody" : $0 } }),
        Mutant(
            "last-answer-counts", "takes the last of several answers to one challenge",
            from: "github.com/Esri/arcgis-maps-sdk-swift-toolkit (ValueContinuation tests)", breaks: ["R13"],
            because: ["wire.missing: generateToken", "wire.missing"],
            app: { $0.answers.order = { $0.reversed() } }),
        Mutant(
            "keep-handlers", "asks handlers that were taken away",
            from: "github.com/Esri/arcgis-maps-sdk-kotlin-toolkit/pull/1006", breaks: ["L18", "L19"],
            because: ["final.reason", "wire.unexpected: oauth2/authorize", "client: signIn portal question"],
            app: { $0.answers.withdraw = { _ in } }),
        Mutant(
            "ask-suppressed", "asks the user though challenges are suppressed",
            from: "github.com/Esri/arcgis-maps-sdk-flutter-samples/issues/126", breaks: ["C20"],
            because: ["client: token challenge"],
            app: { $0.loading.challenges = { _ in .ask } }),
        Mutant(
            "cancel-all-waiters", "cancels everybody who waits where one is cancelled",
            from: "github.com/Esri/arcgis-maps-sdk-kotlin-toolkit (SafeContinuation tests)", breaks: ["Q06"],
            because: ["wire.missing"],
            app: { $0.loading.cancelled = { _ in nil } }),
    ]
}
