internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients whose own machinery is wrong in what an app double could be blamed for as well: who waits, who is asked, what is kept.
    static let engine: [Mutant] = [
        Mutant(
            "invent-portal", "makes the portal's document up instead of asking for it",
            from: "developers.arcgis.com/swift/programming-patterns/loading-resources-asynchronously", breaks: ["L01"],
            because: ["wire.missing: portals/self", "wire.order: operation is content/items"],
            wire: { _ in InventingPortal() }),
        Mutant(
            "poisoned-load", "answers every later load with the failure of the first",
            from: "developers.arcgis.com/swift/programming-patterns/loading-resources-asynchronously", breaks: ["L03"],
            because: ["wire.missing: portals/self"],
            wire: { _ in Remembering(of: \.isPortalSelf, keeps: { $0.envelopeCode != nil }) }),
        Mutant(
            "load-again-by-itself", "loads a portal that was refused once more by itself",
            from: "developers.arcgis.com/swift/programming-patterns/loading-resources-asynchronously",
            breaks: ["C07", "L02"],
            because: ["wire.unexpected: portals/self"],
            wire: { _ in LoadingAgain() }),
        Mutant(
            "serve-one-waiter", "gives a token to one of those who wait for it, and cancels the others",
            from: "github.com/Esri/arcgis-rest-js (ArcGISIdentityManager, _pendingTokenRequests)",
            breaks: ["R25", "Q06", "Q08"],
            because: ["wire.missing: Traffic", "wire.missing"],
            wire: { _ in ServingOne() }),
        Mutant(
            "token-outlives-sign-out", "signs with a token that arrived after the user signed out",
            from: "github.com/Esri/arcgis-maps-sdk-swift-toolkit/issues/1183", breaks: ["R24", "Q11"],
            because: ["wire.never", "wire.order: no token expected"],
            wire: { _ in KeepingLateTokens() }),
        Mutant(
            "token-before-question", "asks for a token where one is wanted, before the user has said as whom",
            from: "github.com/Esri/arcgis-maps-sdk-kotlin-toolkit/pull/59", breaks: ["R14"],
            because: ["wire.unexpected: generateToken", "wire.order: operation is generateToken", "wire.never"],
            wire: { facts in
                AskingAfter { $1.envelopeCode == 499 && $0.tokenText == nil ? facts.bareTokenRequest : nil }
            }
        ),
        Mutant(
            "guess-login", "answers a 401 with an empty name and password, before the user was asked",
            from: "RFC 9110 §11.6.2", breaks: ["R14", "R15"],
            because: ["refused.credentials-wrong", "wire.unexpected: portals/self", "wire.unexpected"],
            wire: { _ in
                AskingAfter { request, answer in
                    guard answer.status == 401, request.httpCredentials == nil else { return nil }
                    return request.with { $0.headers.append(HeaderField("Authorization", "Basic Og==")) }
                }
            }),
        Mutant(
            "key-over-credential", "signs with an API key where it has a token for the place",
            from: "developers.arcgis.com/documentation/security-and-authentication/api-key-authentication",
            breaks: ["K03"],
            because: ["wire.order: carries key:", "wire.never"],
            wire: { facts in
                Rewriting { request in
                    guard let key = facts.key("weather"), !request.isGenerate else { return request }
                    return key.reveal { request.replacing("X-Esri-Authorization", by: "Bearer \($0)") }
                }
            }),
        Mutant(
            "forget-refresh-token", "does not keep the refresh token that a sign-in brought",
            from: "github.com/Esri/arcgis-rest-js/issues/1180", breaks: ["R24", "L16"],
            because: [
                "wire.order: revokes is token#1", "wire.missing: revokes=", "wire.missing: oauth2/revokeToken",
                "wire.order: revokes is absent",
            ],
            isPartial: true,
            wire: { _ in
                MisreadingAnswers { request, answer in
                    guard request.isGrant, var document = answer.document else { return answer }
                    document["refresh_token"] = nil
                    return .json(document.text())
                }
            }),
    ]
}

extension HTTPRequest {
    /// Whether it asks a portal about itself.
    fileprivate var isPortalSelf: Bool { path.hasSuffix("/portals/self") }
}

extension WireFacts {
    /// A token request that names no user.
    fileprivate var bareTokenRequest: HTTPRequest {
        HTTPRequest(
            method: "POST", url: portalURL + "/sharing/rest/generateToken",
            headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")], body: Array("f=json".utf8))
    }
}
