/// A function of all rows of a group, as HAVING compares it: `AVG(CARS)`.
struct WhereAggregate: Sendable, Equatable {
    /// The functions, as they are written.
    enum Function: String, CaseIterable, Sendable {
        case count = "COUNT"
        case sum = "SUM"
        case min = "MIN"
        case max = "MAX"
        case avg = "AVG"
        case stddev = "STDDEV"
        case `var` = "VAR"
    }
    let function: Function
    /// The field whose values it takes; nil is each row, as in `COUNT(*)`.
    let field: String?
    /// Where it stands in the condition, from 1.
    let position: Int

    /// The name under which the condition knows its value.
    var name: String { "\(function.rawValue)(\(field?.uppercased() ?? "*"))" }
}
