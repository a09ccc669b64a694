internal import FeatureEngine
internal import JSONValues
internal import Platform

/// The parameters of `createReplica` (ArcGIS REST API, "Create Replica").
struct ReplicaRequest {
    let name: String?
    let model: PortalContent.Replica.Model
    let direction: PortalContent.Replica.Direction
    let reference: SpatialReference
    let parts: [PortalContent.Replica.Part]
    let geometry: JSONValue?
    let delivery: SyncDelivery

    init(_ request: ServiceRequest) throws(ParameterProblem) {
        let parameters = request.parameters
        name = try parameters.text("replicaName", within: .title)
        model = try Self.word("syncModel", parameters) ?? .perReplica
        direction = try Self.word("syncDirection", parameters) ?? .bidirectional
        guard ["client", nil].contains(parameters["targetType"]?.lowercased()) else {
            throw ParameterProblem("targetType", "only client is served; replicas between servers are not")
        }
        if try parameters.flag("returnAttachments") {
            throw ParameterProblem("returnAttachments", "attachments are not taken along here; leave it out")
        }
        reference = try parameters.reference("replicaSR") ?? request.service.reference
        delivery = try SyncDelivery(parameters)
        guard let text = parameters["layers"] else {
            throw ParameterProblem("layers", "is missing; name the ids of the layers that are taken")
        }
        let layers = try Self.layers(text, request)
        let queries = try Self.queries(parameters, layers)
        geometry = parameters["geometry"].map { (try? JSONValue(parsing: $0)) ?? .string($0) }
        var parts: [PortalContent.Replica.Part] = []
        for layer in layers { parts.append(try Self.part(layer, queries["\(layer.id)"], request)) }
        self.parts = parts
    }

    /// The layers that a parameter lists, with brackets or without; all of them have global ids.
    static func layers(_ text: String, _ request: ServiceRequest) throws(ParameterProblem) -> [PortalContent.Layer] {
        let bare = text.filter { $0 != "[" && $0 != "]" }
        let layers = try request.layers(try QueryParameters.list(of: bare, "layers", atMost: 1000), of: "layers")
        guard !layers.isEmpty else { throw ParameterProblem("layers", "names none") }
        for layer in layers where layer.features.withLock({ $0.globalIDIndex == nil }) {
            throw ParameterProblem(
                "layers", "layer \(layer.id) has no field of global ids, by which its features are told apart")
        }
        return layers
    }

    /// `layerQueries`: an object from layer ids to what is taken of each.
    static func queries(
        _ parameters: QueryParameters, _ layers: [PortalContent.Layer]
    ) throws(ParameterProblem) -> [String: JSONValue] {
        guard let text = parameters["layerQueries"] else { return [:] }
        guard let queries = (try? JSONValue(parsing: text))?.object else {
            throw ParameterProblem("layerQueries", "is no JSON object from layer ids to queries")
        }
        for id in queries.keys.sorted() where !layers.contains(where: { "\($0.id)" == id }) {
            throw ParameterProblem("layerQueries", "names the layer \(id.prefix(20)), which is not among layers")
        }
        return queries
    }

    /// What is taken of a layer; throws where its query cannot be understood.
    static func part(
        _ layer: PortalContent.Layer, _ query: JSONValue?, _ request: ServiceRequest
    ) throws(ParameterProblem) -> PortalContent.Replica.Part {
        let place = "layerQueries"
        guard query == nil || query?.object != nil else {
            throw ParameterProblem(place, "\(layer.id) is no object with where, useGeometry and queryOption")
        }
        let parameters = request.parameters
        var option = PortalContent.Replica.Part.Option.useFilter
        if let word = query?["queryOption"]?.string {
            guard let known = PortalContent.Replica.Part.Option(rawValue: word) else {
                throw ParameterProblem(place, "\(layer.id).queryOption is none of none, useFilter, all")
            }
            option = known
        }
        var asked = ["where": query?["where"]?.string ?? ""]
        if asked["where"] == "" { asked["where"] = "1=1" }
        let hasGeometry = layer.document["type"] != "Table"
        if hasGeometry, query?["useGeometry"] != false {
            for name in ["geometry", "geometryType", "inSR"] { asked[name] = parameters[name] }
            // An area is given for the features that lie in it or cross its border.
            asked["spatialRel"] = asked["geometry"].map { _ in "esriSpatialRelIntersects" }
        }
        let part = PortalContent.Replica.Part(layer: layer.id, option: option, query: asked)
        do throws(ParameterProblem) {
            _ = try part.rows(of: layer.features.withLock { $0 }, layer, at: parameters.time)
        } catch {
            throw error.renamed("where", place)
        }
        return part
    }

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ parameters: QueryParameters
    ) throws(ParameterProblem) -> Word? where Word.RawValue == String {
        guard let text = parameters[name] else { return nil }
        guard let word = Word.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw ParameterProblem(name, "\"\(text.prefix(40))\" is none of \(known)")
        }
        return word
    }
}

extension PortalContent.Replica.Part {
    /// The rows that belong to the replica.
    func rows(
        of table: FeatureTable, _ layer: PortalContent.Layer, at time: Int64?
    ) throws(ParameterProblem) -> [Int] {
        let parameters = option == .all ? ["where": "1=1"] : query
        let asked = try LayerQuery(
            QueryParameters(at: time) { parameters[$0] }, of: table, reference: layer.reference, maximum: layer.maximum,
            isGeoJSON: false)
        return try ParameterProblem.naming { () throws(QueryProblem) in try asked.rows(of: table) }
    }
}
