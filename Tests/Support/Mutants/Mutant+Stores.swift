internal import PortalAuthentication
internal import PortalScenarios

extension Mutant {
    /// Clients that are wrong with what they keep.
    static let stores: [Mutant] = [
        Mutant(
            "forget-store", "finds nothing of what it kept",
            from: "github.com/Esri/data-collection-ios/issues/119", breaks: ["L09"],
            because: ["final.reason", "client: challenge came", "wire.missing"],
            store: .forgets),
        Mutant(
            "plain-store", "writes down what it keeps as it is",
            from: "developers.arcgis.com/kotlin/api-reference (ArcGISCredentialStore)", breaks: ["L09"],
            because: ["secret.in-file"],
            store: .plain),
        Mutant(
            "open-store-files", "lets everybody read its stores",
            from: "pubs.opengroup.org/onlinepubs/9799919799/functions/chmod.html", breaks: ["L09"],
            because: ["final.storeFiles", "client: oAuthOrToken challenge"],
            store: .open),
        Mutant(
            "delete-damaged-store", "deletes a store that it cannot read",
            from: "developers.arcgis.com/kotlin/api-reference (ArcGISCredentialStore)", breaks: ["L10"],
            because: ["final.reason", "wire.missing"],
            store: .deletes),
        Mutant(
            "late-saves", "writes only the first change of a store",
            from: "github.com/Esri/arcgis-rest-js/issues/1180", breaks: ["O13"],
            because: ["client: oAuthOrToken challenge"],
            store: .late),
        Mutant(
            "half-store", "keeps the first of two stores although the second could not be opened",
            from: "developers.arcgis.com/kotlin/api-reference (ArcGISCredentialStore)", breaks: ["L11"],
            because: ["wire.unexpected"],
            app: { app in
                app.keeping.persist = { environment, store throws(PortalError) in
                    do throws(PortalError) {
                        try await environment.authentication.setupPersistentCredentialStorage(store)
                    } catch {
                        try? await environment.credentials.makePersistent(store, in: environment)
                        throw error
                    }
                }
            }),
        Mutant(
            "swallow-store-events", "reports no changes of its stores",
            from: "github.com/Esri/arcgis-rest-js/issues/1180", breaks: ["L15"],
            because: ["client: 1 things did not happen to the app"],
            app: { $0.keeping.hears = { _ in false } }),
        Mutant(
            "ignore-sign-out", "says that it signed out and keeps everything",
            from: "github.com/Esri/arcgis-maps-sdk-swift-toolkit/issues/1183", breaks: ["R24"],
            because: [
                "wire.unexpected", "wire.order: token#1", "wire.order: same connection",
                "wire.order: no token expected",
                "wire.order: revokes is absent", "final.credentials", "wire.missing",
            ],
            app: { app in
                app.keeping.signOut = {
                    $0.core.events.emit(.signedOut); return true
                }
                app.keeping.clear = { $0.core.events.emit(.signedOut) }
            }),
        Mutant(
            "browser-stays-signed-in", "leaves the browser's session as it is where it signs out",
            from: "OpenID Connect RP-Initiated Logout 1.0 §2; SAML 2.0 Profiles §4.4", breaks: ["V09"],
            because: [
                "events.order: signedOutInBrowser", "wire.order: oauth2/signout", "wire.missing: oauth2/signout",
            ],
            app: { $0.keeping.signOutPage = { _ in nil } }),
        Mutant(
            "keep-removed-credential", "goes on with a credential that was removed",
            from: "github.com/Esri/data-collection-ios/issues/119", breaks: ["L14"],
            because: ["wire.order: carries token#1"],
            app: { $0.keeping.remove = { _, _ in } }),
    ]
}
