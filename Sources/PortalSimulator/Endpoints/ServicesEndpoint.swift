internal import FeatureEngine
internal import JSONValues
internal import Platform

/// Services of the ArcGIS Server: their metadata and that of their layers.
enum ServicesEndpoint {
    static func service(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        var document = try request.dressed(request.document, as: request.kind.rawValue)
        guard request.kind == .feature, request.service.isTracked, request.service.isMadeFromData else {
            return .document(document)
        }
        document["changeTrackingInfo"] = [
            "layerServerGens": .array(
                request.service.layers.map { layer in
                    let generation = layer.features.withLock { $0.generation }
                    return ["id": .integer(Int64(layer.id)), "minServerGen": 1, "serverGen": .integer(generation)]
                })
        ]
        var reply = PortalReply.document(document)
        reply.isFleeting = true
        return reply
    }

    static func layer(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer throws(BlueprintError) in .document(try document(layer, request)) }
    }

    /// `layers`: the metadata of all layers and tables at once (developers.arcgis.com, "All Layers and Tables").
    static func layers(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        var all: [JSONValue] = []
        for layer in request.service.layers { all.append(try document(layer, request)) }
        return .document([
            "layers": .array(all.filter { $0["type"] != "Table" }),
            "tables": .array(all.filter { $0["type"] == "Table" }),
        ])
    }

    private static func document(
        _ layer: PortalContent.Layer, _ request: ServiceRequest
    ) throws(BlueprintError) -> JSONValue {
        guard layer.isMadeFromData else { return .object(layer.document) }
        let kind = "\(request.kind.rawValue)/\(layer.document["type"] == "Table" ? "table" : "layer")"
        return try request.dressed(.object(request.kind == .map ? onMap(layer, request) : layer.document), as: kind)
    }

    /// What a map service says of a layer.
    private static func onMap(_ layer: PortalContent.Layer, _ request: ServiceRequest) -> [String: JSONValue] {
        var document = layer.document
        document["capabilities"] = request.document["capabilities"] ?? .null
        // A map service hands no attachments out here, and takes no edits.
        document["advancedQueryCapabilities"]?["supportsQueryAttachments"] = false
        document["advancedQueryCapabilities"]?["supportsQueryAttachmentsWithReturnUrl"] = false
        document["supportsRollbackOnFailureParameter"] = false
        document["supportsCalculate"] = false
        // These are operations of feature services.
        document["supportsValidateSql"] = false
        document["advancedQueryCapabilities"]?["supportsTopFeaturesQuery"] = false
        return document
    }
}
