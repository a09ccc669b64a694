internal import PortalAuthentication
internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with which token and which credential is whose.
    static let federation: [Mutant] = [
        Mutant(
            "portal-token-to-server", "sends the portal's token to every server as it is",
            from: "developers.arcgis.com/rest/users-groups-and-items/generate-token (serverUrl)", breaks: ["R26"],
            because: ["refused.token-scope", "wire.order: carries", "secret.foreign-origin", "wire.order: bare"],
            wire: { _ in MixingTokens(.portalsToServers) }),
        Mutant(
            "one-token-per-host", "sends the first token of a host with every request to it",
            from: "github.com/Esri/arcgis-rest-js/issues/242", breaks: ["R26"],
            because: ["refused.token-scope", "wire.order: carries", "wire.order: bare"],
            wire: { _ in MixingTokens(.firstOfHost) }),
        Mutant(
            "ignore-owner", "does not read to which portal a server belongs",
            from: "developers.arcgis.com/rest/services-reference/enterprise/server-info (owningSystemUrl)",
            breaks: ["R26"],
            because: [
                "refused.token-missing",
                "client: challenge", "wire.missing: generateToken", "wire.order: operation is Traffic",
                "wire.missing: Traffic",
            ],
            wire: { _ in Misreading { $0.without(member: "owningSystemUrl") } }),
        Mutant(
            "exchange-again", "exchanges the portal's token again for every request",
            from: "github.com/Esri/arcgis-rest-js/issues/485", breaks: ["R25"],
            because: ["wire.order: operation is generateToken", "wire.unexpected: generateToken"],
            wire: { _ in ExchangingAgain() }),
        Mutant(
            "keep-server-token", "uses the first token of a server for ever",
            from: "github.com/Esri/arcgis-rest-js/issues/473", breaks: ["F03"],
            because: [
                "refused.token-expired", "token.repeated", "wire.order: operation is Traffic",
                "wire.missing: generateToken",
            ],
            wire: { _ in
                Remembering(of: { $0.isGenerate && $0.field("serverUrl") != nil }, keeps: { $0.envelopeCode == nil })
            }),
        Mutant(
            "ask-owner-every-time", "asks a server whose it is before every request",
            from: "github.com/Esri/arcgis-rest-js/issues/242", breaks: ["F06"],
            because: ["wire.order: operation is server/info", "wire.unexpected: server/info"],
            wire: { _ in AskFirst { $0.path.contains("/rest/services") ? $0.discovery : nil } }),
        Mutant(
            "ignore-families", "exchanges tokens though the app has said that hosts share them",
            from: "github.com/Esri/arcgis-rest-js (canUseOnlineToken)", breaks: ["F12"],
            because: ["wire.order: operation is server/info"],
            app: { $0.policy = { $0.tokenFamilies = [] } }),
        Mutant(
            "share-anyway", "keeps a credential for a host that it does not belong to",
            from: "developers.arcgis.com/kotlin/api-reference (ArcGISCredentialStore)", breaks: ["F15"],
            because: ["wire.order: operation is server/info"],
            app: { $0.keeping.add = { environment, credential, _ in environment.credentials.add(credential) } }),
        Mutant(
            "first-credential-stays", "does not replace a credential by a later one for the same place",
            from: "developers.arcgis.com/swift/api-reference (ArcGISCredentialStore)", breaks: ["F16"],
            because: ["wire.order: user is bob", "wire.never"],
            app: {
                $0.keeping.add = { environment, credential, _ in
                    guard environment.credentials.credentials.isEmpty else { return }
                    environment.credentials.add(credential)
                }
            }),
    ]
}
