package import JSONValues

/// A renderer that is made of what the features are (developers.arcgis.com, "Generate Renderer (Map Service/Layer)").
package struct GeneratedRenderer {
    /// How labels are written.
    package struct Labels {
        let prefix: String
        let unit: String
        /// Digits behind the point; nil leaves numbers as they are.
        let precision: Int?

        /// Labels with words before and behind their numbers.
        package init(prefix: String, unit: String, precision: Int?) {
            self.prefix = prefix
            self.unit = unit
            self.precision = precision
        }
    }
    /// Classes and values that a renderer may have.
    private static let maximumClasses = 100
    private static let maximumValues = 1000

    private let definition: JSONValue
    private let labels: Labels

    /// A renderer after a `classificationDef`.
    package init(_ definition: JSONValue, labels: Labels) {
        self.definition = definition
        self.labels = labels
    }

    /// The renderer of some rows; throws what is wrong with the definition.
    package func document(_ rows: [Int], of table: FeatureTable) throws(QueryProblem) -> JSONValue {
        switch definition["type"]?.string {
        case "classBreaksDef": return try classBreaks(rows, table)
        case "uniqueValueDef": return try uniqueValues(rows, table)
        default: throw Self.problem("type is none of classBreaksDef and uniqueValueDef")
        }
    }

    private static func problem(_ words: String, unknownField: String? = nil) -> QueryProblem {
        QueryProblem(.classification, words, unknownField: unknownField)
    }

    // MARK: classes of numbers

    private func classBreaks(_ rows: [Int], _ table: FeatureTable) throws(QueryProblem) -> JSONValue {
        let field = try number(definition["classificationField"], "classificationField", table)
        let methods = ClassBreaks.Method.allCases.map(\.rawValue).joined(separator: ", ")
        guard let method = definition["classificationMethod"]?.string.flatMap({ ClassBreaks.Method(rawValue: $0) })
        else { throw Self.problem("classificationMethod is none of \(methods)") }
        let count = definition["breakCount"]?.integer ?? (method == .standardDeviation ? 1 : 0)
        guard (1...Int64(Self.maximumClasses)).contains(count) else {
            throw Self.problem("breakCount is no number from 1 to \(Self.maximumClasses)")
        }
        let deviations = definition["standardDeviationInterval"]?.double ?? 1
        guard (0.1...10).contains(deviations) else {
            throw Self.problem("standardDeviationInterval is no number from 0.1 to 10")
        }
        let values = try normalized(rows, field, table).sorted()
        let maxima = ClassBreaks.maxima(values, method, count: Int(count), deviations: deviations).map(rounded)
        var document: [String: JSONValue] = [
            "type": "classBreaks", "field": .string(table.fields[field].name),
            "classificationMethod": .string(method.rawValue), "minValue": values.first.map { .number($0) } ?? .null,
        ]
        for member in ["normalizationType", "normalizationField"] { document[member] = definition[member] }
        if definition["normalizationType"] == "esriNormalizeByPercentOfTotal" {
            document["normalizationTotal"] = .number(try total(rows, field, table))
        }
        let symbols = try symbols(maxima.count, table.geometry?.kind)
        var least = values.first ?? 0
        document["classBreakInfos"] = .array(
            maxima.enumerated().map { index, maximum in
                var info: [String: JSONValue] = [
                    "classMaxValue": .number(maximum), "label": .string(label(least, maximum, isFirst: index == 0)),
                    "description": "",
                ]
                info["symbol"] = symbols?[index]
                least = maximum
                return .object(info)
            })
        return .object(document)
    }

    /// The numbers that are classified: those of the field, or what `normalizationType` makes of them.
    private func normalized(_ rows: [Int], _ field: Int, _ table: FeatureTable) throws(QueryProblem) -> [Double] {
        let values = { (row: Int) in table.columns[field][row].double }
        switch definition["normalizationType"]?.string {
        case nil, "esriNormalizeByNothing": return rows.compactMap(values)
        case "esriNormalizeByField":
            let other = try number(definition["normalizationField"], "normalizationField", table)
            return rows.compactMap { row in
                guard let value = values(row), let divisor = table.columns[other][row].double, divisor != 0 else {
                    return nil
                }
                let quotient = value / divisor
                return quotient.isFinite ? quotient : nil
            }
        case "esriNormalizeByLog": return rows.compactMap(values).filter { $0 > 0 }.map { Logarithm.ofTen($0) }
        case "esriNormalizeByPercentOfTotal":
            let total = try total(rows, field, table)
            guard total != 0 else { return [] }
            // Values of both signs may be much larger than their total.
            return rows.compactMap(values).map { $0 / total * 100 }.filter(\.isFinite)
        case let other?:
            throw Self.problem(
                "normalizationType \(other.prefix(60)) is none of esriNormalizeByField, esriNormalizeByLog and esriNormalizeByPercentOfTotal"
            )
        }
    }

    /// The sum of all values; throws where it is too large for a number.
    private func total(_ rows: [Int], _ field: Int, _ table: FeatureTable) throws(QueryProblem) -> Double {
        let total = rows.reduce(0) { $0 + (table.columns[field][$1].double ?? 0) }
        guard total.isFinite else {
            throw Self.problem("the total of \(table.fields[field].name) is too large for a number")
        }
        return total
    }

    private func number(_ name: JSONValue?, _ member: String, _ table: FeatureTable) throws(QueryProblem) -> Int {
        let field = try self.field(name, member, table)
        guard table.fields[field].type.isNumeric else {
            throw Self.problem("\(member) \(table.fields[field].name) is no field of numbers")
        }
        return field
    }

    private func field(_ name: JSONValue?, _ member: String, _ table: FeatureTable) throws(QueryProblem) -> Int {
        guard let name = name?.string else { throw Self.problem("\(member) is missing") }
        guard let field = table.field(name) else {
            throw Self.problem(
                "\(member) \(name.prefix(60)) is no field of this layer", unknownField: String(name.prefix(60)))
        }
        return field
    }

    // MARK: values

    private func uniqueValues(_ rows: [Int], _ table: FeatureTable) throws(QueryProblem) -> JSONValue {
        guard let names = definition["uniqueValueFields"]?.array, (1...3).contains(names.count) else {
            throw Self.problem("uniqueValueFields is no list of one to three fields")
        }
        var fields: [Int] = []
        for name in names { fields.append(try field(name, "uniqueValueFields", table)) }
        let delimiter = definition["fieldDelimiter"]?.string ?? ", "
        var counts: [[FieldValue]: Int] = [:]
        for row in rows {
            counts[fields.map { table.columns[$0][row] }, default: 0] += 1
            guard counts.count <= Self.maximumValues else {
                throw Self.problem("more than \(Self.maximumValues) different values")
            }
        }
        let sorted = counts.sorted { one, other in
            for (left, right) in zip(one.key, other.key) where left != right { return FieldValue.precedes(left, right) }
            return false
        }
        let symbols = try symbols(sorted.count, table.geometry?.kind)
        let infos = sorted.enumerated().map { index, entry -> JSONValue in
            let value = entry.key.map { $0 == .null ? "<Null>" : IdentifyQuery.text($0) }.joined(separator: delimiter)
            var info: [String: JSONValue] = [
                "value": .string(value), "label": .string(labels.prefix + value + labels.unit), "description": "",
                "count": .integer(Int64(entry.value)),
            ]
            info["symbol"] = symbols?[index]
            return .object(info)
        }
        func name(_ index: Int) -> JSONValue {
            index < fields.count ? .string(table.fields[fields[index]].name) : ""
        }
        return [
            "type": "uniqueValue", "field1": name(0), "field2": name(1), "field3": name(2),
            "fieldDelimiter": .string(delimiter), "defaultSymbol": .null, "defaultLabel": "",
            "uniqueValueInfos": .array(infos),
        ]
    }

    // MARK: looks

    /// A symbol for each class; nil for a table, which is not drawn.
    private func symbols(_ count: Int, _ kind: GeometryKind?) throws(QueryProblem) -> [JSONValue]? {
        guard let kind else { return nil }
        var ramp = ColorRamp.usual
        if let json = definition["colorRamp"], !json.isNull {
            guard let read = ColorRamp(json) else {
                throw Self.problem("colorRamp is neither algorithmic with fromColor and toColor nor multipart of such")
            }
            ramp = read
        }
        var base = Self.symbol(kind)
        if let json = definition["baseSymbol"], !json.isNull {
            guard json.object != nil else { throw Self.problem("baseSymbol is no symbol") }
            base = json
        }
        return ramp.colors(count).map { color in
            var symbol = base
            symbol["color"] = color
            return symbol
        }
    }

    /// What features look like where no symbol is given.
    private static func symbol(_ kind: GeometryKind) -> JSONValue {
        let line: JSONValue = ["type": "esriSLS", "style": "esriSLSSolid", "color": [110, 110, 110, 255], "width": 1]
        return switch kind {
        case .point, .multipoint:
            [
                "type": "esriSMS", "style": "esriSMSCircle", "size": 4, "angle": 0, "xoffset": 0, "yoffset": 0,
                "outline": line,
            ]
        case .polyline: line
        case .polygon: ["type": "esriSFS", "style": "esriSFSSolid", "outline": line]
        }
    }

    private func rounded(_ value: Double) -> Double {
        guard let precision = labels.precision else { return value }
        var power = 1.0
        for _ in 0..<precision { power *= 10 }
        let rounded = (value * power).rounded() / power
        // So large a number has no digits behind the point.
        return rounded.isFinite ? rounded : value
    }

    private func label(_ least: Double, _ most: Double, isFirst: Bool) -> String {
        func shown(_ value: Double) -> String {
            labels.prefix + IdentifyQuery.text(.number(rounded(value))) + labels.unit
        }
        return isFirst || least != most ? "\(shown(least)) - \(shown(most))" : shown(most)
    }
}
