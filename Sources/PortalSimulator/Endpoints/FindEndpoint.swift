internal import FeatureEngine
internal import JSONValues
internal import Platform

/// `find` of a map service (developers.arcgis.com, "Find (Map Service)"): features whose fields hold a text.
enum FindEndpoint {
    static func find(_ request: ServiceRequest) -> PortalReply {
        do throws(ParameterProblem) {
            let parameters = request.parameters
            guard let text = parameters["searchText"] else { throw ParameterProblem("searchText", "is missing") }
            guard text.utf8.count <= 1000 else { throw ParameterProblem("searchText", "has more than 1000 bytes") }
            let reference = try parameters.reference("sr") ?? request.service.reference
            let returnsGeometry = try parameters.flag("returnGeometry", otherwise: true)
            let query = FindQuery(
                text, contains: try parameters.flag("contains", otherwise: true),
                fields: try parameters.list("searchFields")?.map(String.init),
                reference: returnsGeometry ? reference : nil)
            let clauses = try LayerDefinitions(parameters)?.clauses(at: parameters.time) ?? [:]
            let layers = try layers(request).map { layer in
                (
                    layer: IdentifyQuery.Layer(
                        id: layer.id, document: layer.document, table: layer.features.withLock { $0 },
                        maximum: layer.maximum), clause: clauses[layer.id]
                )
            }
            let results: [JSONValue]
            do throws(QueryProblem) {
                results = try query.results(in: layers)
            } catch {
                let problem = ParameterProblem(error)
                throw problem.renamed("where", LayerDefinitions.name)
            }
            return .document(["results": .array(results)])
        } catch {
            return MapEndpoint.refusal(error)
        }
    }

    /// The layers that are named, which has to be done.
    private static func layers(_ request: ServiceRequest) throws(ParameterProblem) -> [PortalContent.Layer] {
        guard let words = try request.parameters.list("layers") else {
            throw ParameterProblem("layers", "is missing; name the ids of the layers that are searched")
        }
        return try request.layers(words, of: "layers")
    }
}
