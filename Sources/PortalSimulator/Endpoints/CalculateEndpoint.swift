internal import FeatureEngine
internal import JSONValues
internal import Platform

/// `calculate` of a layer (developers.arcgis.com, "Calculate (Feature Service/Layer)"): new values for all features that a clause finds.
enum CalculateEndpoint {
    static func calculate(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            if let refusal = EditsEndpoint.refusal(request, layer, needing: "Update") { return refusal }
            do throws(ParameterProblem) {
                let parameters = request.parameters
                guard ["standard", nil].contains(parameters["sqlFormat"]?.lowercased()) else {
                    throw ParameterProblem(
                        "sqlFormat", "only standard is understood; the layer has standardized queries")
                }
                guard let text = parameters["calcExpression"] else { throw ParameterProblem(name, "is missing") }
                guard let expression = try? JSONValue(parsing: text) else { throw ParameterProblem(name, "is no JSON") }
                let returnsMoment = try parameters.flag("returnEditMoment")
                var document: [String: JSONValue] = ["success": true]
                let count = try update(layer, parameters, expression, request.request)
                document["updatedFeatureCount"] = .integer(Int64(count))
                if returnsMoment { document["editMoment"] = .integer(request.request.time) }
                return .document(.object(document))
            } catch {
                return EditsEndpoint.refusal(error)
            }
        }
    }

    private static let name = "calcExpression"

    /// Changes the features that `where` finds, and tells how many; no other edit comes between.
    private static func update(
        _ layer: PortalContent.Layer, _ parameters: QueryParameters, _ expression: JSONValue,
        _ request: EndpointRequest
    ) throws(ParameterProblem) -> Int {
        defer { request.content.awaitDefinitions(of: [layer]) }
        return try layer.editing.withLock { features throws(ParameterProblem) in
            // On a copy, so that a look at the layer never waits for an edit.
            var table = features.withLock { $0 }
            let limits = EditLimits(request, for: table)
            let query = try LayerQuery(
                QueryParameters(at: parameters.time) { $0 == "where" ? parameters[$0] ?? "1=1" : nil }, of: table,
                reference: layer.reference, maximum: layer.maximum, isGeoJSON: false)
            let rows = try ParameterProblem.naming { () throws(QueryProblem) in try query.rows(of: table) }
            do throws(FieldCalculation.Problem) {
                try FieldCalculation(expression, of: table, at: parameters.time)
                    .apply(to: &table, rows: rows, limits: limits)
            } catch {
                throw ParameterProblem(name, error.problem, unknownField: error.unknownField)
            }
            features.withLock { $0 = table }
            return rows.count
        }
    }
}
