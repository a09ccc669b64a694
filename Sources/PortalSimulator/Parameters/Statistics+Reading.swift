internal import FeatureEngine
internal import JSONValues

extension Statistics {
    /// Reads `outStatistics`, `groupByFieldsForStatistics` and `having`; nil where there are no statistics.
    init?(_ parameters: QueryParameters, _ table: FeatureTable) throws(ParameterProblem) {
        guard let text = parameters["outStatistics"] else {
            for name in ["groupByFieldsForStatistics", "having"] where parameters[name] != nil {
                throw ParameterProblem(name, "needs outStatistics beside it")
            }
            return nil
        }
        let elements: [JSONValue]?
        do {
            elements = try JSONValue(parsing: text).array
        } catch {
            throw ParameterProblem("outStatistics", "is no JSON: \(error)")
        }
        guard let elements, !elements.isEmpty, elements.count <= 100 else {
            throw ParameterProblem("outStatistics", "is no list of 1 to 100 statistics")
        }
        var columns: [Column] = []
        for (index, element) in elements.enumerated() {
            columns.append(try Self.column(element, "outStatistics[\(index)]", table))
        }
        var groups: [Int] = []
        for word in try parameters.list("groupByFieldsForStatistics", atMost: 100) ?? [] {
            let field = try Self.field(word, "groupByFieldsForStatistics", table)
            if !groups.contains(field) { groups.append(field) }
        }
        let having = try parameters["having"].map { text throws(ParameterProblem) in
            try ParameterProblem.naming { () throws(QueryProblem) in
                try HavingClause(parsing: text, groups: groups, of: table, at: parameters.time)
            }
        }
        self.init(groups: groups, columns: columns, having: having)
    }

    /// Bytes that the name of a statistic may have.
    private static let longestName = 128

    private static func column(_ element: JSONValue, _ path: String, _ table: FeatureTable) throws(ParameterProblem)
        -> Column
    {
        let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
        guard let kind = element["statisticType"]?.string.flatMap({ Kind(rawValue: $0.lowercased()) }) else {
            throw ParameterProblem("outStatistics", "\(path).statisticType is none of \(kinds)")
        }
        guard let fieldName = element["onStatisticField"]?.string else {
            throw ParameterProblem("outStatistics", "\(path).onStatisticField is missing")
        }
        let field = try field(fieldName[...], "outStatistics", table)
        let type = table.fields[field].type
        guard [.count, .min, .max].contains(kind) || type.isNumeric else {
            throw ParameterProblem(
                "outStatistics", "\(path): \(kind.rawValue) of \(fieldName.prefix(60)), which is no number")
        }
        let name = element["outStatisticFieldName"]?.string ?? ""
        // Each line of the answer repeats it.
        guard name.utf8.count <= longestName else {
            throw ParameterProblem(
                "outStatistics", "\(path).outStatisticFieldName has \(name.utf8.count) bytes, where \(longestName) fit")
        }
        return Column(
            kind: kind, field: field, name: name.isEmpty ? "\(kind.rawValue)_\(table.fields[field].name)" : name)
    }

    private static func field(_ name: Substring, _ parameter: String, _ table: FeatureTable) throws(ParameterProblem)
        -> Int
    {
        guard let field = table.field(name) else {
            throw ParameterProblem(
                parameter, "\(name.prefix(60)) is no field of this layer", unknownField: String(name.prefix(60)))
        }
        return field
    }
}
