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
            return try ContentWrite.perform(request.request) { world, write throws(WriteRefusal) in
                let service = world.addedServices[request.service.name] ?? request.service
                try write.requireControl(of: service, in: world)
                let file = try FeatureFile(
                    write, in: world, format: write.request["appendUploadFormat"], item: "appendItemId", text: "edits")
                let count = try layer.editing.withLock { _ throws(WriteRefusal) in
                    var table = layer.features.withLock { $0 }
                    do {
                        let layers = try file.layers(named: "edits")
                        guard let source = layers.first else { throw DataProblem("there is no layer in the file") }
                        let count = try table.append(
                            source.table, mapping: try mapping(write), upsert: try upsert(write),
                            limits: EditLimits(write.limits))
                        layer.features.withLock { $0 = table }
                        return count
                    } catch let refusal as WriteRefusal {
                        throw refusal
                    } catch let problem as DataProblem {
                        throw WriteRefusal.failed("Append failed.", "\(problem.path): \(problem.problem)")
                    } catch {
                        throw WriteRefusal.failed("Append failed.")
                    }
                }
                let job = write.begin(
                    "append", ["recordCount": .integer(Int64(count)), "layerName": layer.document["name"] ?? ""],
                    in: &world)
                return [
                    "statusUrl": .string(
                        "\(write.request.serverURL)/rest/services/\(service.name)/FeatureServer/jobs/\(job.id)")
                ]
            }
        }
    }

    private static func flag(_ name: String, _ write: ContentWrite) throws(WriteRefusal) -> Bool {
        switch write.request[name]?.lowercased() {
        case nil, "", "false": false
        case "true": true
        default: throw .parameter(name, "is neither true nor false")
        }
    }

    private static func upsert(_ write: ContentWrite) throws(WriteRefusal) -> FeatureTable.Upsert? {
        guard try flag("upsert", write) else { return nil }
        guard let field = write.request["upsertMatchingField"], !field.isEmpty else {
            throw .parameter("upsertMatchingField", "must be specified with upsert")
        }
        return FeatureTable.Upsert(
            field: field, skipsUpdates: try flag("skipUpdates", write), skipsInserts: try flag("skipInserts", write))
    }

    /// `fieldMappings`: a list of `{"name": …, "sourceName": …}`; empty where fields are matched by their names.
    private static func mapping(_ write: ContentWrite) throws(WriteRefusal) -> [String: String] {
        guard let text = write.request["fieldMappings"], !text.isEmpty else { return [:] }
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

    /// `jobs/{id}`: how far a job is, in portal time.
    static func job(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        let id = request.captures[0]
        let found = request.request.content.parts.withLock { $0.jobs.first { $0.id == id } }
        guard let found, found.owner == request.request.viewer.name else {
            return .failure(
                ErrorEnvelope(404, "Job \(id.prefix(40)) not found"), "content", "the caller has no such job")
        }
        let isDone = found.isDone(at: request.request.time)
        let updated = isDone ? found.submitted + PortalContent.ServiceJob.duration : found.submitted
        let members: [String: JSONValue] = [
            "jobId": .string(id), "status": isDone ? "Completed" : "InProgress",
            "submissionTime": .integer(found.submitted),
            "lastUpdatedTime": .integer(updated),
        ]
        return .document(.object(isDone ? members.merging(found.result) { $1 } : members))
    }
}
