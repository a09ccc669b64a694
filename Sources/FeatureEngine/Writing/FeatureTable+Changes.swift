package import JSONValues

/// What changed in a table after a generation.
package struct FeatureChanges {
    /// Features that were added.
    package var adds: [JSONValue] = []
    /// Features that were changed, as they are now.
    package var updates: [JSONValue] = []
    /// Features that are gone, or no longer among those that were asked for.
    package var deletes: [DeletedFeature] = []

    /// Whether nothing changed.
    package var isEmpty: Bool { adds.isEmpty && updates.isEmpty && deletes.isEmpty }
}

extension FeatureTable {
    /// Deleted features as they were.
    package func features(of deleted: [DeletedFeature], in reference: SpatialReference) -> [JSONValue] {
        features(of: deleted.compactMap { everyRow($0.objectID) }, in: reference)
    }

    /// What changed after a generation among some rows, all where none are given; `author` is told of others' changes only.
    ///
    /// `earlier` is the table before the author's own edits: what others changed is looked up there, so that it is told although the
    /// author has changed it since. Features are as they are now, in the reference that is given.
    package func changes(
        since generation: Int64, among rows: [Int]? = nil, exceptBy author: String? = nil,
        before earlier: FeatureTable? = nil, in reference: SpatialReference
    ) -> FeatureChanges {
        guard let history = (earlier ?? self).history else { return FeatureChanges() }
        let asked = rows.map(Set.init)
        let (added, changed) = history.changed(since: generation, exceptBy: author)
        func there(_ ids: [Int64]) -> [Int] { ids.compactMap { row($0) } }
        let isAsked = { (row: Int) in asked?.contains(row) ?? true }
        let gone = there(changed).filter { !isAsked($0) }.compactMap { row in
            globalID(row).map { DeletedFeature(id: $0, objectID: objectIDs[row]) }
        }
        return FeatureChanges(
            adds: features(of: there(added).filter(isAsked), in: reference),
            updates: features(of: there(changed).filter(isAsked), in: reference),
            deletes: history.deleted(since: generation, exceptBy: author) + gone)
    }
}
