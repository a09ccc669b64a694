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
            "item-before-portal", "asks for what is in a portal without loading it first",
            from: "developers.arcgis.com/swift/programming-patterns/loading-resources-asynchronously",
            breaks: ["C26", "C28"],
            because: [
                "wire.order: operation is content/items", "wire.order: operation is search",
                "wire.order: operation is community/groups", "wire.unexpected: content/items", "wire.never",
                "wire.missing: portals/self", "wire.order: operation is portals/self",
            ],
            app: { app in
                app.loading.portal = { portal in
                    Portal(url: portal.url, challenges: portal.challenges, in: portal.environment)
                }
            }),
        Mutant(
            "portal-for-each-item", "loads the portal again for each of its items",
            from: "developers.arcgis.com/swift/programming-patterns/loading-resources-asynchronously",
            breaks: ["C27"],
            because: ["wire.order: operation is portals/self", "wire.unexpected: portals/self"],
            app: { app in
                app.loading.portal = { portal in
                    Portal(
                        url: portal.url, connection: portal.connection, challenges: portal.challenges,
                        in: portal.environment)
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
            "forget-featured", "does not read which groups and items a portal features",
            from: "developers.arcgis.com/rest/users-groups-and-items/portal-self (featuredGroups)", breaks: ["C29"],
            because: ["wire.missing: community/groups", "events.order: found"],
            wire: { _ in
                Misreading { $0.without(member: "featuredGroups").without(member: "featuredItemsGroupQuery") }
            }),
        Mutant(
            "forget-basemap", "does not read the basemap of new maps",
            from: "developers.arcgis.com/rest/users-groups-and-items/portal-self (defaultBasemap)", breaks: ["C30"],
            because: ["final.basemap"], wire: { _ in Misreading { $0.without(member: "defaultBasemap") } }),
        Mutant(
            "items-for-groups", "tells of groups that were found as of items",
            from: "developers.arcgis.com/ios/10-2/api-reference (AGSPortalDelegate)", breaks: ["C32"],
            because: ["final.delegate"],
            app: { $0.loading.searchWord = { $0 == "foundGroups" ? "foundItems" : $0 } }),
        Mutant(
            "send-any-id", "asks for an item whatever its id looks like",
            from: "developers.arcgis.com/swift/api-reference (PortalItem.ID)", breaks: ["C33"],
            because: ["wire.unexpected"],
            app: { $0.requests.looksAtIDs = false }),
        Mutant(
            "retry-images", "asks for a picture again on every `load` after a failure",
            from: "developers.arcgis.com/swift/programming-patterns/loading-resources-asynchronously", breaks: ["C34"],
            because: ["events.order: image"],
            app: { $0.loading.image = { image, _ in try await image.retryLoad() } }),
        Mutant(
            "forget-profile", "does not read since when users are members and what they say of themselves",
            from: "developers.arcgis.com/rest/users-groups-and-items/user (created, description)", breaks: ["C35"],
            because: ["final.memberSince", "final.description"],
            wire: { _ in Misreading { $0.without(member: "created").without(member: "description") } }),
        Mutant(
            "report-other-reason", "reports another reason than the true one",
            from: "github.com/Esri/collector-tools/issues/91", breaks: ["R14"],
            because: ["final.reason", "events.order: service-error"],
            app: { $0.tells = { _ in .serviceError } }),
    ]
}
