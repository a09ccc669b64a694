internal import JSONValues

/// `applyEdits` of a layer (developers.arcgis.com, "Apply Edits (Feature Service/Layer)"): grants what it can read, keeps nothing.
enum EditsEndpoint {
    static func applyEdits(_ call: Call) throws(BlueprintError) -> PortalReply {
        try ServicesEndpoint.layer(call, at: call.captures.count - 1) { layer in
            guard call.method == "POST" else {
                return .failure(.methodNotSupported, "method", "edits are applied by POST only")
            }
            guard let adds = features(call["adds"]), let updates = features(call["updates"]) else {
                return .failure(
                    ErrorEnvelope(400, "Invalid or missing input parameters."), "edits",
                    "adds or updates is no JSON list of features")
            }
            let known = layer.features.compactMap { $0["attributes"]?[layer.objectIDField]?.integer }
            let next = (known.max() ?? 0) + 1
            let deletes = (call["deletes"] ?? "").split(separator: ",").compactMap { Int64($0) }
            return .document([
                "addResults": .array(adds.indices.map { result(next + Int64($0)) }),
                "updateResults": .array(
                    updates.map { result($0["attributes"]?[layer.objectIDField]?.integer, among: known) }),
                "deleteResults": .array(deletes.map { result($0, among: known) }),
            ])
        }
    }

    /// The features of a parameter; none where it is absent, nil where it is no list.
    private static func features(_ text: String?) -> [JSONValue]? {
        guard let text, !text.isEmpty else { return [] }
        return (try? JSONValue(parsing: text))?.array
    }

    private static func result(_ id: Int64) -> JSONValue { ["objectId": .integer(id), "success": true] }

    private static func result(_ id: Int64?, among known: [Int64]) -> JSONValue {
        guard let id, known.contains(id) else {
            return [
                "objectId": id.map { .integer($0) } ?? .null, "success": false,
                "error": ["code": 1019, "description": "The feature does not exist."],
            ]
        }
        return result(id)
    }
}
