internal import FeatureEngine
internal import HTTPSemantics
internal import JSONValues
internal import Platform

/// `query` of a layer (developers.arcgis.com, "Query (Feature Service/Layer)").
enum QueryEndpoint {
    static func query(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            let format = format(of: request)
            let table = layer.features.withLock { $0 }
            let question = question(request, layer, table)
            // A page also tells who is signed in.
            let isLasting = request.request.format != .html && question.isLasting
            if isLasting, let known = request.request.site.queries[question] {
                return PortalReply(body: known.reply, kept: known)
            }
            do throws(ParameterProblem) {
                let query = try LayerQuery(
                    request.parameters, of: table, reference: layer.reference, timeFields: layer.timeFields,
                    maximum: layer.maximum, isGeoJSON: format == .geoJSON)
                let answer = try ParameterProblem.naming { () throws(QueryProblem) in
                    try QueryAnswer(
                        query, of: table, globalIDField: layer.document["globalIdField"] ?? "", as: format,
                        head: QueryDialect.head(request, layer))
                }
                var reply = reply(answer, in: format)
                if isLasting {
                    let kept = KeptAnswer(reply.body)
                    if request.request.site.queries.keep(kept, for: question) { reply.kept = kept }
                }
                return reply
            } catch {
                return QueryDialect.refusal(error, request)
            }
        }
    }

    private static func question(
        _ request: ServiceRequest, _ layer: PortalContent.Layer, _ table: FeatureTable
    ) -> KeptQueries.Question {
        let fields = request.request.form.entries + request.request.query.entries
        return KeptQueries.Question(
            service: request.service.name, kind: request.kind.rawValue, layer: layer.id,
            parameters: fields.filter { $0.name != "token" }, blueprint: request.request.revision.generation,
            content: request.request.edition, features: table.edition)
    }

    /// The format that a request names with `f`.
    static func format(of request: ServiceRequest) -> QueryAnswer.Format {
        switch (request.request.form["f"] ?? request.request.query["f"])?.lowercased() {
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
