internal import JSONValues

/// What came of one edit.
enum EditOutcome {
    case done(EditedFeature)
    case failed(EditedFeature, EditProblem)
    case full(EditedFeature, LimitReached)

    var isDone: Bool { if case .done = self { true } else { false } }

    /// The result as the answer has it; an edit that was done is told as undone where the others were.
    func document(isUndone: Bool) -> JSONValue {
        switch self {
        case .done(let feature) where !isUndone: feature.document(nil)
        case .done(let feature): feature.document(.rolledBack)
        case .failed(let feature, let problem): feature.document(problem)
        case .full(let feature, let limit):
            feature.document(EditProblem(code: 1000, description: limit.description))
        }
    }
}

/// The feature that an edit was about, as far as it is known.
struct EditedFeature {
    var objectID: Int64?
    var globalID: GlobalID?

    /// The result of its edit (developers.arcgis.com, "Apply Edits": `objectId`, `globalId`, `success`, `error`).
    fileprivate func document(_ problem: EditProblem?) -> JSONValue {
        var members: [String: JSONValue] = [
            "objectId": objectID.map { .integer($0) } ?? .null, "success": .bool(problem == nil),
        ]
        members["globalId"] = globalID.map { .string($0.text) }
        members["error"] = problem?.document
        return .object(members)
    }
}
