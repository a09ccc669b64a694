internal import FeatureEngine
internal import JSONValues
internal import Platform

/// `query` of a layer (developers.arcgis.com, "Query (Feature Service/Layer)").
enum QueryEndpoint {
    static func query(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            let format = request.request["f"]?.lowercased()
            do throws(ParameterProblem) {
                guard format != "pbf" else {
                    throw ParameterProblem("f", "pbf is not written here; json and geojson are")
                }
                let table = layer.features.withLock { $0 }
                let query = try LayerQuery(
                    request.parameters, of: table, reference: layer.reference, timeFields: layer.timeFields,
                    maximum: layer.maximum,
                    isGeoJSON: format == "geojson")
                let answer = try ParameterProblem.naming { () throws(QueryProblem) in
                    try QueryAnswer(
                        query, of: table, globalIDField: layer.document["globalIdField"] ?? "",
                        isGeoJSON: format == "geojson", head: QueryDialect.head(request, layer))
                }
                switch answer {
                case .document(let document): return .document(document)
                case .text(let bytes):
                    return format == "geojson"
                        ? .bytes(bytes, type: "application/geo+json;charset=utf-8") : PortalReply(body: .json(bytes))
                }
            } catch {
                return QueryDialect.refusal(error, request)
            }
        }
    }

    /// What is wrong with a query, in ArcGIS Server's envelope.
    static func refusal(_ problem: ParameterProblem) -> PortalReply {
        .failure(
            ErrorEnvelope(
                400, "Cannot perform query. Invalid query parameters.", details: .list(problem.details)), "query",
            "\(problem.parameter): \(problem.problem)")
    }
}
