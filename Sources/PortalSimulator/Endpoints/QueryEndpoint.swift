internal import FeatureEngine
internal import JSONValues
internal import Platform

/// `query` of a layer (developers.arcgis.com, "Query (Feature Service/Layer)").
enum QueryEndpoint {
    static func query(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            let format = format(of: request)
            do throws(ParameterProblem) {
                let table = layer.features.withLock { $0 }
                let query = try LayerQuery(
                    request.parameters, of: table, reference: layer.reference, timeFields: layer.timeFields,
                    maximum: layer.maximum, isGeoJSON: format == .geoJSON)
                let answer = try ParameterProblem.naming { () throws(QueryProblem) in
                    try QueryAnswer(
                        query, of: table, globalIDField: layer.document["globalIdField"] ?? "", as: format,
                        head: QueryDialect.head(request, layer))
                }
                return reply(answer, in: format)
            } catch {
                return QueryDialect.refusal(error, request)
            }
        }
    }

    /// The format that a request names with `f`.
    static func format(of request: ServiceRequest) -> QueryAnswer.Format {
        switch request.request["f"]?.lowercased() {
        case "geojson": .geoJSON
        case "pbf": .buffer
        default: .json
        }
    }

    /// An answer, with the media type of its format.
    static func reply(_ answer: QueryAnswer, in format: QueryAnswer.Format) -> PortalReply {
        switch (answer, format) {
        case (.document(let document), _): .document(document)
        case (.text(let bytes), .json): PortalReply(body: .json(bytes))
        case (.text(let bytes), .geoJSON): .bytes(bytes, type: "application/geo+json;charset=utf-8")
        case (.text(let bytes), .buffer): .bytes(bytes, type: "application/x-protobuf")
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
