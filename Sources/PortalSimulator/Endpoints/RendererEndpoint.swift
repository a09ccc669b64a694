internal import FeatureEngine
internal import JSONValues
internal import Platform

/// `generateRenderer` of a layer (developers.arcgis.com, "Generate Renderer (Map Service/Layer)").
enum RendererEndpoint {
    /// Bytes of a base symbol: a picture of a symbol has some kilobytes.
    private static let maximumSymbol = 16 << 10

    static func generateRenderer(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            do throws(ParameterProblem) {
                let parameters = request.parameters
                guard let text = parameters["classificationDef"] else {
                    throw ParameterProblem("classificationDef", "is missing")
                }
                guard let definition = try? JSONValue(parsing: BareNames.quoted(text)), definition.object != nil else {
                    throw ParameterProblem("classificationDef", "is no JSON object")
                }
                // Each stands in every class.
                if let problem = TextBound.title.problem(definition["fieldDelimiter"]?.string ?? "") {
                    throw ParameterProblem("classificationDef", "fieldDelimiter \(problem)")
                }
                guard definition["baseSymbol"].map(\.weight) ?? 0 <= maximumSymbol else {
                    throw ParameterProblem("classificationDef", "baseSymbol takes more than \(maximumSymbol) bytes")
                }
                let precision = try parameters.count("precision")
                guard (0...15).contains(precision ?? 0) else {
                    throw ParameterProblem("precision", "is no number of digits from 0 to 15")
                }
                let table = layer.features.withLock { $0 }
                let query = try LayerQuery(
                    QueryParameters(at: parameters.time) { $0 == "where" ? parameters[$0] ?? "1=1" : nil }, of: table,
                    reference: layer.reference, maximum: layer.maximum, isGeoJSON: false)
                let renderer = GeneratedRenderer(
                    definition,
                    labels: .init(
                        prefix: try parameters.text("prefix", within: .title) ?? "",
                        unit: try parameters.text("unitLabel", within: .title) ?? "", precision: precision))
                return .document(
                    try ParameterProblem.naming { () throws(QueryProblem) in
                        try renderer.document(try query.rows(of: table), of: table)
                    })
            } catch {
                return MapEndpoint.refusal(error)
            }
        }
    }
}
