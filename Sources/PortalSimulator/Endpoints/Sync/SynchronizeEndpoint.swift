internal import FeatureEngine
internal import JSONValues
internal import Platform

/// `synchronizeReplica`: a client's edits come in, and what others changed goes out (ArcGIS REST API, "Synchronize Replica").
///
/// Where both changed a feature, the client's edit is the last, as it is on real servers; the client is told the feature as it is then.
enum SynchronizeEndpoint {
    /// What is asked for one layer.
    private struct Wish {
        let part: PortalContent.Replica.Part
        let layer: PortalContent.Layer
        /// The generation that the client has.
        let since: Int64
        let direction: PortalContent.Replica.Direction
    }

    static func synchronize(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        if let refusal = ReplicaEndpoint.refusal(request, needing: "Sync") ?? EditsEndpoint.refusal(request) {
            return refusal
        }
        guard let replica = ReplicaEndpoint.replica(request.parameters["replicaID"] ?? "", request) else {
            return ReplicaEndpoint.unknown(request)
        }
        let read: (delivery: SyncDelivery, closes: Bool, wishes: [Wish], edits: ServiceEdits?)
        do throws(ParameterProblem) {
            let parameters = request.parameters
            let wishes = try wishes(replica, request)
            // What cannot be answered is refused before anything is edited: a field may be gone that a query names.
            for wish in wishes where wish.direction != .upload {
                let table = wish.layer.features.withLock { $0 }
                _ = try wish.part.rows(of: table, wish.layer, at: request.request.time)
            }
            read = (
                try SyncDelivery(parameters), try parameters.flag("closeReplica"), wishes,
                try edits(of: replica, wishes, request)
            )
        } catch {
            return ReplicaEndpoint.refusal(error)
        }
        if let refusal = read.edits?.refusal(request) { return refusal }
        let applied = read.edits?.apply(request.request) ?? []
        let answer: Answer
        do throws(ParameterProblem) {
            answer = try self.answer(replica, read.wishes, read.edits, applied, request)
        } catch {
            return ReplicaEndpoint.refusal(error)
        }
        let reply = try finish(replica, answer, closes: read.closes, read.delivery, request)
        let limit = applied.lazy.compactMap(\.results.limit).first
        return limit.map { reply.refused("limits", $0.description) } ?? reply
    }

    // MARK: what is asked

    private static func wishes(
        _ replica: PortalContent.Replica, _ request: ServiceRequest
    ) throws(ParameterProblem) -> [Wish] {
        let parameters = request.parameters
        var wishes: [Wish] = []
        func add(_ part: PortalContent.Replica.Part, since: Int64, _ direction: PortalContent.Replica.Direction) {
            guard let layer = request.service.layers.first(where: { $0.id == part.layer }) else { return }
            wishes.append(Wish(part: part, layer: layer, since: since, direction: direction))
        }
        if replica.model == .perLayer {
            guard let text = parameters["syncLayers"] else {
                throw ParameterProblem("syncLayers", "is missing; it names the layers and the generations of each")
            }
            guard let list = (try? JSONValue(parsing: text))?.array, !list.isEmpty else {
                throw ParameterProblem("syncLayers", "is no JSON list of objects with id, serverGen and syncDirection")
            }
            for (index, element) in list.enumerated() {
                guard let id = element["id"]?.integer, let part = replica.parts.first(where: { $0.layer == id }) else {
                    throw ParameterProblem("syncLayers[\(index)].id", "is no layer of the replica")
                }
                guard !wishes.contains(where: { $0.layer.id == id }) else {
                    throw ParameterProblem("syncLayers[\(index)].id", "layer \(id) stands there twice")
                }
                let direction = try direction(
                    element["syncDirection"]?.string ?? parameters["syncDirection"],
                    "syncLayers[\(index)].syncDirection",
                    of: replica)
                let told = element["serverGen"] ?? .null
                guard told.isNull || told.integer != nil else {
                    throw ParameterProblem(
                        "syncLayers[\(index)].serverGen",
                        "\(told.text().prefix(40)) is no whole number; send the one that the last answer told")
                }
                guard let since = told.integer ?? (direction.downloads ? nil : 0) else {
                    throw ParameterProblem("syncLayers[\(index)].serverGen", "is missing")
                }
                add(part, since: since, direction)
            }
            return wishes
        }
        let direction = try direction(parameters["syncDirection"], "syncDirection", of: replica)
        var generations: [Int: Int64] = [:]
        if direction.downloads {
            guard let number = try parameters.count("replicaServerGen") else {
                throw ParameterProblem("replicaServerGen", "is missing; the last answer told it")
            }
            guard let known = replica.layers(of: Int64(number)) else {
                throw ParameterProblem(
                    "replicaServerGen", "\(number) is none that was told lately; take the replica anew")
            }
            generations = known
        }
        for part in replica.parts { add(part, since: generations[part.layer] ?? 0, direction) }
        return wishes
    }

