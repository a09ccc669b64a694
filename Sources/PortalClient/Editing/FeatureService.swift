internal import JSONValues
public import PortalAuthentication

/// A feature service: several layers and tables whose features can be edited together.
public final class FeatureService: ServiceLayer {
    public let service: ServiceResource

    public init(service: ServiceResource) { self.service = service }

    /// The ids of its layers and tables; empty until loaded.
    public var layerIDs: [Int] {
        ["layers", "tables"].flatMap { metadata?[$0]?.array ?? [] }
            .compactMap { $0.number("id").flatMap { Int(exactly: $0) } }
    }

    /// One of its layers or tables, asked for in the same way.
    public func layer(_ id: Int) -> FeatureLayer { FeatureLayer(service: service.child(String(id))) }

    /// Edits several layers in one request, and gives the results of each by its id
    /// (developers.arcgis.com/rest/services-reference/enterprise/apply-edits-feature-service/).
    ///
    /// With `rollbackOnFailure` nothing is edited in any layer where one edit fails. Global ids name features in all layers or in
    /// none. Throws `capabilityMissing` where the service's document does not offer a kind of edit.
    public func applyEdits(
        _ edits: [Int: FeatureEdits], rollbackOnFailure: Bool = true
    ) async throws(PortalError) -> [Int: FeatureEditResults] {
        try await service.load()
        let parts = edits.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
        try check(parts)
        guard !parts.isEmpty else { return [:] }
        var parameters = [
            ("edits", JSONValue.array(parts.map { $0.value.json(ofLayer: $0.key) }).text()),
            ("rollbackOnFailure", "\(rollbackOnFailure)"),
        ]
        if parts.contains(where: \.value.usesGlobalIDs) { parameters.append(("useGlobalIds", "true")) }
        let answer = try await service.edit(["applyEdits"], parameters: parameters)
        var results: [Int: FeatureEditResults] = [:]
        for (id, edits) in parts {
            let json = answer.json.array?.first { $0.number("id") == Int64(id) }
            results[id] = try FeatureEditResults(json, of: edits, at: answer.url)
        }
        return results
    }

    private func check(_ parts: [(key: Int, value: FeatureEdits)]) throws(PortalError) {
        let known = layerIDs
        for (id, edits) in parts {
            guard known.contains(id) else {
                throw PortalError(
                    .invalidArgument, url: url,
                    detail: "there is no layer \(id) to edit; the service \(url.withoutQuery) has \(known)")
            }
            try EditCheck(
                capabilities: LayerCapabilities(metadata ?? [:]),
                name: "layer \(id) of the service \(url.withoutQuery)",
                url: url, isLayer: false
            ).check(edits)
        }
        guard Set(parts.map(\.value.usesGlobalIDs)).count < 2 else {
            throw PortalError(
                .invalidArgument, url: url,
                detail:
                    "one request names features by global ids in all layers or in none; send the others by themselves")
        }
    }
}

extension FeatureEdits {
    /// The edits as a request for several layers has them.
    fileprivate func json(ofLayer id: Int) -> JSONValue {
        var json: JSONValue = ["id": .integer(Int64(id))]
        if !adds.isEmpty { json["adds"] = .array(adds.map(\.editJSON)) }
        if !updates.isEmpty { json["updates"] = .array(updates.map(\.editJSON)) }
        if !deleteIDs.isEmpty { json["deletes"] = .array(deleteIDs) }
        return json
    }
}
