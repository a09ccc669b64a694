internal import FeatureEngine

extension RelatedRecordsQuery {
    /// Understands the parameters of `queryRelatedRecords`, whose answers hold at most `maximum` records.
    init(
        _ parameters: QueryParameters, of table: FeatureTable, reference: SpatialReference, maximum: Int
    ) throws(ParameterProblem) {
        guard let ids = try LayerQuery.ids(parameters) else {
            throw ParameterProblem("objectIds", "is missing; name the features whose related records are wanted")
        }
        // What a query of the related layer alone is asked for.
        let own = ["outFields", "orderByFields", "returnGeometry", "outSR", "geometryPrecision", "maxAllowableOffset"]
        let inner = QueryParameters(at: parameters.time) { name in
            if name == "where" { return parameters["definitionExpression"] ?? "1=1" }
            return own.contains(name) ? parameters[name] : nil
        }
        let query: LayerQuery
        do {
            query = try LayerQuery(
                inner, of: table, reference: reference, maximum: maximum, isGeoJSON: false)
        } catch {
            throw error.renamed("where", "definitionExpression")
        }
        self.init(
            of: ids, query, returnsCounts: try parameters.flag("returnCountOnly"),
            offset: try parameters.count("resultOffset") ?? 0,
            limit: min(maximum, try parameters.count("resultRecordCount") ?? maximum))
    }
}
