internal import JSONValues
internal import PortalClient
internal import PortalScenarios
internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with what a map shows of features, and with how it draws them.
    static let popups: [Mutant] = [
        Mutant(
            "show-hidden-fields", "shows fields that a popup hides",
            from: "developers.arcgis.com/web-map-specification/objects/fieldInfo (visible)", breaks: ["W37"],
            because: ["final.popups"], wire: { _ in Misreading { $0.without(members: ["visible"]) } }),
        Mutant(
            "field-names-for-labels", "shows the names of fields in the place of their labels",
            from: "developers.arcgis.com/web-map-specification/objects/fieldInfo (label)", breaks: ["W37"],
            because: ["final.popups"], wire: { _ in Misreading { $0.without(members: ["label"]) } }),
        Mutant(
            "forget-number-formats", "shows numbers with all decimals and without separators",
            from: "developers.arcgis.com/web-map-specification/objects/format (places, digitSeparator)",
            breaks: ["W38"], because: ["final.popups"],
            wire: { _ in Misreading { $0.without(members: ["places", "digitSeparator"]) } }),
        Mutant(
            "forget-date-formats", "shows every date in one format",
            from: "developers.arcgis.com/web-map-specification/objects/format (dateFormat)", breaks: ["W39"],
            because: ["final.popups"], isPartial: true,
            wire: { _ in Misreading { $0.without(members: ["dateFormat"]) } }),
        Mutant(
            "show-codes", "shows codes in the place of their names",
            from: "github.com/Esri/arcgis-maps-sdk-swift-toolkit (PopupView, coded values)", breaks: ["W40"],
            because: ["final.popups"], wire: { _ in Misreading { $0.without(members: ["codedValues"]) } }),
        Mutant(
            "ignore-subtypes", "takes the domain of a field for that of every subtype",
            from: "developers.arcgis.com/rest/services-reference/enterprise/layer-feature-service (subtypes)",
            breaks: ["W40"], because: ["final.popups"],
            wire: { _ in Misreading { $0.without(members: ["types", "subtypes"]) } }),
        Mutant(
            "markup-from-values", "shows values of a feature as HTML",
            from: "cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet",
            breaks: ["W41"],
            because: ["final.popups"],
            app: { $0.maps.html = { $0.replacing("&lt;", with: "<").replacing("&gt;", with: ">") } }),
        Mutant(
            "escape-twice", "escapes values that it takes for HTML before they are put into a text",
            from: "cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet",
            breaks: ["W41"],
            because: ["final.popups"],
            wire: { _ in Misreading { $0.replacing("<b>B</b>", by: "&lt;b&gt;B&lt;/b&gt;") } }),
        Mutant(
            "forget-normalization", "shows the numbers of a chart undivided",
            from: "developers.arcgis.com/web-map-specification/objects/value (normalizeField)", breaks: ["W42"],
            because: ["final.popups"], wire: { _ in Misreading { $0.without(members: ["normalizeField"]) } }),
        Mutant(
            "forget-media", "shows neither pictures nor charts",
            from: "developers.arcgis.com/web-map-specification/objects/mediaInfo", breaks: ["W42"],
            because: ["final.popups"], wire: { _ in Misreading { $0.without(members: ["mediaInfos"]) } }),
        Mutant(
            "forget-elements", "shows fields where a popup lists its elements",
            from: "developers.arcgis.com/web-map-specification/objects/popupElement", breaks: ["W43"],
            because: ["final.popups"], wire: { _ in Misreading { $0.without(members: ["popupElements"]) } }),
        Mutant(
            "forget-classes", "draws all features alike, whatever class they are in",
            from: "developers.arcgis.com/rest/services-reference/enterprise/renderer-objects", breaks: ["W44"],
            because: ["final.popups", "final.drawings"], isPartial: true,
            wire: { _ in
                Misreading { $0.without(members: ["uniqueValueInfos", "uniqueValueGroups", "classBreakInfos"]) }
            }),
        Mutant(
            "forget-layer-definition", "draws layers as their services say, whatever the map says",
            from: "developers.arcgis.com/web-map-specification/objects/layerDefinition", breaks: ["W44", "W46"],
            because: ["final.popups", "final.drawings"], isPartial: true,
            wire: { _ in Misreading { $0.without(members: ["layerDefinition"]) } }),
        Mutant(
            "guess-unknown-drawings", "takes renderers and symbols of unknown types for simple ones",
            from: "developers.arcgis.com/web-map-specification/objects/symbol", breaks: ["W45"],
            because: ["final.popups", "final.drawings"], isPartial: true,
            wire: { _ in
                Misreading {
                    $0.replacing("\"hologram\"", by: "\"simple\"").replacing("\"heatmap\"", by: "\"simple\"")
                        .replacing("esriHologram", by: "esriSMS").replacing("CIMSymbolReference", by: "esriSMS")
                }
            }),
    ]
}

extension HTTPResponse {
    /// The same document without some members, wherever they stand.
    fileprivate func without(members names: Set<String>) -> HTTPResponse {
        guard let document else { return self }
        return with(Self.stripped(document, of: names))
    }

    private static func stripped(_ value: JSONValue, of names: Set<String>) -> JSONValue {
        switch value {
        case .object(let members):
            .object(members.filter { !names.contains($0.key) }.mapValues { stripped($0, of: names) })
        case .array(let elements): .array(elements.map { stripped($0, of: names) })
        default: value
        }
    }
}
