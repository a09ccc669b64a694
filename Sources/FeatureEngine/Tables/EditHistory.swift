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
        let feature: DeletedFeature
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
                feature: DeletedFeature(id: globalID, objectID: id), generation: generation, added: mark?.added,
                author: author))
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
    func deleted(since: Int64, exceptBy author: String?) -> [DeletedFeature] {
        deletions.filter { deletion in
            deletion.generation > since && deletion.added?.isNews(since: since, to: author) != true
                && (author == nil || deletion.author != author)
        }.map(\.feature)
    }
}

/// A feature that is gone.
package struct DeletedFeature: Sendable {
    package let id: GlobalID
    package let objectID: Int64
}

extension FeatureTable {
    /// Whether it is remembered what changes.
    package var isTracked: Bool { history != nil }

    /// Remembers from now on what changes.
    package mutating func track() { if history == nil { history = EditHistory() } }

    /// The number of the latest change; 0 where it is not tracked.
    package var generation: Int64 { history?.generation ?? 0 }

    /// Does something as a replica, so that its changes are not told to it again.
    package mutating func asReplica<Result>(_ name: String, _ body: (inout FeatureTable) -> Result) -> Result {
        history?.author = name
        defer { history?.author = nil }
        return body(&self)
    }
}
