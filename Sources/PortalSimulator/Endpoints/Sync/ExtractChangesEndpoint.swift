internal import FeatureEngine
internal import JSONValues
internal import Platform

/// `extractChanges`: what changed in some layers after generations that the client names (ArcGIS REST API, "Extract Changes").
enum ExtractChangesEndpoint {
    static func extractChanges(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        if let refusal = ReplicaEndpoint.refusal(request, needing: "ChangeTracking") { return refusal }
        let delivery: SyncDelivery
        let found: (generations: JSONValue, edits: JSONValue)
        do throws(ParameterProblem) {
            // Real services answer with a job whatever is asked for; who wants the document at once says so.
            let isEmbedded = request.parameters["transportType"]?.lowercased() == "esritransporttypeembedded"
            delivery = try SyncDelivery(request.parameters, isAsynchronous: !isEmbedded)
            found = try changes(request)
        } catch {
            return ReplicaEndpoint.refusal(error)
        }
        let head: [String: JSONValue] = [
            "layerServerGens": found.generations, "responseType": "esriDataChangesResponseTypeEdits",
        ]
        return try delivery.reply(head.merging(["edits": found.edits]) { $1 }, head, request)
    }

    /// The changes of each layer, and the generations that they lead to.
    private static func changes(
        _ request: ServiceRequest
    ) throws(ParameterProblem) -> (generations: JSONValue, edits: JSONValue) {
        let parameters = request.parameters
        guard let text = parameters["layers"] else {
            throw ParameterProblem("layers", "is missing; name the ids of the layers")
        }
        let layers = try ReplicaRequest.layers(text, request)
        let queries = try ReplicaRequest.queries(parameters, layers)
        let since = try generations(parameters, layers)
        let kinds = try Kinds(parameters)
        let returnsDeleted = try parameters.flag("returnDeletedFeatures")
        let returnsIDs = try parameters.flag("returnIdsOnly")
        let reference = try parameters.reference("outSR") ?? request.service.reference
        var (edits, now): ([JSONValue], [JSONValue]) = ([], [])
        for layer in layers {
            let part = try ReplicaRequest.part(layer, queries["\(layer.id)"], request)
            let table = layer.features.withLock { $0 }
            let rows = try part.rows(of: table, layer, at: parameters.time)
            let changes = kinds.chosen(of: table.changes(since: since[layer.id] ?? 0, among: rows, in: reference))
            let id = JSONValue.integer(Int64(layer.id))
            now.append(["id": id, "serverGen": .integer(table.generation)])
            if returnsIDs {
                edits.append(["id": id, "objectIds": changes.objectIDs(by: table.objectIDField.name)])
                continue
            }
            var features = changes.document
            if returnsDeleted {
                features["deleteIds"] = nil
                features["deletes"] = .array(table.features(of: changes.deletes, in: reference))
            }
            edits.append(["id": id, "features": features])
        }
        return (.array(now), .array(edits))
    }

    /// Which kinds of changes are asked for; all where nothing is said.
    private struct Kinds {
        let adds: Bool
        let updates: Bool
        let deletes: Bool

        init(_ parameters: QueryParameters) throws(ParameterProblem) {
            adds = try parameters.flag("returnInserts", otherwise: true)
            updates = try parameters.flag("returnUpdates", otherwise: true)
            deletes = try parameters.flag("returnDeletes", otherwise: true)
        }

        func chosen(of changes: FeatureChanges) -> FeatureChanges {
            var chosen = changes
            if !adds { chosen.adds = [] }
            if !updates { chosen.updates = [] }
            if !deletes { chosen.deletes = [] }
            return chosen
        }
    }

    /// `layerServerGens`, a list of objects with `id` and `serverGen`, or `serverGens`, one number for all.
    private static func generations(
        _ parameters: QueryParameters, _ layers: [PortalContent.Layer]
    ) throws(ParameterProblem) -> [Int: Int64] {
        if let text = parameters["serverGens"] {
            let bare = text.filter { $0 != "[" && $0 != "]" }
            guard let first = bare.split(separator: ",").first, let number = Int64(first) else {
                throw ParameterProblem("serverGens", "is no number, nor a list of them")
            }
            return Dictionary(layers.map { ($0.id, number) }, uniquingKeysWith: { $1 })
        }
        guard let text = parameters["layerServerGens"] else {
            throw ParameterProblem(
                "layerServerGens", "is missing; the service's changeTrackingInfo tells the generations of its layers")
        }
        guard let list = (try? JSONValue(parsing: text))?.array else {
            throw ParameterProblem("layerServerGens", "is no JSON list of objects with id and serverGen")
        }
        var generations: [Int: Int64] = [:]
        for (index, element) in list.enumerated() {
            guard let id = element["id"]?.integer.flatMap({ Int(exactly: $0) }),
                let number = element["serverGen"]?.integer
            else {
                throw ParameterProblem("layerServerGens[\(index)]", "has not got the numbers id and serverGen")
            }
            generations[id] = number
        }
        for layer in layers where generations[layer.id] == nil {
            throw ParameterProblem("layerServerGens", "tells no generation of layer \(layer.id)")
        }
        return generations
    }
}

extension FeatureChanges {
    /// The object ids of the changed features; `name` is the field that holds them.
    fileprivate func objectIDs(by name: String) -> JSONValue {
        func ids(_ features: [JSONValue]) -> JSONValue {
            .array(features.map { $0["attributes"]?[name] ?? .null })
        }
        return [
            "adds": ids(adds), "updates": ids(updates), "deletes": .array(deletes.map { .integer($0.objectID) }),
        ]
    }
}
