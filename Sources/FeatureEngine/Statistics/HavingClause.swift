internal import JSONValues

/// The condition that groups of rows have to meet (developers.arcgis.com, "Query (Feature Service/Layer)", `having`).
///
/// It compares functions of a group's rows, such as `AVG(CARS) > 100`, and the fields by which rows are grouped.
package struct HavingClause: Sendable {
    private let clause: WhereClause
    /// What has to be worked out of each group for it.
    let columns: [Statistics.Column]

    /// Parses a condition on groups of the rows of a table.
    package init(
        parsing text: String, groups: [Int], of table: FeatureTable, at time: Int64? = nil
    ) throws(QueryProblem) {
        let parsed: (clause: WhereClause, aggregates: [WhereAggregate])
        do {
            parsed = try WhereParser.parseHaving(text, at: time)
        } catch {
            throw Self.problem(error)
        }
        clause = parsed.clause
        var columns: [Statistics.Column] = []
        for aggregate in parsed.aggregates where !columns.contains(where: { $0.name == aggregate.name }) {
            columns.append(try Self.column(aggregate, table))
        }
        self.columns = columns
        let known = Set(columns.map { $0.name.lowercased() } + groups.map { table.fields[$0].name.lowercased() })
        for operand in clause.operands {
            guard case .field(let name) = operand.content, !known.contains(name.lowercased()) else { continue }
            let functions = WhereAggregate.Function.allCases.map(\.rawValue).joined(separator: ", ")
            throw QueryProblem(
                .having,
                "\(name.prefix(60)) is neither a field of groupByFieldsForStatistics nor inside one of \(functions), at character \(operand.position)",
                unknownField: String(name.prefix(60)))
        }
    }

    private static func column(
        _ aggregate: WhereAggregate, _ table: FeatureTable
    ) throws(QueryProblem) -> Statistics.Column {
        let field = aggregate.field.map { table.field($0) } ?? table.objectIDIndex
        guard let field else {
            throw QueryProblem(
                .having,
                "\(aggregate.field?.prefix(60) ?? "") is no field of this layer, at character \(aggregate.position)",
                unknownField: aggregate.field.map { String($0.prefix(60)) })
        }
        let kind: Statistics.Kind =
            switch aggregate.function {
            case .count: .count
            case .sum: .sum
            case .min: .min
            case .max: .max
            case .avg: .avg
            case .stddev: .stddev
            case .var: .var
            }
        guard [.count, .min, .max].contains(kind) || table.fields[field].type.isNumeric else {
            throw QueryProblem(
                .having,
                "\(aggregate.name.prefix(80)) is of a field that is no number, at character \(aggregate.position)")
        }
        return Statistics.Column(kind: kind, field: field, name: aggregate.name)
    }

    /// Which lines of the groups' fields and ``columns`` meet it, by their places. Throws where it compares what cannot be compared.
    func places(in values: TableOfValues) throws(QueryProblem) -> [Int] {
        // The lines become the rows of a table, whose object ids are their places. Of two fields of one name the first is meant, so
        // that a field of the layer may have any name.
        let fields = values.fields + [Field(name: "place", type: .objectID)]
        var columns = fields.map { FeatureEngine.Column($0.type.storage) }
        for (place, line) in values.lines.enumerated() {
            for (index, value) in line.enumerated() { columns[index].append(value) }
            columns[values.fields.count].append(.integer(Int64(place)))
        }
        let table = FeatureTable(fields: fields, objectIDIndex: values.fields.count, columns: columns, geometry: nil)
        do {
            return try clause.matches(among: table.rows, of: table)
        } catch {
            throw QueryProblem(.having, error.problem, unknownField: error.unknownField)
        }
    }

    private static func problem(_ problem: WhereProblem) -> QueryProblem {
        QueryProblem(
            .having, "\(problem.problem), at character \(problem.position)", unknownField: problem.unknownField)
    }
}
