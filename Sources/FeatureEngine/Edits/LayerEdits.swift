package import JSONValues

/// Edits of a layer (developers.arcgis.com, "Apply Edits (Feature Service/Layer)"), as they came.
package struct LayerEdits {
    /// Edits of one request: more would hold up other requests.
    package static let maximum = 10_000

    /// What a deletion names.
    package enum Target: Equatable {
        /// A feature by its object id.
        case objectID(Int64)
        /// A feature by its global id.
        case globalID(GlobalID)
    }

    var adds: [JSONValue]
    var updates: [JSONValue]
    var deletes: [Target]
    /// Whether features are named by their global ids, those that are added too.
    package var usesGlobalIDs = false

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

    /// Edits of three kinds.
    package init(adds: [JSONValue] = [], updates: [JSONValue] = [], deletes: [Target] = []) {
        self.adds = adds
        self.updates = updates
        self.deletes = deletes
    }

    /// The kinds of edits that there are, as a layer's capabilities name them.
    package var capabilities: [String] {
        [(adds.isEmpty, "Create"), (updates.isEmpty, "Update"), (deletes.isEmpty, "Delete")].filter { !$0.0 }.map(\.1)
    }

    /// How many edits there are.
    package var count: Int { adds.count + updates.count + deletes.count }

    /// Carries out what can be, deletions last, whatever becomes of the rest; who undoes it says so in the results.
    package func attempt(
        on table: inout FeatureTable, reference: SpatialReference, limits: EditLimits
    ) -> EditAttempt {
        var editor = FeatureEditor(
            table, named: usesGlobalIDs ? table.rowsByGlobalID() : nil, reference: reference, limits: limits)
        let added = adds.map { editor.add($0) }
        let updated = updates.map { editor.update($0) }
        let deleted = deletes.map { editor.delete($0) }
        table = editor.table
        return EditAttempt(adds: added, updates: updated, deletes: deleted)
    }
}
