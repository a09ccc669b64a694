internal import JSONValues

/// Services of the ArcGIS Server: their metadata and that of their layers.
enum ServicesEndpoint {
    static func service(_ request: ServiceRequest) -> PortalReply { .document(request.document) }

    static func layer(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { .document(.object(document($0, request))) }
    }

    /// `layers`: the metadata of all layers and tables at once (developers.arcgis.com, "All Layers and Tables").
    static func layers(_ request: ServiceRequest) -> PortalReply {
        let all = request.service.layers.map { document($0, request) }
        return .document([
            "layers": .array(all.filter { $0["type"] != "Table" }.map { .object($0) }),
            "tables": .array(all.filter { $0["type"] == "Table" }.map { .object($0) }),
        ])
    }

    private static func document(_ layer: PortalContent.Layer, _ request: ServiceRequest) -> [String: JSONValue] {
        guard layer.isMadeFromData, request.kind == .map else { return layer.document }
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
