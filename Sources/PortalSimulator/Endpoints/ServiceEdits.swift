internal import FeatureEngine
internal import JSONValues
internal import Platform

/// Edits of several layers of a service, which are applied at once.
struct ServiceEdits {
    /// The edits of one layer.
    struct Part {
        let layer: PortalContent.Layer
        var edits: LayerEdits
        /// Edits of what is attached to its features; nil where none came.
        var attachments: AttachmentEdits?

        /// Puts what came of the edits of attachments in the place of these, and takes away what is attached to deleted features.
        ///
        /// That goes last: an edit of it in the same request has the result that it would have without the deletion.
        fileprivate func commit(_ attached: AttachmentTable?, of features: FeatureTable) {
            let deletes = edits.capabilities.contains("Delete")
            guard deletes || attached != nil else { return }
            layer.attachments.withLock { table in
                if let attached { table = attached }
                if deletes { table.removeAll { features.row($0) == nil } }
            }
        }
    }
    /// A layer before and after its edits, and what came of them.
    struct Applied {
        let before: FeatureTable
        let after: FeatureTable
        let results: LayerEdits.Results
        let attachments: AttachmentEdits.Results?

        /// Which limit the first edit passed for which there was no room; nil where there was room.
        var limit: String? { results.limit?.description ?? attachments?.limit }

        /// The results as the answer names them.
        var members: [String: JSONValue] {
            var members = results.members
            members["attachments"] = attachments?.document
            return members
        }
    }
    let parts: [Part]
    /// Whether nothing is done in any layer where one edit fails.
    var rollsBack = true
    /// The replica whose edits they are; nil for edits of the service itself.
    var replica: String?

    /// Edits of one layer, which are read already.
    init(_ part: Part, rollsBack: Bool) {
        parts = [part]
        self.rollsBack = rollsBack
    }

    /// The parameter `edits`, which has the edits of each layer.
    private static let name = "edits"

    /// Reads a list with an object for each layer, or an object with that list as `layers`.
    ///
    /// `place` names the member in which the edits of a layer stand, `deletes` the one of those that go.
    init(
        _ text: String, _ request: ServiceRequest, usesGlobalIDs: Bool, in place: String? = nil,
        deletes: String = "deletes"
    ) throws(ParameterProblem) {
        let json = try EditReader.json(text, Self.name, as: "list of edits, one for each layer")
        guard let list = json.array ?? json["layers"]?.array else {
            throw ParameterProblem(Self.name, "is no JSON list of edits, one for each layer")
        }
        var layers: [PortalContent.Layer] = []
        for (index, element) in list.enumerated() {
            guard let id = element["id"]?.integer, let layer = request.service.layers.first(where: { $0.id == id })
            else {
                let known = request.service.layers.map { "\($0.id)" }.joined(separator: ", ")
                throw ParameterProblem("\(Self.name)[\(index)].id", "is no layer; \(request.service.name) has \(known)")
            }
            guard !layers.contains(where: { $0.id == layer.id }) else {
                throw ParameterProblem("\(Self.name)[\(index)].id", "layer \(id) stands there twice")
            }
            layers.append(layer)
        }
        let reader = try EditReader(request.parameters, usesGlobalIDs: usesGlobalIDs, of: layers)
        var references = NamedReferences(in: "one request")
        var parts: [Part] = []
        for (index, (layer, element)) in zip(layers, list).enumerated() {
            let path = "\(Self.name)[\(index)]" + (place.map { ".\($0)" } ?? "")
            let edits = place.map { element[$0] ?? .null } ?? element
            try Self.allow(element, edits, in: place, deletes: deletes, "\(Self.name)[\(index)]")
            func features(_ member: String) throws(ParameterProblem) -> [JSONValue] {
                guard let list = edits[member] else { return [] }
                return try reader.features(list, "\(path).\(member)", &references)
            }
            let targets = try edits[deletes].map { list throws(ParameterProblem) in
                try reader.targets(list, "\(path).\(deletes)")
            }
            var read = LayerEdits(
                adds: try features("adds"), updates: try features("updates"), deletes: targets ?? [])
            read.usesGlobalIDs = usesGlobalIDs
            let attachments = try AttachmentEdits(
                element["attachments"], "\(Self.name)[\(index)].attachments", of: layer, usesGlobalIDs: usesGlobalIDs,
                isReplica: place != nil)
            parts.append(Part(layer: layer, edits: read, attachments: attachments))
        }
        guard parts.reduce(0, { $0 + $1.edits.count + ($1.attachments?.count ?? 0) }) <= LayerEdits.maximum else {
            throw ParameterProblem(Self.name, "more than \(LayerEdits.maximum) edits")
        }
        self.parts = parts
    }

