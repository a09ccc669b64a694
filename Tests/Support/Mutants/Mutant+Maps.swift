internal import JSONValues
internal import PortalClient
internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with web maps.
    static let maps: [Mutant] = [
        Mutant(
            "keep-old-layers", "opens a map on top of the one that is there",
            from: "developers.arcgis.com/ios/10-2/api-reference (AGSWebMap openIntoMapView:resetMapView:)",
            breaks: ["W27"],
            because: ["final.viewExtent", "final.viewLayers"],
            isPartial: true, app: { $0.maps.resets = { _ in false } }),
        Mutant(
            "keep-basemap", "says that the basemap was changed and keeps the old one",
            from: "developers.arcgis.com/ios/10-2/api-reference (AGSWebMap switchBaseMapOnMapView:)", breaks: ["W30"],
            because: ["final.viewLayers"],
            app: { $0.maps.changesBasemap = false }),
        Mutant(
            "withhold-bing-key", "has a key for Bing Maps and does not give it",
            from: "developers.arcgis.com/ios/10-2/api-reference (AGSWebMapDelegate bingAppIdForWebMap:)",
            breaks: ["W19"],
            because: ["events.order: bing-key-missing", "client: the layer Aerial"],
            app: { $0.maps.bingKey = { _ in nil } }),
        Mutant(
            "other-bing-key", "gives another key for Bing Maps than the app has",
            from: "learn.microsoft.com/bingmaps/rest-services/imagery/get-imagery-metadata (key)", breaks: ["W47"],
            because: ["final.bingImagery.Aerial"],
            wire: { _ in Misreading { $0.replacing("mock-bing-key-city", by: "another-bing-key") } },
            app: { $0.maps.bingKey = { _ in "another-bing-key" } }),
        Mutant(
            "show-everything", "shows every layer of a map, and all that is in it",
            from: "developers.arcgis.com/web-map-specification/objects/operationalLayers (visibility, visibleLayers)",
            breaks: ["W48"],
            because: ["final.layerVisibility.Counts", "final.layerVisibility.Roads"],
            wire: { _ in Misreading { $0.without(member: "visibility").without(member: "visibleLayers") } }),
        Mutant(
            "forget-bookmarks", "does not read bookmarks",
            from: "developers.arcgis.com/web-map-specification/objects/bookmark", breaks: ["W23"],
            because: ["final.bookmarks"],
            wire: { _ in Misreading { $0.without(member: "bookmarks") } }),
        Mutant(
            "forget-reference", "does not read what coordinates are measured in",
            from: "developers.arcgis.com/web-map-specification/objects/spatialReference", breaks: ["W23"],
            because: ["final.bookmarks", "final.mapSpatialReference"],
            wire: { _ in Misreading { $0.without(member: "spatialReference") } }),
        Mutant(
            "forget-extent", "does not read which area is shown first",
            from: "developers.arcgis.com/web-map-specification/objects/initialState", breaks: ["W01", "W27"],
            because: ["final.viewExtent", "final.mapExtent", "final.viewSpatialReference"],
            isPartial: true, wire: { _ in Misreading { $0.without(member: "initialState") } }),
        Mutant(
            "bing-is-open", "takes layers of Bing Maps for layers that need no key",
            from: "developers.arcgis.com/web-map-specification/objects/bingLayer", breaks: ["W19"],
            because: [
                "final.bingKeys.Aerial", "wire.missing: portals/self", "events.missing: bingKeyAsked",
                "events.order: bingKeyAsked",
            ],
            wire: { _ in
                Misreading {
                    $0.replacing("BingMapsAerial", by: "OpenStreetMap").replacing("BingMapsHybrid", by: "OpenStreetMap")
                }
            }),
        Mutant(
            "forget-popups", "does not read what is to be shown of features",
            from: "developers.arcgis.com/web-map-specification/objects/popupInfo", breaks: ["W24"],
            because: ["final.popupDefinitions", "final.hasPopups"],
            wire: { _ in Misreading { $0.without(member: "popupInfo") } }),
        Mutant(
            "overlays-first", "loads the layers of a map before its basemap",
            from: "developers.arcgis.com/web-map-specification/objects/webmap (baseMap, operationalLayers)",
            breaks: ["W10"],
            because: ["wire.order: operation is", "events.order: layer("],
            wire: { _ in Misreading { $0.withOverlaysFirst } }),
        Mutant(
            "skip-for-retry", "goes on with the next layer where the one that failed is to be tried again",
            from: "developers.arcgis.com/ios/10-2/api-reference (AGSWebMap continueOpenWithCredential:)",
            breaks: ["W12", "W13"],
            because: ["wire.missing", "wire.order: operation is Roads"],
            app: { $0.maps.answer = { answer, _ in answer?.isRetry == true ? .skip : answer } }),
        Mutant(
            "reload-loaded-layers", "loads every layer anew where one is tried again",
            from: "developers.arcgis.com/ios/10-2/api-reference (AGSWebMap continueOpenWithCredential:)",
            breaks: ["W13", "W35"],
            because: ["wire.order: operation is Roads", "wire.unexpected: Roads"],
            wire: { _ in ReloadingLayers() }),
        Mutant(
            "layer-credential-everywhere", "gives the credential of one layer to every later one that fails",
            from: "github.com/Esri/arcgis-rest-js/issues/485", breaks: ["W32", "R5"],
            because: ["secret.foreign-origin", "wire.unexpected: @other user=alice"],
            app: {
                $0.maps.answer = { answer, before in
                    let given = before.first { $0.isRetry && $0 != .retry(nil) }
                    return answer == .skip && before.last != .skip && given != nil ? given : answer
                }
            }),
        Mutant(
            "basemap-as-layer", "tells the failure of a basemap's layer as that of any other",
            from: "developers.arcgis.com/ios/10-2/api-reference (AGSWebMapDelegate, baseLayer:)", breaks: ["W16"],
            because: ["events.order: base"],
            app: { $0.maps.tellsBasemap = false }),
        Mutant(
            "cancel-is-skip", "goes on with the next layer where the opening is cancelled",
            from: "developers.arcgis.com/ios/10-2/api-reference (AGSWebMap cancelOpen)", breaks: ["W17"],
            because: ["wire.unexpected: Roads/0", "wire.never"],
            app: { $0.maps.answer = { answer, _ in answer == .cancel ? .skip : answer } }),
        Mutant(
            "give-up-unheard", "ends the opening at the first layer that fails where no handler is told of it",
            from: "developers.arcgis.com/ios/10-2/api-reference (AGSWebMapDelegate, optional)", breaks: ["W18"],
            because: ["wire.missing: Roads/0"],
            app: { $0.maps.unheard = .cancel }),
        Mutant(
            "ask-unknown-layers", "takes a layer of an unknown type for one with features",
            from: "developers.arcgis.com/web-map-specification/objects/operationalLayers", breaks: ["W21"],
            because: ["client: the layer Puzzle"],
            wire: { _ in Misreading { $0.replacing("PuzzleLayer", by: "ArcGISFeatureLayer") } }),
        Mutant(
            "open-for-popups", "opens a map that was not opened when it is asked for popups",
            from: "developers.arcgis.com/ios/10-2/api-reference (AGSWebMap hasPopupsDefined)", breaks: ["W26"],
            because: ["wire.unexpected: Roads"],
            app: { $0.maps.opensForPopups = true }),
        Mutant(
            "ignore-early-opening", "opens no map whose document is still under way",
            from: "developers.arcgis.com/ios/10-2/api-reference (AGSWebMap openIntoMapView:)", breaks: ["W28"],
            because: ["wire.missing: Roads"],
            app: { $0.maps.opensEarly = false }),
        Mutant(
            "first-one-wins",
            "begins no other opening, change of the basemap or fetch of popups while one is under way",
            from: "developers.arcgis.com/ios/10-2/api-reference (AGSWebMap isSwitchingBaseMap)",
            breaks: ["W25", "W29", "W30"],
            because: [
                "wire.missing: Roads", "client: the client did not end", "client: the portal did not see 2 requests",
            ],
            app: { $0.maps.beginsAgain = false }),
        Mutant(
            "keep-token-in-address", "sends the token that stands in a layer's address",
            from: "github.com/Esri/esri-leaflet/issues/1415", breaks: ["W33"],
            because: ["client: the layer Roads", "secret.in-url"],
            wire: { _ in KeepingAddresses() }),
        Mutant(
            "print-layer-addresses", "writes the addresses of layers into the log as they stand in the map",
            from: "github.com/Esri/esri-leaflet/issues/1415", breaks: ["W33", "R23"],
            because: ["secret.in-output"],
            wire: { facts in PrintingAddresses(facts: facts) }),
        Mutant(
            "fail-map-with-layer", "takes a map for failed where one of its layers is",
            from: "developers.arcgis.com/swift/api-reference (Layer.loadError)", breaks: ["W35"],
            because: ["events.order: failed(not-found)", "events.order: failed(token-required)"],
            app: { $0.maps.toleratesLayers = false }),
    ]
}

extension LayerDisposition {
    fileprivate var isRetry: Bool {
        switch self {
        case .retry: true
        case .skip, .cancel: false
        }
    }
}

extension HTTPResponse {
    /// The same document without a member, wherever that stands.
    func without(member name: String) -> HTTPResponse {
        guard let document else { return self }
        return with(Self.stripped(document, of: name))
    }

    /// A web map whose layers stand in its basemap, and the other way round.
    fileprivate var withOverlaysFirst: HTTPResponse {
        guard var map = document, let layers = map["operationalLayers"],
            let basemap = map["baseMap"]?["baseMapLayers"]
        else { return self }
        map["operationalLayers"] = basemap
        map["baseMap"]?["baseMapLayers"] = layers
        return with(map)
    }

    private static func stripped(_ value: JSONValue, of name: String) -> JSONValue {
        switch value {
        case .object(let members): .object(members.filter { $0.key != name }.mapValues { stripped($0, of: name) })
        case .array(let elements): .array(elements.map { stripped($0, of: name) })
        default: value
        }
    }
}
