internal import HTTPSemantics
internal import PortalAuthentication
internal import PortalClient
internal import PortalScenarios

extension Mutant {
    /// Clients that are wrong with API keys.
    static let keys: [Mutant] = [
        Mutant(
            "keys-everywhere", "sends its API key to every host",
            from: "developers.arcgis.com/documentation/security-and-authentication/api-key-authentication",
            breaks: ["K06"],
            because: ["secret.foreign-origin"],
            app: { $0.policy = { $0.apiKeyHosts = ["*"] } }),
        Mutant(
            "key-is-sign-in", "takes an API key for a signed-in user",
            from: "developers.arcgis.com/documentation/security-and-authentication/api-key-authentication",
            breaks: ["K04"],
            because: ["wire.order: carries key:weather"],
            app: { $0.policy = { $0.apiKeyCountsAsSignIn = true } }),
        Mutant(
            "key-first", "uses an API key in the place of a stored credential",
            from: "developers.arcgis.com/documentation/security-and-authentication/api-key-authentication",
            breaks: ["K03"],
            because: ["wire.order: carries key:"],
            app: { app in
                app.requests.send = { environment, request in
                    if let credential = environment.credentials.credential(for: request.url) {
                        environment.credentials.remove(credential)
                    }
                    _ = try await environment.request(request)
                }
            }),
        Mutant(
            "own-key-ignored", "does not look at a request's own API key",
            from: "developers.arcgis.com/documentation/security-and-authentication/api-key-authentication",
            breaks: ["K02"],
            because: ["wire.order: carries key:"],
            app: { app in
                app.requests.send = { environment, request in
                    var request = request
                    request.apiKey = nil
                    _ = try await environment.request(request)
                }
            }),
    ]
}
