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

    /// A host and a path on it: what is at one address is at one place.
    package struct Place: Hashable, Sendable {
        private let host: String
        private let segments: [Substring]

        package init(_ url: HTTPURL) {
            host = url.origin.host
            segments = url.segments
        }
    }

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
        // Of the layers at one place all have the scheme of the first: see `isAt`.
        var known: [Place: (isSecure: Bool, ports: Set<Int>)] = [:]
        func isNew(_ url: HTTPURL) -> Bool {
            let place = Place(url)
            let first = known[place, default: (url.origin.isSecure, [])]
            guard first.isSecure == url.origin.isSecure else { return false }
            return known[place, default: first].ports.insert(url.origin.port).inserted
        }
        func read(_ layer: JSONValue) {
            if let inner = layer["layers"]?.array, layer["url"]?.string == nil { return inner.forEach(read) }
            guard let text = layer["url"]?.string,
                let url = HTTPURL(parsing: text.hasPrefix("//") ? "https:" + text : text)?.with(query: nil),
                isService(url), isNew(url)
            else { return }
            found.append(
                MapLayerText(
                    title: layer["title"]?.string ?? layer["id"]?.string ?? "a layer",
                    type: layer["layerType"]?.string ?? "", url: url))
        }
        for list in lists(in: document?.object ?? [:]) { list.layers.forEach(read) }
        return found
    }

    /// How many layers and tables a document has, with those inside of its groups and services.
    package static func count(in document: JSONValue?) -> Int {
        func count(_ layers: JSONValue?) -> Int {
            layers?.array?.reduce(0) { $0 + 1 + count($1["layers"]) } ?? 0
        }
        return count(document?["operationalLayers"]) + count(document?["baseMap"]?["baseMapLayers"])
            + count(document?["tables"])
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
