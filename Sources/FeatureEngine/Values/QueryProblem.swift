/// Why a query cannot be carried out on the rows of a table.
package struct QueryProblem: Error, Equatable {
    /// What of a query is at fault.
    package enum Part: Sendable {
        /// The where clause.
        case clause
        /// The geometry that features are compared with.
        case geometry
        /// The fields that the rows are ordered by.
        case order
        /// The statistics.
        case statistics
        /// The fields that statistics are grouped by.
        case groups
        /// The condition that groups have to meet.
        case having
        /// The part of the map that is drawn.
        case extent
        /// The text that is searched for.
        case search
        /// How features are put into classes.
        case classification
    }
    /// What of the query is at fault.
    package let part: Part
    /// What is wrong with it.
    package let problem: String
    /// A name that is no field of the layer; nil for any other problem.
    package let unknownField: String?

    /// A problem with a part of a query.
    package init(_ part: Part, _ problem: String, unknownField: String? = nil) {
        self.part = part
        self.problem = problem
        self.unknownField = unknownField
    }
}
