package import JSONValues

/// What became of the features of a table since it is tracked, for clients that work offline.
///
/// Each change has a number of its own, its generation; a client that knows one asks what came after it (ArcGIS REST API, "Sync
/// overview").
struct EditHistory: Sendable {
    private struct Addition {
        let generation: Int64
        let author: String?

        /// Whether an author who has seen a generation does not know the feature.
        func isNews(since: Int64, to other: String?) -> Bool {
            generation > since && (other == nil || author != other)
        }
    }
    /// What is known of a feature that was added or changed.
    private struct Mark {
        /// The generation in which it was added, and by whom; nil for one that was there before.
        var added: Addition?
        var changed: Int64
        /// Who changed it last; nil for an edit that no replica sent.
        var author: String?
    }
    /// A feature that is gone.
    private struct Deletion {
        let feature: FeatureChanges.Deleted
        let generation: Int64
        let added: Addition?
        let author: String?
    }
    /// The number of the latest change.
    private(set) var generation: Int64 = 1
    /// The replica whose edits are applied; nil for others.
    var author: String?
    private var marks: [Int64: Mark] = [:]
    private var deletions: [Deletion] = []

    mutating func noteAdded(_ id: Int64) {
        generation += 1
        marks[id] = Mark(
            added: Addition(generation: generation, author: author), changed: generation, author: author)
    }

    mutating func noteChanged(_ id: Int64) {
        generation += 1
        marks[id] = Mark(added: marks[id]?.added, changed: generation, author: author)
    }

    mutating func noteDeleted(_ id: Int64, _ globalID: GlobalID?) {
        generation += 1
        let mark = marks.removeValue(forKey: id)
        guard let globalID else { return }
        deletions.append(
            Deletion(
                feature: .init(id: globalID, objectID: id), generation: generation, added: mark?.added, author: author))
    }

    /// Object ids that were added or changed after a generation, by others than an author.
    func changed(since: Int64, exceptBy author: String?) -> (added: [Int64], changed: [Int64]) {
        var (added, changed): ([Int64], [Int64]) = ([], [])
        for (id, mark) in marks where mark.changed > since && (author == nil || mark.author != author) {
            if mark.added?.isNews(since: since, to: author) == true { added.append(id) } else { changed.append(id) }
        }
        return (added.sorted(), changed.sorted())
    }

    /// Features that were there at a generation and are gone since, by others than an author.
    func deleted(since: Int64, exceptBy author: String?) -> [FeatureChanges.Deleted] {
        deletions.filter { deletion in
            deletion.generation > since && deletion.added?.isNews(since: since, to: author) != true
                && (author == nil || deletion.author != author)
        }.map(\.feature)
    }
}

/// What changed in a table after a generation.
package struct FeatureChanges {
    /// Features that were added.
    package var adds: [JSONValue] = []
    /// Features that were changed, as they are now.
    package var updates: [JSONValue] = []
    /// Features that are gone, or no longer among those that were asked for.
    package var deletes: [Deleted] = []

    /// A feature that is gone.
    package struct Deleted: Sendable {
        package let id: GlobalID
        package let objectID: Int64
    }

    /// Whether nothing changed.
    package var isEmpty: Bool { adds.isEmpty && updates.isEmpty && deletes.isEmpty }
}

extension FeatureTable {
    /// Whether it is remembered what changes.
    package var isTracked: Bool { history != nil }

    /// Remembers from now on what changes.
    package mutating func track() { if history == nil { history = EditHistory() } }

    /// The number of the latest change; 0 where it is not tracked.
    package var generation: Int64 { history?.generation ?? 0 }

    /// Deleted features as they were.
    package func features(of deleted: [FeatureChanges.Deleted], in reference: SpatialReference) -> [JSONValue] {
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
            globalID(row).map { FeatureChanges.Deleted(id: $0, objectID: objectIDs[row]) }
        }
        return FeatureChanges(
            adds: features(of: there(added).filter(isAsked), in: reference),
            updates: features(of: there(changed).filter(isAsked), in: reference),
            deletes: history.deleted(since: generation, exceptBy: author) + gone)
    }

    /// Does something as a replica, so that its changes are not told to it again.
    package mutating func asReplica<Result>(_ name: String, _ body: (inout FeatureTable) -> Result) -> Result {
        history?.author = name
        defer { history?.author = nil }
        return body(&self)
    }
}
