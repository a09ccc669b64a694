/// What is wrong with a value of a data file or an edit, and where in it.
struct DataProblem: Error, Equatable {
    var path: String
    let problem: String

    init(_ problem: String, at path: String = "") {
        self.problem = problem
        self.path = path
    }

    /// The same, seen from one level further out.
    func within(_ outer: String) -> DataProblem {
        let joined = path.isEmpty || path.hasPrefix("[") ? outer + path : "\(outer).\(path)"
        return DataProblem(problem, at: joined)
    }
}
