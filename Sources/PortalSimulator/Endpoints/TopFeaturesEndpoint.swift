internal import FeatureEngine
internal import JSONValues
internal import Platform

/// `queryTopFeatures` of a layer (developers.arcgis.com, "Query Top Features (Feature Service/Layer)").
enum TopFeaturesEndpoint {
    /// Parameters of `query` that are none of this operation's.
    private static let others: Set<String> = [
        "outStatistics", "groupByFieldsForStatistics", "having", "returnDistinctValues", "orderByFields",
    ]

    static func queryTopFeatures(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            let format = QueryEndpoint.format(of: request)
            do throws(ParameterProblem) {
                let table = layer.features.withLock { $0 }
                let asked = request.parameters
                let parameters = QueryParameters(at: asked.time) { name in
                    if name == "where" { return asked[name] ?? "1=1" }
                    return others.contains(name) ? nil : asked[name]
                }
                let filter = try TopFilter(asked, of: table)
                let query = try LayerQuery(
                    parameters, of: table, reference: layer.reference, timeFields: layer.timeFields,
                    maximum: layer.maximum, isGeoJSON: format == .geoJSON)
                let answer = try ParameterProblem.naming { () throws(QueryProblem) in
                    let rows = filter.rows(among: try query.rows(of: table), of: table)
                    return try QueryAnswer(
                        query, rows, of: table, globalIDField: layer.document["globalIdField"] ?? "", as: format,
                        head: QueryDialect.head(request, layer))
                }
                return QueryEndpoint.reply(answer, in: format)
            } catch {
                return QueryDialect.refusal(error, request)
            }
        }
    }
}
