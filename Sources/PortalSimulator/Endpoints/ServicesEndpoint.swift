internal import JSONValues

/// Services of the ArcGIS Server: their metadata and that of their layers.
enum ServicesEndpoint {
    static func service(_ call: ServiceCall) -> PortalReply { .document(call.document) }

    static func layer(_ call: ServiceCall) throws(BlueprintError) -> PortalReply {
        try call.layer { .document(.object(document($0, call))) }
    }

    /// `layers`: the metadata of all layers and tables at once (developers.arcgis.com, "All Layers and Tables").
    static func layers(_ call: ServiceCall) -> PortalReply {
        let all = call.service.layers.map { document($0, call) }
        return .document([
            "layers": .array(all.filter { $0["type"] != "Table" }.map { .object($0) }),
            "tables": .array(all.filter { $0["type"] == "Table" }.map { .object($0) }),
        ])
    }

    private static func document(_ layer: PortalContent.Layer, _ call: ServiceCall) -> [String: JSONValue] {
        guard layer.isMadeFromData, call.kind == .map else { return layer.document }
        return layer.document.merging(["capabilities": call.document["capabilities"] ?? .null]) { $1 }
    }
}