    /// The client's edits; nil where it brings none.
    private static func edits(
        of replica: PortalContent.Replica, _ wishes: [Wish], _ request: ServiceRequest
    ) throws(ParameterProblem) -> ServiceEdits? {
        try EditsEndpoint.refuseUploadedEdits(request)
        guard let text = request.parameters["edits"] else { return nil }
        var edits = try ServiceEdits(text, request, usesGlobalIDs: true, in: "features", deletes: "deleteIds")
        for (index, part) in edits.parts.enumerated() {
            guard wishes.contains(where: { $0.layer.id == part.layer.id && $0.direction.uploads }) else {
                throw ParameterProblem(
                    "edits[\(index)].id", "layer \(part.layer.id) is not among those that are uploaded")
            }
        }
        edits.rollsBack = try request.parameters.flag("rollbackOnFailure")
        edits.replica = replica.id
        return edits
    }

    /// A direction that the replica was taken with, or part of it.
    private static func direction(
        _ text: String?, _ name: String, of replica: PortalContent.Replica
    ) throws(ParameterProblem) -> PortalContent.Replica.Direction {
        guard let text else { return replica.direction }
        guard let direction = PortalContent.Replica.Direction(rawValue: text.lowercased()) else {
            throw ParameterProblem(
                name, "\"\(text.prefix(40))\" is none of upload, download, bidirectional, snapshot")
        }
        guard direction == replica.direction || replica.direction == .bidirectional || direction == .snapshot else {
            throw ParameterProblem(name, "the replica was taken for \(replica.direction.rawValue) only")
        }
        return direction
    }

    // MARK: what is answered

    private struct Answer {
        var layers: [JSONValue] = []
        var edits: [JSONValue] = []
        /// What the client has of each layer then.
        var generations: [(layer: Int, generation: Int64)] = []
        /// Whether it is newer than what it had.
        var isNewer = false

        var responseType: String {
            switch (edits.isEmpty, layers.isEmpty) {
            case (true, true): "esriReplicaResponseTypeNoEdits"
            case (false, true): "esriReplicaResponseTypeEdits"
            case (true, false): "esriReplicaResponseTypeData"
            case (false, false): "esriReplicaResponseTypeEditsAndData"
            }
        }
    }

    private static func answer(
        _ replica: PortalContent.Replica, _ wishes: [Wish], _ edits: ServiceEdits?, _ applied: [ServiceEdits.Applied],
        _ request: ServiceRequest
    ) throws(ParameterProblem) -> Answer {
        var answer = Answer()
        for wish in wishes {
            if wish.direction != .upload { answer.isNewer = true }
            let place = edits?.parts.firstIndex { $0.layer.id == wish.layer.id }
            let done = place.map { applied[$0] }
            var members = done?.results.members ?? [:]
            let table = done?.after ?? wish.layer.features.withLock { $0 }
            if wish.direction == .snapshot {
                let taken = try ReplicaEndpoint.taken(wish.part, of: wish.layer, replica, request)
                answer.layers.append(taken.document)
                answer.generations.append((wish.layer.id, taken.generation))
                continue
            }
            // An upload changes nothing of what the client has; what it did not say is not told either.
            if wish.direction.downloads || wish.since > 0 {
                answer.generations.append((wish.layer.id, wish.direction.downloads ? table.generation : wish.since))
            }
            if wish.direction.downloads {
                let rows = try wish.part.rows(of: table, wish.layer, at: request.request.time)
                let changes = table.changes(
                    since: wish.since, among: rows, exceptBy: replica.id, before: done?.before, in: replica.reference)
                if !changes.isEmpty { members["features"] = changes.document }
            }
            if !members.isEmpty {
                answer.edits.append(.object(members.merging(["id": .integer(Int64(wish.layer.id))]) { $1 }))
            }
        }
        return answer
    }

    /// Notes what the client has now, and answers.
    private static func finish(
        _ replica: PortalContent.Replica, _ answer: Answer, closes: Bool, _ delivery: SyncDelivery,
        _ request: ServiceRequest
    ) throws(BlueprintError) -> PortalReply {
        let time = request.request.time
        let downloaded = Dictionary(answer.generations.map { ($0.layer, $0.generation) }, uniquingKeysWith: { $1 })
        let outcome = try request.request.content.change { world -> Int64? in
            guard let index = world.replicas.firstIndex(where: { $0.id == replica.id }) else { return nil }
            world.replicas[index].synchronized = time
            defer { if closes { world.replicas.remove(at: index) } }
            guard replica.model == .perReplica else { return nil }
            return answer.isNewer ? world.replicas[index].note(downloaded) : replica.generation
        }
        var head: [String: JSONValue] = [
            "replicaName": .string(replica.name), "replicaID": .string(replica.id),
            "responseType": .string(answer.responseType), "syncModel": .string(replica.model.rawValue),
        ]
        if case .success(let number?) = outcome {
            head["replicaServerGen"] = .integer(number)
        } else {
            head["layerServerGens"] = .array(
                answer.generations.map { ["id": .integer(Int64($0.layer)), "serverGen": .integer($0.generation)] })
        }
        var document = head
        if !answer.edits.isEmpty { document["edits"] = .array(answer.edits) }
        if !answer.layers.isEmpty { document["layers"] = .array(answer.layers) }
        return try delivery.reply(document, head, request)
    }
}

extension FeatureChanges {
    /// The changes as answers tell them.
    var document: JSONValue {
        ["adds": .array(adds), "updates": .array(updates), "deleteIds": .array(deletes.map { .string($0.id.text) })]
    }
}
