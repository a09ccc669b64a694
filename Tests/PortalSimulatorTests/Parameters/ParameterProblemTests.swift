import FeatureEngine
import Testing

@testable import PortalSimulator

@Suite struct `Problems of parameters` {
    @Test(arguments: [
        ("where", QueryProblem.Part.clause), ("geometry", .geometry), ("orderByFields", .order),
        ("outStatistics", .statistics), ("groupByFieldsForStatistics", .groups), ("having", .having), ("bbox", .extent),
    ])
    func `name the parameter that says the part of a query`(parameter: String, part: QueryProblem.Part) {
        let problem = ParameterProblem(QueryProblem(part, "is too much", unknownField: "NOPE"))
        #expect(problem.parameter == parameter)
        #expect(problem.details == ["'Invalid field: NOPE' parameter is invalid", "\(parameter): is too much"])
    }
}
