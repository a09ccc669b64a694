internal import JSONValues
internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with web maps.
    static let maps: [Mutant] = [
        Mutant(
            "keep-old-layers", "opens a map on top of the one that is there",
            from: "developers.arcgis.com/ios/10-2/api-reference (AGSWebMap openIntoMapView:resetMapView:)",
            breaks: ["W27"],
            because: ["final.viewLayers"],
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
            "forget-bookmarks", "does not read bookmarks",
            from: "developers.arcgis.com/web-map-specification/objects/bookmark", breaks: ["W23"],
            because: ["final.bookmarks"],
            wire: { _ in Misreading { $0.without(member: "bookmarks") } }),
        Mutant(
            "forget-popups", "does not read what is to be shown of features",
            from: "developers.arcgis.com/web-map-specification/objects/popupInfo", breaks: ["W24"],
            because: ["final.popupDefinitions", "final.hasPopups"],
            wire: { _ in Misreading { $0.without(member: "popupInfo") } }),
    ]
}

extension HTTPResponse {
    /// The same document without a member, wherever that stands.
    fileprivate func without(member name: String) -> HTTPResponse {
        guard let document else { return self }
        var copy = self
        copy.body = Self.stripped(document, of: name).bytes()
        return copy
    }

    private static func stripped(_ value: JSONValue, of name: String) -> JSONValue {
        switch value {
        case .object(let members): .object(members.filter { $0.key != name }.mapValues { stripped($0, of: name) })
        case .array(let elements): .array(elements.map { stripped($0, of: name) })
        default: value
        }
    }
}
