internal import FeatureEngine
internal import JSONValues
internal import Platform

/// Adds the features of a file to a layer, as a job (ArcGIS REST API, "Append (Feature Service/Layer)").
enum AppendEndpoint {
    static func append(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        if let refusal = ContentWrite.refusal(request.request) { return refusal }
        return try request.layer { layer throws(BlueprintError) in
            guard request.service.isHosted, layer.isMadeFromData else {
                return .failure(
                    ErrorEnvelope(400, "This operation is not supported."), "edits", "the service is not hosted")
            }
            // Who may is looked at first, and the file is read while nothing but the layer's edits waits.
            let allowed = try ContentWrite.perform(request.request) { world, write throws(WriteRefusal) in
                try write.requireControl(of: world.addedServices[request.service.name] ?? request.service, in: world)
                return [:]
            }
            guard allowed.isSuccess else { return allowed }
            let count: Int
            switch try appended(request.request, to: layer) {
            case .success(let done): count = done
            case .failure(let refusal): return refusal.reply
            }
            return try ContentWrite.perform(request.request) { world, write in
                let job = write.begin(
                    "append", ["recordCount": .integer(Int64(count)), "layerName": layer.document["name"] ?? ""],
                    in: &world)
                let service = "\(request.request.serverURL)/rest/services/\(request.service.name)/FeatureServer"
                return ["statusUrl": .string("\(service)/jobs/\(job.id)")]
            }
        }
    }

    /// Appends the file of a request; gives how many features were added and changed.
    private static func appended(
        _ request: EndpointRequest, to layer: PortalContent.Layer
    ) throws(BlueprintError) -> Result<Int, WriteRefusal> {
        try FeatureFile.reading(
            request, format: request["appendUploadFormat"], item: "appendItemId", text: "edits"
        ) { file throws(WriteRefusal) in
            // Whatever it says, a file is appended whole or not at all.
            _ = try request.flag("rollbackOnFailure")
            let (mapping, upsert) = (try mapping(request), try upsert(request))
            let failure = "Append failed."
            let layers = try file.layers(
                .all(limit: request.site.limits.addedFeatures), named: "edits", failure: failure)
            do throws(DataProblem) {
                guard let source = layers.first else { throw DataProblem("there is no layer in the file") }
                defer { request.content.awaitDefinitions(of: [layer]) }
                return try layer.editing.withLock { features throws(DataProblem) in
                    var table = features.withLock { $0 }
                    let count = try table.append(
                        source.table, mapping: mapping, upsert: upsert, limits: EditLimits(request, for: table))
                    features.withLock { $0 = table }
                    return count
                }
            } catch {
                throw .failed(failure, error)
            }
        }
    }

    private static func upsert(_ request: EndpointRequest) throws(WriteRefusal) -> FeatureTable.Upsert? {
        guard try request.flag("upsert") else { return nil }
        guard let field = request["upsertMatchingField"], !field.isEmpty else {
            throw .parameter("upsertMatchingField", "must be specified with upsert")
        }
        return FeatureTable.Upsert(
            field: field, skipsUpdates: try request.flag("skipUpdates"), skipsInserts: try request.flag("skipInserts")
        )
    }

    /// `fieldMappings`: a list of `{"name": …, "sourceName": …}`; empty where fields are matched by their names.
    private static func mapping(_ request: EndpointRequest) throws(WriteRefusal) -> [String: String] {
        guard let text = request["fieldMappings"], !text.isEmpty else { return [:] }
        guard let list = (try? JSONValue(parsing: text))?.array else {
            throw .parameter("fieldMappings", "is no JSON list")
        }
        var mapping: [String: String] = [:]
        for entry in list {
            guard let name = entry["name"]?.string, let source = (entry["sourceName"] ?? entry["source"])?.string else {
                throw .parameter("fieldMappings", "has an entry without name and sourceName")
            }
            mapping[name] = source
        }
        return mapping
    }
}
