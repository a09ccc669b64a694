internal import FeatureEngine
internal import JSONValues
internal import Platform

/// `queryRelatedRecords` of a layer (developers.arcgis.com, "Query Related Records (Feature Service)").
enum RelatedRecordsEndpoint {
    static func queryRelatedRecords(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        try request.layer { layer in
            do throws(ParameterProblem) {
                let relationship = try relationship(request.parameters, of: layer)
                guard let related = request.service.layers.first(where: { $0.id == relationship.relatedLayer }),
                    let other = related.relationships.first(where: { $0.id == relationship.id })
                else {
                    throw ParameterProblem(
                        "relationshipId", "layer \(relationship.relatedLayer), to which it leads, is not served here")
                }
                let source = layer.features.withLock { $0 }
                let table = related.features.withLock { $0 }
                let query = try RelatedRecordsQuery(
                    request.parameters, of: table, reference: related.reference, maximum: related.maximum)
                guard let from = source.field(relationship.keyField), let to = table.field(other.keyField) else {
                    throw ParameterProblem("relationshipId", "the layers have no such key fields")
                }
                let answer = try ParameterProblem.naming { () throws(QueryProblem) in
                    try query.answer(from: .init(source, key: from), to: .init(table, key: to))
                }
                return PortalReply(body: .json(answer))
            } catch {
                return QueryEndpoint.refusal(error.renamed("where", "definitionExpression"))
            }
        }
    }

    /// The relationship that is named; a layer without any has none.
    private static func relationship(
        _ parameters: QueryParameters, of layer: PortalContent.Layer
    ) throws(ParameterProblem) -> LayerRelationship {
        guard let id = try parameters.count("relationshipId") else {
            throw ParameterProblem("relationshipId", "is missing")
        }
        guard let relationship = layer.relationships.first(where: { $0.id == id }) else {
            let known = layer.relationships.map { "\($0.id)" }.joined(separator: ", ")
            throw ParameterProblem(
                "relationshipId",
                known.isEmpty
                    ? "the layer has no relationships" : "the layer has no relationship \(id); it has \(known)")
        }
        return relationship
    }
}
