internal import FeatureEngine
internal import JSONValues
internal import Platform

/// Replicas of a feature service: features that clients take along to work offline (ArcGIS REST API, "Create Replica", "Unregister
/// Replica", "Replicas").
enum ReplicaEndpoint {
    static func create(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        if let refusal = refusal(request, needing: "Sync") { return refusal }
        if let refusal = EditsEndpoint.refusal(request) { return refusal }
        let asked: ReplicaRequest
        do throws(ParameterProblem) { asked = try ReplicaRequest(request) } catch { return Self.refusal(error) }
        let time = request.request.time
        let owner = request.request.viewer.name
        let service = request.service.name
        var replica = PortalContent.Replica(
            id: PortalContent.Replica.newID(),
            name: asked.name ?? "\(service.split(separator: "/").last ?? "")_\(owner ?? "")_\(time)",
            service: service, owner: owner, model: asked.model, direction: asked.direction,
            reference: asked.reference, parts: asked.parts, geometry: asked.geometry, created: time)
        let taken: [TakenLayer]
        do throws(ParameterProblem) { taken = try Self.taken(replica, request) } catch { return Self.refusal(error) }
        var head: [String: JSONValue] = [
            "replicaName": .string(replica.name), "responseType": "esriReplicaResponseTypeData",
            "targetType": "client", "syncModel": .string(replica.model.rawValue),
        ]
        if replica.model != .none {
            head["replicaID"] = .string(replica.id)
            head.merge(generations(of: &replica, taken)) { $1 }
            if case .failure(let refusal) = try keep(replica, request) { return refusal.reply }
        }
        let layers = taken.map(\.document)
        return try asked.delivery.reply(head.merging(["layers": .array(layers)]) { $1 }, head, request)
    }

    /// Remembers a replica, unless it is one too many or has more bytes than there is room for.
    private static func keep(
        _ replica: PortalContent.Replica, _ request: ServiceRequest
    ) throws(BlueprintError) -> Result<Void, WriteRefusal> {
        let limits = request.request.site.limits
        return try request.request.content.change { world throws(WriteRefusal) in
            guard world.replicas.count < limits.replicas else {
                let words = "the portal keeps \(limits.replicas) replicas until it is reset; unregister some"
                throw WriteRefusal(
                    ErrorEnvelope(400, "Unable to create replica.", details: .list([words])), words, gate: "limits")
            }
            let before = WorldSize(world)
            world.replicas.append(replica)
            try WorldSize(world).check(against: before, limits)
        }
    }

    /// Forgets a replica.
    static func unregister(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        if let refusal = refusal(request, needing: "Sync") ?? EditsEndpoint.refusal(request) { return refusal }
        guard let replica = replica(request.parameters["replicaID"] ?? "", request) else { return unknown(request) }
        _ = try request.request.content.change { world in world.replicas.removeAll { $0.id == replica.id } }
        return .document(["success": true])
    }

    /// `replicas`: those that the caller took.
    static func replicas(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        if let refusal = refusal(request, needing: "Sync") { return refusal }
        let all = request.request.content.parts.withLock { $0.replicas }
        let own = all.filter { $0.service == request.service.name && $0.owner == request.request.viewer.name }
        return .document(
            .array(own.map { ["replicaName": .string($0.name), "replicaID": .string($0.id)] }))
    }

    /// `replicas/{id}`: what one of them holds.
    static func info(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        if let refusal = refusal(request, needing: "Sync") { return refusal }
        guard let replica = replica(request.captures[0], request) else { return unknown(request) }
        var document: [String: JSONValue] = [
            "replicaName": .string(replica.name), "replicaID": .string(replica.id),
            "replicaOwner": .string(replica.owner ?? ""), "syncModel": .string(replica.model.rawValue),
            "syncDirection": .string(replica.direction.rawValue), "targetType": "client",
            "creationDate": .integer(replica.created), "lastSyncDate": .integer(replica.synchronized),
            "spatialReference": replica.reference.document, "geometry": replica.geometry ?? .null,
            "layers": .array(
                replica.parts.map { part in
                    [
                        "id": .integer(Int64(part.layer)), "queryOption": .string(part.option.rawValue),
                        "where": part.query["where"].map { .string($0) } ?? "",
                        "useGeometry": .bool(part.query["geometry"] != nil),
                    ]
                }),
        ]
        if replica.model == .perReplica { document["replicaServerGen"] = .integer(replica.generation) }
        return .document(.object(document))
    }

