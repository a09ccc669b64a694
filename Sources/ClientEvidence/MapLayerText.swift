internal import HTTPSemantics
package import JSONValues
package import PortalAuthentication

/// A layer as a web map's document has it, read without the client that is judged
/// (developers.arcgis.com/web-map-specification › operationalLayers, baseMap).
package struct MapLayerText: Sendable {
    package let title: String
    /// As `ArcGISFeatureLayer`; empty in old documents.
    package let type: String
    /// Where its service is, without a query.
    package let url: HTTPURL

    /// The arrays of layers in a document, by the names of their members, in the order in which they are opened.
    package static func lists(in members: [String: JSONValue]) -> [(name: String, layers: [JSONValue])] {
        let basemap = members["baseMap"]?["baseMapLayers"]?.array ?? []
        return [
            ("baseMap.baseMapLayers", basemap), ("operationalLayers", members["operationalLayers"]?.array ?? []),
        ]
    }

    /// The layers that ask a GIS server, those of groups in place of the groups; of two at one address the first.
    package static func services(in document: JSONValue?) -> [MapLayerText] {
        var found: [MapLayerText] = []
        func read(_ layer: JSONValue) {
            if let inner = layer["layers"]?.array, layer["url"]?.string == nil { return inner.forEach(read) }
            guard let text = layer["url"]?.string,
                let url = HTTPURL(parsing: text.hasPrefix("//") ? "https:" + text : text)?.with(query: nil),
                isService(url), !found.contains(where: { $0.isAt(url) })
            else { return }
            found.append(
                MapLayerText(
                    title: layer["title"]?.string ?? layer["id"]?.string ?? "a layer",
                    type: layer["layerType"]?.string ?? "", url: url))
        }
        for list in lists(in: document?.object ?? [:]) { list.layers.forEach(read) }
        return found
    }

    /// Whether a request asked for it; documents name by http what is asked over TLS.
    package func isAt(_ other: HTTPURL) -> Bool {
        url.origin.host == other.origin.host && url.segments == other.segments
            && (url.origin.isSecure == other.origin.isSecure ? url.origin.port == other.origin.port : true)
    }

    private static func isService(_ url: HTTPURL) -> Bool {
        var words = url.segments.map { $0.lowercased() }
        if words.last.map({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) == true { words.removeLast() }
        return words.contains("rest") && ["featureserver", "mapserver", "imageserver"].contains(words.last)
    }
}
