internal import JSONValues

/// Applies single edits to a table, one after the other.
struct FeatureEditor {
    private(set) var table: FeatureTable
    /// The rows by their global ids, where these name features; nil where object ids do.
    private var named: [GlobalID: Int]?
    private let reference: SpatialReference
    private let limits: EditLimits
    private var generator = SystemRandomNumberGenerator()

    init(_ table: FeatureTable, named: [GlobalID: Int]?, reference: SpatialReference, limits: EditLimits) {
        self.table = table
        self.named = named
        self.reference = reference
        self.limits = limits
    }

    mutating func add(_ feature: JSONValue) -> EditOutcome {
        var edited = EditedFeature()
        do throws(DataProblem) {
            var (values, shape) = try content(feature)
            if let index = table.globalIDIndex {
                let id = try globalID(ofAdded: feature)
                edited.globalID = id
                values[index] = .text(id.text)
            }
            do throws(LimitReached) {
                try table.room.reserve(adding: table.fields.count, values, shape, within: limits)
            } catch {
                return .full(edited, error)
            }
            guard let id = table.add(values, shape) else { throw DataProblem("there is no object id left") }
            edited.objectID = id
            if let row = table.row(id), let globalID = edited.globalID { named?[globalID] = row }
            return .done(edited)
        } catch {
            return .failed(edited, .wrong(error))
        }
    }

    /// The global id that a feature brings where these name features; else a new one, whatever it brings.
    private mutating func globalID(ofAdded feature: JSONValue) throws(DataProblem) -> GlobalID {
        guard let named, let index = table.globalIDIndex else { return GlobalID(using: &generator) }
        let name = table.fields[index].name
        guard let written = attribute(name, of: feature)?.string else {
            throw DataProblem(
                "is missing; with useGlobalIds each added feature brings its own", at: "attributes.\(name)")
        }
        guard let id = GlobalID(written) else {
            throw DataProblem("\"\(written.prefix(60))\" is no global id", at: "attributes.\(name)")
        }
        guard named[id] == nil else { throw DataProblem("\(id.text) is another feature's", at: "attributes.\(name)") }
        return id
    }

    mutating func update(_ feature: JSONValue) -> EditOutcome {
        let (edited, row) = find(feature)
        guard let row else { return .failed(edited, .noFeature) }
        do throws(DataProblem) {
            let (values, shape) = try content(feature)
            let replaced = values.keys.reduce(0) { $0 + EditRoom.size(table.columns[$1][row]) }
            do throws(LimitReached) {
                try table.room.reserve(adding: nil, values, replaced: replaced, shape, within: limits)
            } catch {
                return .full(edited, error)
            }
            table.update(row, values, shape)
            return .done(edited)
        } catch {
            return .failed(edited, .wrong(error))
        }
    }

    mutating func delete(_ target: LayerEdits.Target) -> EditOutcome {
        let edited: EditedFeature
        let row: Int?
        switch target {
        case .objectID(let id): (edited, row) = found(id)
        case .globalID(let id): (edited, row) = found(id)
        }
        guard let row else { return .failed(edited, .noFeature) }
        table.delete(row)
        if let globalID = edited.globalID { named?[globalID] = nil }
        return .done(edited)
    }

    /// The feature that an update is about, and its row where it is there.
    private func find(_ feature: JSONValue) -> (EditedFeature, Int?) {
        guard named != nil, let index = table.globalIDIndex else {
            guard let id = attribute(table.objectIDField.name, of: feature)?.integer else {
                return (EditedFeature(), nil)
            }
            return found(id)
        }
        guard let id = attribute(table.fields[index].name, of: feature)?.string.flatMap({ GlobalID($0) }) else {
            return (EditedFeature(), nil)
        }
        return found(id)
    }

    private func found(_ id: Int64) -> (EditedFeature, Int?) {
        let row = table.row(id)
        return (EditedFeature(objectID: id, globalID: row.flatMap { table.globalID($0) }), row)
    }

    private func found(_ id: GlobalID) -> (EditedFeature, Int?) {
        let row = named?[id]
        return (EditedFeature(objectID: row.flatMap { table.objectIDs(of: [$0]).first }, globalID: id), row)
    }

    /// An attribute, whatever the case of its name.
    private func attribute(_ name: String, of feature: JSONValue) -> JSONValue? {
        let name = name.lowercased()
        return feature["attributes"]?.object?.first { $0.key.lowercased() == name }?.value
    }

    /// The values and the geometry of a feature that came; ids are the layer's own.
    private func content(_ feature: JSONValue) throws(DataProblem) -> ([Int: FieldValue], Shape?) {
        guard feature.object != nil else { throw DataProblem("\(DataProblem.shown(feature)) is no feature") }
        let attributes = feature["attributes"] ?? [:]
        guard let members = attributes.object else { throw DataProblem("is no object", at: "attributes") }
        let globalIDIndex = table.globalIDIndex
        var values: [Int: FieldValue] = [:]
        var spelled: [Int: String] = [:]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let index = table.field(name) else {
                throw DataProblem("is no field of this layer", at: "attributes.\(name.prefix(60))")
            }
            if let other = spelled.updateValue(name, forKey: index) {
                throw DataProblem(
                    "is the same field as \"\(other.prefix(60))\"; upper and lower case are one",
                    at: "attributes.\(name.prefix(60))")
            }
            guard index != table.objectIDIndex, index != globalIDIndex else { continue }
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
}
