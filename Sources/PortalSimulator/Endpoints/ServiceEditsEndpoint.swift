internal import FeatureEngine
internal import JSONValues
internal import Platform

/// Edits across the layers of one service (developers.arcgis.com, "Apply Edits (Feature Service)"): all or nothing of all of them.
enum ServiceEditsEndpoint {
    /// The edits of one layer.
    private struct Part {
        let layer: PortalContent.Layer
        var edits: LayerEdits
    }

    static func applyEdits(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        if let refusal = EditsEndpoint.refusal(request) { return refusal }
        do throws(ParameterProblem) {
            let parts = try parts(request)
            for part in parts {
                if let refusal = EditsEndpoint.refusal(request, part.layer)
                    ?? EditsEndpoint.refusal(request, part.layer, for: part.edits)
                {
                    return refusal
                }
            }
            let rollsBack =
                try request.parameters.flag("rollbackOnFailure", otherwise: true)
                || !parts.allSatisfy(\.layer.letsRollbackBeChosen)
            let results = apply(parts, rollsBack: rollsBack, EditLimits(request.request.site.limits))
            let documents = zip(parts, results).map { part, results in
                JSONValue.object(results.members.merging(["id": .integer(Int64(part.layer.id))]) { $1 })
            }
            let reply = PortalReply.document(.array(documents))
            return results.lazy.compactMap(\.limit).first.map { reply.refused("limits", $0.description) } ?? reply
        } catch {
            return EditsEndpoint.refusal(error)
        }
    }

    /// The edits of each layer, in the order of the request.
    private static func parts(_ request: ServiceRequest) throws(ParameterProblem) -> [Part] {
        guard let text = request.parameters["edits"] else { throw ParameterProblem("edits", "is missing") }
        guard let list = (try? JSONValue(parsing: text))?.array else {
            throw ParameterProblem("edits", "is no JSON list of edits, one for each layer")
        }
        var layers: [PortalContent.Layer] = []
        for (index, element) in list.enumerated() {
            guard let id = element["id"]?.integer, let layer = request.service.layers.first(where: { $0.id == id })
            else {
                let known = request.service.layers.map { "\($0.id)" }.joined(separator: ", ")
                throw ParameterProblem("edits[\(index)].id", "is no layer; \(request.service.name) has \(known)")
            }
            guard !layers.contains(where: { $0.id == layer.id }) else {
                throw ParameterProblem("edits[\(index)].id", "layer \(id) stands there twice")
            }
            layers.append(layer)
        }
        let reader = try EditReader(request.parameters, of: layers)
        var parts: [Part] = []
        for (index, (layer, element)) in zip(layers, list).enumerated() {
            let place = "edits[\(index)]"
            var edits = LayerEdits(
                adds: try element["adds"].map { list throws(ParameterProblem) in
                    try reader.features(list, "\(place).adds")
                } ?? [],
                updates: try element["updates"].map { list throws(ParameterProblem) in
                    try reader.features(list, "\(place).updates")
                } ?? [],
                deletes: try element["deletes"].map { list throws(ParameterProblem) in
                    try reader.targets(list, "\(place).deletes")
                } ?? [])
            edits.usesGlobalIDs = reader.usesGlobalIDs
            parts.append(Part(layer: layer, edits: edits))
        }
        guard parts.reduce(0, { $0 + $1.edits.count }) <= LayerEdits.maximum else {
            throw ParameterProblem("edits", "more than \(LayerEdits.maximum) edits")
        }
        return parts
    }

    /// Applies edits to all layers at once; none of them is edited by another request meanwhile.
    private static func apply(_ parts: [Part], rollsBack: Bool, _ limits: EditLimits) -> [LayerEdits.Results] {
        // Always in the same order, so that two requests never wait for each other.
        holding(parts.map(\.layer).sorted { $0.id < $1.id }[...]) {
            var tables: [FeatureTable] = []
            var attempts: [EditAttempt] = []
            for part in parts {
                var table = part.layer.features.withLock { $0 }
                attempts.append(part.edits.attempt(on: &table, reference: part.layer.reference, limits: limits))
                tables.append(table)
            }
            let isUndone = rollsBack && attempts.contains(where: \.hasFailed)
            if !isUndone {
                for (part, table) in zip(parts, tables) { part.layer.features.withLock { $0 = table } }
            }
            return attempts.map { $0.results(isUndone: isUndone) }
        }
    }

    private static func holding<Result>(_ layers: ArraySlice<PortalContent.Layer>, _ body: () -> Result) -> Result {
        guard let first = layers.first else { return body() }
        return first.editing.withLock { _ in holding(layers.dropFirst(), body) }
    }
}
