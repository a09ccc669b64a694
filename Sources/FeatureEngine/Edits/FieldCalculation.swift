package import JSONValues

/// New values of fields, the same for every feature or worked out of each (developers.arcgis.com, "Calculate (Feature
/// Service/Layer)", `calcExpression`).
package struct FieldCalculation {
    private enum Source {
        case value(FieldValue)
        case expression(WhereClause.Operand)
    }
    private let assignments: [(field: Int, source: Source)]

    /// Work that a calculation may be, in operations of all features: more would hold up other requests.
    private static let maximumWork = 20_000_000

    /// What is wrong with a calculation.
    package struct Problem: Error, Equatable {
        /// What is wrong with it.
        package let problem: String
        /// A name that is no field of the layer; nil for any other problem.
        package var unknownField: String?
    }

    /// Reads a list of fields, each with a `value` or an `sqlExpression`.
    package init(_ json: JSONValue, of table: FeatureTable, at time: Int64?) throws(Problem) {
        guard let elements = json.array, !elements.isEmpty, elements.count <= 100 else {
            throw Problem(problem: "is no JSON list of 1 to 100 fields with value or sqlExpression")
        }
        var assignments: [(field: Int, source: Source)] = []
        for (index, element) in elements.enumerated() {
            guard let name = element["field"]?.string else { throw Problem(problem: "[\(index)].field is missing") }
            guard let field = table.field(name) else {
                throw Problem(
                    problem: "\(name.prefix(60)) is no field of this layer", unknownField: String(name.prefix(60)))
            }
            guard field != table.objectIDIndex, field != table.globalIDIndex,
                table.fields[field].document["editable"] != false
            else { throw Problem(problem: "\(table.fields[field].name) is the layer's own, and is not calculated") }
            guard !assignments.contains(where: { $0.field == field }) else {
                throw Problem(problem: "\(table.fields[field].name) stands there twice")
            }
            if let text = element["sqlExpression"]?.string {
                do throws(WhereProblem) {
                    assignments.append((field, .expression(try WhereParser.parseValue(text, at: time))))
                } catch {
                    throw Problem(problem: "[\(index)].sqlExpression: \(error.problem), at character \(error.position)")
                }
            } else if let value = element["value"] {
                do throws(DataProblem) {
                    assignments.append((field, .value(try table.fields[field].value(from: value))))
                } catch {
                    throw Problem(problem: "[\(index)].value: \(error.problem)")
                }
            } else {
                throw Problem(problem: "[\(index)] has neither value nor sqlExpression")
            }
        }
        self.assignments = assignments
    }

    /// Changes some rows of a table, all or none; throws what is wrong with a value, or the limit that it would pass.
    package func apply(to table: inout FeatureTable, rows: [Int], limits: EditLimits) throws(Problem) {
        let effort = QueryEffort()
        var bound: [(field: Int, value: (Int) -> FieldValue)] = []
        var weight = assignments.count
        for (field, source) in assignments {
            switch source {
            case .value(let value): bound.append((field, { _ in value }))
            case .expression(let operand):
                let value = try Self.bind(operand, to: table.fields[field], table, effort)
                weight += value.weight
                bound.append((field, value.value))
            }
        }
        let (work, isTooLarge) = rows.count.multipliedReportingOverflow(by: weight)
        guard !isTooLarge, work <= Self.maximumWork else {
            throw Problem(problem: "too much to work out for \(rows.count) features; ask with fewer")
        }
        var changed = table
        for row in rows {
            var values: [Int: FieldValue] = [:]
            for (field, value) in bound { values[field] = try Self.fitted(value(row), to: table.fields[field]) }
            if effort.isUsedUp {
                throw Problem(problem: effort.failure ?? "too much to work out; ask with fewer features")
            }
            let replaced = values.keys.reduce(0) { $0 + EditRoom.size(table.columns[$1][row]) }
            do throws(LimitReached) {
                try changed.room.reserve(adding: nil, values, replaced: replaced, nil, within: limits)
            } catch {
                throw Problem(problem: error.description)
            }
            changed.update(row, values, nil)
        }
        table = changed
    }

    private static func bind(
        _ operand: WhereClause.Operand, to field: Field, _ table: FeatureTable, _ effort: QueryEffort
    ) throws(Problem) -> BoundOperand {
        let kind: BoundOperand.Kind =
            field.type == .date ? .date : field.type.storage == .texts ? .text : .number
        do throws(WhereProblem) {
            let value = try BoundOperand(operand, table, effort)
            return try value.needed(as: kind, "\(field.name) takes a value of its own type")
        } catch {
            throw Problem(
                problem: "sqlExpression: \(error.problem), at character \(error.position)",
                unknownField: error.unknownField)
        }
    }

    /// A value as a field keeps it: numbers are rounded where it has whole ones.
    private static func fitted(_ value: FieldValue, to field: Field) throws(Problem) -> FieldValue {
        var value = value
        if field.type.storage == .integers, case .number(let number) = value, number.magnitude < 9e15 {
            value = .integer(Int64(number.rounded(.toNearestOrAwayFromZero)))
        }
        do throws(DataProblem) {
            return try field.value(from: value.json)
        } catch {
            throw Problem(problem: "\(field.name): \(error.problem)")
        }
    }
}
