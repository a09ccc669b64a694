internal import FeatureEngine
internal import JSONValues
internal import Platform

/// One feature of a layer as a resource (developers.arcgis.com, "Feature (Feature Service)" and "Feature (Map Service)").
enum FeatureEndpoint {
    static func feature(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            let written = request.captures.count > 1 ? request.captures[1] : ""
            let table = layer.features.withLock { $0 }
            guard let id = Int64(written), let row = table.row(id) else {
                return .failure(
                    ErrorEnvelope(
                        400, "Invalid or missing input parameters.",
                        details: .list(["there is no feature \(written.prefix(40))"])), "feature",
                    "layer \(layer.id) of \(request.service.name) has no feature \(written.prefix(40))")
            }
            return .document(FeatureDocument.make(row, of: table, in: layer.reference))
        }
    }
}
