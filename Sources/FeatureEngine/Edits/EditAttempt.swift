internal import JSONValues

/// What came of edits that may yet be undone.
package struct EditAttempt {
    let adds: [EditOutcome]
    let updates: [EditOutcome]
    let deletes: [EditOutcome]

    /// Whether one of them failed.
    package var hasFailed: Bool { !(adds + updates + deletes).allSatisfy(\.isDone) }

    /// The results, where everything was undone those of an edit that was.
    package func results(isUndone: Bool) -> LayerEdits.Results {
        func shown(_ outcomes: [EditOutcome]) -> [JSONValue] { outcomes.map { $0.document(isUndone: isUndone) } }
        let limit = (adds + updates).lazy.compactMap { if case .full(_, let limit) = $0 { limit } else { nil } }.first
        return LayerEdits.Results(
            adds: shown(adds), updates: shown(updates), deletes: shown(deletes), limit: limit)
    }
}
