internal import JSONValues

/// `outStatistics` and `groupByFieldsForStatistics` of a query.
struct Statistics {
    enum Kind: String, CaseIterable {
        case count
        case sum
        case min
        case max
        case avg
        case stddev
        case `var`
    }
    struct Column {
        let kind: Kind
        let field: Int
        let name: String
    }
    let groups: [Int]
    let columns: [Column]

    /// Reads the two parameters; nil where there are no statistics.
    init?(_ parameters: QueryParameters, _ table: FeatureTable) throws(ParameterProblem) {
        if parameters["having"] != nil { throw ParameterProblem("having", "is not understood") }
        guard let text = parameters["outStatistics"] else {
            guard parameters["groupByFieldsForStatistics"] == nil else {
                throw ParameterProblem("groupByFieldsForStatistics", "needs outStatistics beside it")
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
        self.columns = columns
        var groups: [Int] = []
        for word in try parameters.words("groupByFieldsForStatistics", atMost: 100) ?? [] {
            let field = try Self.field(word, "groupByFieldsForStatistics", table)
            if !groups.contains(field) { groups.append(field) }
        }
        self.groups = groups
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

    /// Values that an answer may have: more would hold up other requests, and fill the memory.
    private static let maximumValues = 1_000_000

    /// The statistics of some rows: one line per group, in the order in which the groups come; one line where there are none.
    ///
    /// Throws where there are too many groups.
    func lines(_ rows: [Int], of table: FeatureTable) throws(ParameterProblem) -> TableOfValues {
        guard rows.count * (Set(columns.map(\.field)).count + groups.count) <= LayerQuery.maximumWork else {
            throw ParameterProblem("outStatistics", "too many statistics of \(rows.count) features; ask with fewer")
        }
        let (names, places) = grouped(rows, table)
        guard names.count * (columns.count + groups.count) <= Self.maximumValues else {
            throw ParameterProblem(
                "groupByFieldsForStatistics",
                "\(names.count) groups with \(columns.count) statistics are too many; ask with fewer")
        }
        // What several statistics of a field need is worked out once.
        var tallies: [Int: [Tally]] = [:]
        for field in Set(columns.map(\.field)) {
            tallies[field] = Tally.of(table.columns[field], rows, places: places, count: names.count)
        }
        let results = columns.map { column in (tallies[column.field] ?? []).map { $0.result(column.kind) } }
        return TableOfValues(
            fields: groups.map { table.fields[$0] } + columns.map { Self.outField($0, table) },
            lines: names.enumerated().map { place, name in name + results.map { $0[place] } })
    }

    /// The values that name each group, and the group of each row; nil where all rows are one.
    private func grouped(_ rows: [Int], _ table: FeatureTable) -> (names: [[FieldValue]], places: [Int]?) {
        guard !groups.isEmpty else { return ([[]], nil) }
        var known: [[FieldValue]: Int] = [:]
        var names: [[FieldValue]] = []
        let places = rows.map { row in
            let name = groups.map { table.columns[$0][row] }
            if let place = known[name] { return place }
            known[name] = names.count
            names.append(name)
            return names.count - 1
        }
        return (names, places)
    }

    private static func outField(_ column: Column, _ table: FeatureTable) -> Field {
        let own = table.fields[column.field]
        let type: FieldType
        switch column.kind {
        case .count: type = .integer
        case .min, .max: type = own.type == .objectID ? .integer : own.type
        case .sum, .avg, .stddev, .var: type = .double
        }
        var document: [String: JSONValue] = [
            "name": .string(column.name), "type": .string(type.rawValue), "alias": .string(column.name),
        ]
        if type == .text, let length = own.length { document["length"] = .integer(Int64(length)) }
        return Field(.object(document)) ?? own
    }
}

/// Lines that are no features of their own: statistics and distinct values.
struct TableOfValues {
    let fields: [Field]
    var lines: [[FieldValue]]

    init(fields: [Field], lines: [[FieldValue]]) {
        self.fields = fields
        self.lines = lines
    }

    /// The different values of some fields.
    init(distinct fields: [Int], _ rows: [Int], of table: FeatureTable) {
        var seen: Set<[FieldValue]> = []
        var lines: [[FieldValue]] = []
        for row in rows {
            let line = fields.map { table.columns[$0][row] }
            if seen.insert(line).inserted { lines.append(line) }
        }
        self.init(fields: fields.map { table.fields[$0] }, lines: lines)
    }

    /// Puts the lines in order; throws where a name is none of the fields.
    mutating func sort(_ order: [LayerQuery.Order]) throws(ParameterProblem) {
        var keys: [(index: Int, isDescending: Bool)] = []
        for order in order {
            guard let index = fields.firstIndex(where: { $0.name.lowercased() == order.name.lowercased() }) else {
                throw ParameterProblem(
                    "orderByFields", "\(order.name.prefix(60)) is no field of this answer",
                    unknownField: String(order.name.prefix(60)))
            }
            keys.append((index, order.isDescending))
        }
        guard !keys.isEmpty else { return }
        lines = lines.enumerated().sorted { left, right in
            for key in keys {
                let (a, b) = (left.element[key.index], right.element[key.index])
                if FieldValue.precedes(a, b) { return !key.isDescending }
                if FieldValue.precedes(b, a) { return key.isDescending }
            }
            return left.offset < right.offset
        }.map(\.element)
    }
}