    // MARK: what the operations share

    /// Features of one layer as a replica takes them, and the generation that they are of.
    struct TakenLayer {
        let layer: Int
        let generation: Int64
        let features: [JSONValue]

        var document: JSONValue { ["id": .integer(Int64(layer)), "features": .array(features)] }
    }

    /// The features of a replica as they are now.
    static func taken(
        _ replica: PortalContent.Replica, _ request: ServiceRequest
    ) throws(ParameterProblem) -> [TakenLayer] {
        var taken: [TakenLayer] = []
        for part in replica.parts {
            guard let layer = request.service.layers.first(where: { $0.id == part.layer }) else { continue }
            taken.append(try self.taken(part, of: layer, replica, request))
        }
        return taken
    }

    /// The features of one of its layers.
    static func taken(
        _ part: PortalContent.Replica.Part, of layer: PortalContent.Layer, _ replica: PortalContent.Replica,
        _ request: ServiceRequest
    ) throws(ParameterProblem) -> TakenLayer {
        let table = layer.features.withLock { $0 }
        let rows = part.option == .none ? [] : try part.rows(of: table, layer, at: request.request.time)
        return TakenLayer(
            layer: layer.id, generation: table.generation, features: table.features(of: rows, in: replica.reference))
    }

    /// The members that tell the layers' generations, as the replica's model counts them.
    private static func generations(
        of replica: inout PortalContent.Replica, _ taken: [TakenLayer]
    ) -> [String: JSONValue] {
        guard replica.model == .perReplica else { return ["layerServerGens": layerGenerations(taken)] }
        let number = replica.note(
            Dictionary(taken.map { ($0.layer, $0.generation) }, uniquingKeysWith: { first, _ in first }))
        return ["replicaServerGen": .integer(number)]
    }

    private static func layerGenerations(_ taken: [TakenLayer]) -> JSONValue {
        .array(taken.map { ["id": .integer(Int64($0.layer)), "serverGen": .integer($0.generation)] })
    }

    /// The caller's replica of an id, with braces or without; nil where there is none.
    static func replica(_ id: String, _ request: ServiceRequest) -> PortalContent.Replica? {
        let id = id.filter { $0 != "{" && $0 != "}" }.uppercased()
        let found = request.request.content.parts.withLock { $0.replicas.first { $0.id == id } }
        guard let found, found.service == request.service.name, found.owner == request.request.viewer.name else {
            return nil
        }
        return found
    }

    static func unknown(_ request: ServiceRequest) -> PortalReply {
        let words = "the caller has no such replica of \(request.service.name)"
        return .failure(ErrorEnvelope(400, "Invalid replica ID.", details: .list([words])), "sync", words)
    }

    /// Why a service without a capability does not serve an operation; nil where it has one of those.
    static func refusal(_ request: ServiceRequest, needing capabilities: String...) -> PortalReply? {
        let service = request.service
        let has = capabilities.contains { $0 == "Sync" ? service.synchronizes : service.isTracked }
        guard !has || !service.isMadeFromData else { return nil }
        let words = "\(service.name) has not got \(capabilities[0]); it has \(service.capabilities)"
        return .failure(
            ErrorEnvelope(400, "This operation is not supported.", details: .list([words])), "sync", words)
    }

    static func refusal(_ problem: ParameterProblem) -> PortalReply {
        .failure(
            ErrorEnvelope(400, "Invalid or missing input parameters.", details: .list(problem.details)), "sync",
            "\(problem.parameter): \(problem.problem)")
    }
}

extension PortalContent.Replica {
    /// A random GUID in capitals, without braces.
    fileprivate static func newID() -> String {
        var generator = SystemRandomNumberGenerator()
        return String(GlobalID(using: &generator).text.dropFirst().dropLast())
    }
}