    /// Throws where the edits of a layer have a member that would be lost: what is misspelled is no edit.
    private static func allow(
        _ element: JSONValue, _ edits: JSONValue, in place: String?, deletes: String, _ path: String
    ) throws(ParameterProblem) {
        let kinds = ["adds", "updates", deletes]
        guard let place else {
            return try EditReader.allow(["id"] + kinds + ["attachments"], of: element.object ?? [:], path)
        }
        try EditReader.allow(["id", place, "attachments"], of: element.object ?? [:], path)
        guard edits.isNull || edits.object != nil else { throw ParameterProblem("\(path).\(place)", "is no object") }
        try EditReader.allow(kinds, of: edits.object ?? [:], "\(path).\(place)")
    }

    /// Why one of the layers does not take its edits; nil where all take them.
    func refusal(_ request: ServiceRequest) -> PortalReply? {
        for part in parts {
            let refusal =
                EditsEndpoint.refusal(request, part.layer)
                ?? EditsEndpoint.refusal(request, part.layer, for: part.edits)
            if let refusal { return refusal }
        }
        return nil
    }

    /// Applies them; none of the layers is edited by another request meanwhile. The next query finds what they changed.
    func apply(_ request: EndpointRequest) -> [Applied] {
        defer { request.content.awaitDefinitions(of: parts.map(\.layer)) }
        let limits = request.site.limits
        // Always in the same order, so that two requests never wait for each other.
        return Self.holding(parts.map(\.layer).sorted { $0.id < $1.id }[...]) { features in
            var left = request.featureBytesLeft
            var attachmentsLeft = parts.contains { $0.attachments != nil } ? request.attachmentBytesLeft : 0
            var tables: [(before: FeatureTable, after: FeatureTable)] = []
            var attempts: [EditAttempt] = []
            var attached: [(after: AttachmentTable, results: AttachmentEdits.Results)?] = []
            for part in parts {
                let before = features[part.layer.id, default: part.layer.features].withLock { $0 }
                var after = before
                let own = EditLimits(limits).within(left, of: limits.featureBytes, for: before)
                attempts.append(attempt(part, on: &after, own))
                left -= max(0, after.addedBytes - before.addedBytes)
                tables.append((before, after))
                attached.append(
                    part.attachments.map { edits in
                        var table = part.layer.attachments.withLock { $0 }
                        let before = table.addedBytes
                        let own = AttachmentLimits(limits, left: attachmentsLeft, for: table)
                        let results = edits.attempt(on: &table, of: after, own)
                        attachmentsLeft -= max(0, table.addedBytes - before)
                        return (table, results)
                    })
            }
            // Where a layer does not let it be chosen, all or nothing is done.
            let rollsBack = rollsBack || !parts.allSatisfy(\.layer.letsRollbackBeChosen)
            let hasFailed =
                attempts.contains(where: \.hasFailed) || attached.contains { $0?.results.hasFailed == true }
            let isUndone = rollsBack && hasFailed
            return zip(zip(parts, tables), zip(attempts, attached)).map { each, outcome in
                let (part, (before, after)) = each
                let (attempt, attached) = outcome
                if !isUndone {
                    features[part.layer.id, default: part.layer.features].withLock { $0 = after }
                    part.commit(attached?.after, of: after)
                }
                return Applied(
                    before: before, after: isUndone ? before : after, results: attempt.results(isUndone: isUndone),
                    attachments: isUndone ? attached?.results.undone : attached?.results)
            }
        }
    }

    private func attempt(_ part: Part, on table: inout FeatureTable, _ limits: EditLimits) -> EditAttempt {
        guard let replica else {
            return part.edits.attempt(on: &table, reference: part.layer.reference, limits: limits)
        }
        return table.asReplica(replica) { table in
            part.edits.attempt(on: &table, reference: part.layer.reference, limits: limits)
        }
    }

    /// Where the features of a layer are, by its id.
    private typealias Places = [Int: Locked<FeatureTable>]

    private static func holding<Result>(
        _ layers: ArraySlice<PortalContent.Layer>, _ held: Places = [:], _ body: (Places) -> Result
    ) -> Result {
        guard let first = layers.first else { return body(held) }
        return first.editing.withLock { features in
            holding(layers.dropFirst(), held.merging([first.id: features]) { $1 }, body)
        }
    }
}
