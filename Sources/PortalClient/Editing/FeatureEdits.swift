internal import JSONValues

/// Edits of one layer that are sent in one request.
public struct FeatureEdits: Sendable, Hashable {
    /// New features.
    public var adds: [Feature] = []
    /// Features with new values: each has its object id, or its global id where these name features, and what changes.
    public var updates: [Feature] = []
    /// Features to take away, by their object ids.
    public var deletes: [Int64] = []
    /// Features to take away, by their global ids; only where ``usesGlobalIDs``.
    public var deletedGlobalIDs: [String] = []
    /// Whether global ids name the features, those of new ones included, which then bring their own. Default: no.
    public var usesGlobalIDs = false

    /// Edits of three kinds.
    public init(adds: [Feature] = [], updates: [Feature] = [], deletes: [Int64] = []) {
        self.adds = adds
        self.updates = updates
        self.deletes = deletes
    }

    /// Edits of three kinds, of features that are named by their global ids.
    public init(byGlobalIDs adds: [Feature], updates: [Feature] = [], deletes: [String] = []) {
        self.adds = adds
        self.updates = updates
        deletedGlobalIDs = deletes
        usesGlobalIDs = true
    }

    /// Whether there is nothing to send.
    public var isEmpty: Bool {
        adds.isEmpty && updates.isEmpty && deletes.isEmpty && deletedGlobalIDs.isEmpty
    }

    /// The ids to delete, as they travel.
    var deleteIDs: [JSONValue] {
        usesGlobalIDs ? deletedGlobalIDs.map { .string($0) } : deletes.map { .integer($0) }
    }
}

/// What came of the edits of one layer, each kind in the order in which it was sent.
public struct FeatureEditResults: Sendable, Hashable {
    /// What came of the new features; each has the object id that it got.
    public let adds: [EditResult]
    /// What came of the changes.
    public let updates: [EditResult]
    /// What came of the deletions.
    public let deletes: [EditResult]

    /// Puts results together.
    public init(adds: [EditResult], updates: [EditResult], deletes: [EditResult]) {
        self.adds = adds
        self.updates = updates
        self.deletes = deletes
    }

    /// All of them: additions, changes, deletions.
    public var all: [EditResult] { adds + updates + deletes }
    /// Those that were not made.
    public var failures: [EditResult] { all.filter { !$0.isSuccess } }
    /// Whether every edit was made.
    public var isSuccess: Bool { failures.isEmpty }
    /// Whether edits that were in order were undone because another one failed.
    public var isRolledBack: Bool { all.contains { $0.error?.isRolledBack ?? false } }

    /// Throws the error that decided, where an edit was not made: none that was only undone, unless there is no other.
    public func check() throws(EditError) {
        let errors = all.compactMap(\.error)
        if let error = errors.first(where: { !$0.isRolledBack }) ?? errors.first { throw error }
    }
}

extension Feature {
    /// The feature as an edit sends it.
    var editJSON: JSONValue {
        var json: JSONValue = ["attributes": .object(attributes)]
        json["geometry"] = geometry?.json
        return json
    }
}
