internal import JSONValues

/// Why one edit failed.
struct EditProblem: Error, Equatable {
    let code: Int64
    let description: String

    static let noFeature = EditProblem(code: 1019, description: "The feature does not exist.")
    static let rolledBack = EditProblem(code: 1003, description: "Operation rolled back.")

    /// An edit that cannot be understood.
    static func wrong(_ problem: DataProblem) -> EditProblem {
        EditProblem(
            code: 1000, description: problem.path.isEmpty ? problem.problem : "\(problem.path): \(problem.problem)")
    }
}
