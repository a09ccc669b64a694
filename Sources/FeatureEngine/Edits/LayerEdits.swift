package import JSONValues

/// Edits of a layer (developers.arcgis.com, "Apply Edits (Feature Service/Layer)"), as they came.
package struct LayerEdits {
    /// Edits of one request: more would hold up other requests.
    package static let maximum = 10_000

    var adds: [JSONValue]
    var updates: [JSONValue]
    var deletes: [Int64]
    /// Whether nothing at all is done where one of them fails.
    package var rollsBack = true

    /// What came of each kind of edit, in their order.
    package struct Results {
        /// The results of the added features.
        package var adds: [JSONValue]
        /// The results of the changed features.
        package var updates: [JSONValue]
        /// The results of the deleted features.
        package var deletes: [JSONValue]
        /// The limit that one of them would have passed; nil where there is room.
        package var limit: LimitReached?
    }

    /// The outcome of one edit.
    private enum Outcome {
        case done(Int64)
        case failed(Int64?, EditProblem)
        case full(Int64?, LimitReached)

        var isDone: Bool { if case .done = self { true } else { false } }
    }

    /// Edits of three kinds, of which all or none are done.
    package init(adds: [JSONValue] = [], updates: [JSONValue] = [], deletes: [Int64] = []) {
        self.adds = adds
        self.updates = updates
        self.deletes = deletes
    }

    /// Carries them out, deletions last.
    package func apply(to table: inout FeatureTable, reference: SpatialReference, limits: EditLimits) -> Results {
        let before = rollsBack ? table : nil
        let added = adds.map { Self.add($0, to: &table, reference, limits) }
        let updated = updates.map { Self.update($0, in: &table, reference, limits) }
        let deleted = deletes.map { Self.delete($0, from: &table) }
        let hasFailed = !(added + updated + deleted).allSatisfy(\.isDone)
        let isUndone = hasFailed && before != nil
        if let before, hasFailed { table = before }
        func shown(_ outcomes: [Outcome]) -> [JSONValue] { outcomes.map { Self.result($0, isUndone: isUndone) } }
        let limit = (added + updated).lazy.compactMap { if case .full(_, let limit) = $0 { limit } else { nil } }.first
        return Results(adds: shown(added), updates: shown(updated), deletes: shown(deleted), limit: limit)
    }

    private static func add(
        _ feature: JSONValue, to table: inout FeatureTable, _ reference: SpatialReference, _ limits: EditLimits
    ) -> Outcome {
        do throws(DataProblem) {
            let (values, shape) = try content(feature, table, reference)
            do throws(LimitReached) {
                try table.room.reserve(adding: true, values, shape, within: limits)
            } catch {
                return .full(nil, error)
            }
            guard let id = table.add(values, shape) else { throw DataProblem("there is no object id left") }
            return .done(id)
        } catch {
            return .failed(nil, .wrong(error))
        }
    }

    private static func update(
        _ feature: JSONValue, in table: inout FeatureTable, _ reference: SpatialReference, _ limits: EditLimits
    ) -> Outcome {
        let name = table.objectIDField.name.lowercased()
        let id = feature["attributes"]?.object?.first { $0.key.lowercased() == name }?.value.integer
        guard let id, let row = table.row(id) else { return .failed(id, .noFeature) }
        do throws(DataProblem) {
            let (values, shape) = try content(feature, table, reference)
            let replaced = values.keys.reduce(0) { $0 + EditRoom.size(table.columns[$1][row]) }
            do throws(LimitReached) {
                try table.room.reserve(adding: false, values, replaced: replaced, shape, within: limits)
            } catch {
                return .full(id, error)
            }
            table.update(row, values, shape)
            return .done(id)
        } catch {
            return .failed(id, .wrong(error))
        }
    }

    private static func delete(_ id: Int64, from table: inout FeatureTable) -> Outcome {
        guard let row = table.row(id) else { return .failed(id, .noFeature) }
        table.delete(row)
        return .done(id)
    }

    /// The values and the geometry of a feature that came.
    private static func content(
        _ feature: JSONValue, _ table: FeatureTable, _ reference: SpatialReference
    ) throws(DataProblem) -> ([Int: FieldValue], Shape?) {
        guard feature.object != nil else { throw DataProblem("\(DataProblem.shown(feature)) is no feature") }
        let attributes = feature["attributes"] ?? [:]
        guard let members = attributes.object else { throw DataProblem("is no object", at: "attributes") }
        var values: [Int: FieldValue] = [:]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let index = table.field(name) else {
                throw DataProblem("is no field of this layer", at: "attributes.\(name.prefix(60))")
            }
            guard index != table.objectIDIndex else { continue }
            do {
                values[index] = try table.fields[index].value(from: value)
            } catch {
                throw error.within("attributes.\(name)")
            }
        }
        guard let geometry = feature["geometry"], !geometry.isNull else { return (values, nil) }
        guard let kind = table.geometry?.kind else { throw DataProblem("a table has none", at: "geometry") }
        do {
            return (values, try EsriGeometry.shape(geometry, kind: kind, in: reference))
        } catch {
            throw error.within("geometry")
        }
    }

    private static func result(_ outcome: Outcome, isUndone: Bool) -> JSONValue {
        switch outcome {
        case .done(let id) where !isUndone: ["objectId": .integer(id), "success": true]
        case .done(let id): failure(id, .rolledBack)
        case .failed(let id, let problem): failure(id, problem)
        case .full(let id, let limit): failure(id, EditProblem(code: 1000, description: limit.description))
        }
    }

    private static func failure(_ id: Int64?, _ problem: EditProblem) -> JSONValue {
        [
            "objectId": id.map { .integer($0) } ?? .null, "success": false,
            "error": ["code": .integer(problem.code), "description": .string(problem.description)],
        ]
    }
}
