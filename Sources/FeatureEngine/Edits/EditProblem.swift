internal import JSONValues

/// Why one edit failed.
package struct EditProblem: Error, Equatable {
    let code: Int64
    /// The reason, as the answer gives it.
    package let description: String

    static let noFeature = EditProblem(code: 1019, description: "The feature does not exist.")
    /// An edit that was undone because another one failed.
    package static let rolledBack = EditProblem(code: 1003, description: "Operation rolled back.")

    /// An edit that cannot be understood.
    static func wrong(_ problem: DataProblem) -> EditProblem {
        EditProblem(
            code: 1000, description: problem.path.isEmpty ? problem.problem : "\(problem.path): \(problem.problem)")
    }

    /// The error as the result of an edit has it.
    var document: JSONValue { ["code": .integer(code), "description": .string(description)] }
}
