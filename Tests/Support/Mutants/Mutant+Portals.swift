internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import PortalScenarios

extension Mutant {
    /// Clients that are wrong with what they tell of portals.
    static let portals: [Mutant] = [
        Mutant(
            "no-load", "says loaded without a request",
            from: "developers.arcgis.com/swift/programming-patterns/loading-resources-asynchronously", breaks: ["L01"],
            because: ["wire.missing: portals/self"],
            app: { $0.loading.load = { _, _, _ in } }),
        Mutant(
            "stale-load", "asks the portal again on every `load`",
            from: "developers.arcgis.com/swift/programming-patterns/loading-resources-asynchronously", breaks: ["L05"],
            because: ["wire.unexpected: portals/self"],
            app: { app in
                app.loading.load = { portal, environment, _ in
                    try await Portal(url: portal.url, connection: portal.connection, in: environment).load()
                }
            }),
        Mutant(
            "keep-loading", "goes on loading, and calls back, once no reference to the portal is left",
            from: "developers.arcgis.com/ios/10-2/objective-c/guide/connecting-to-a-portal.htm", breaks: ["C18"],
            because: ["client: the client did not end"],
            app: { $0.loading.drop = { _ in } }),
        Mutant(
            "notify-twice", "tells observers everything twice",
            from: "developers.arcgis.com/ios/10-2/objective-c/guide/connecting-to-a-portal.htm", breaks: ["C25"],
            because: ["final.notifications"],
            app: { $0.loading.observe = { [$0.observe($1), $0.observe($1)] } }),
        Mutant(
            "report-other-reason", "reports another reason than the true one",
            from: "github.com/Esri/collector-tools/issues/91", breaks: ["R14"],
            because: ["final.reason", "events.order: service-error"],
            app: { $0.tells = { _ in .serviceError } }),
    ]
}
