internal import FeatureEngine

/// What is wrong with a parameter of a query.
struct ParameterProblem: Error, Equatable {
    /// The parameter that it is about.
    let parameter: String
    let problem: String
    /// A name that is no field of the layer; nil for any other problem.
    var unknownField: String?

    init(_ parameter: String, _ problem: String, unknownField: String? = nil) {
        self.parameter = parameter
        self.problem = problem
        self.unknownField = unknownField
    }

    /// The same under another name, where it is about the parameter of the first.
    func renamed(_ name: String, _ other: String) -> ParameterProblem {
        parameter == name ? ParameterProblem(other, problem, unknownField: unknownField) : self
    }

    /// The `details` of the error: ArcGIS Server's own sentence, and one that helps.
    var details: [String] {
        [
            "'\(unknownField.map { "Invalid field: \($0)" } ?? parameter)' parameter is invalid",
            "\(parameter): \(problem)",
        ]
    }
}

extension ParameterProblem {
    /// The problem of a query, under the name of the parameter that says the part at fault.
    init(_ problem: QueryProblem) {
        let parameter =
            switch problem.part {
            case .clause: "where"
            case .geometry: "geometry"
            case .order: "orderByFields"
            case .statistics: "outStatistics"
            case .groups: "groupByFieldsForStatistics"
            case .having: "having"
            case .extent: "bbox"
            case .search: "searchText"
            case .classification: "classificationDef"
            }
        self.init(parameter, problem.problem, unknownField: problem.unknownField)
    }

    /// Does something with the rows of a table; its problems get the names of parameters.
    static func naming<Result>(
        _ work: () throws(QueryProblem) -> Result
    ) throws(ParameterProblem) -> Result {
        do {
            return try work()
        } catch {
            throw ParameterProblem(error)
        }
    }
}
