internal import JSONValues

/// Fills a column whose type is found out on the way, unless it is declared.
struct ColumnBuilder {
    private let declared: Field?
    private var type: FieldType?
    private var column: Column
    /// Rows that came before the first value.
    private var waiting = 0

    init(_ declared: Field?, rows: Int) {
        self.declared = declared
        type = declared?.type
        column = Column(declared?.type.storage ?? .integers, count: declared == nil ? 0 : rows)
        waiting = declared == nil ? rows : 0
    }

    /// Adds the value of the next row.
    mutating func append(_ json: JSONValue) throws(DataProblem) {
        if let declared { return column.append(try declared.value(from: json)) }
        guard !json.isNull else {
            if type == nil { waiting += 1 } else { column.append(.null) }
            return
        }
        let (value, found) = try Self.inferred(json)
        if type == nil {
            type = found
            column = Column(found.storage, count: waiting)
        } else if type == .integer, found == .double, case .integers(let values) = column {
            type = .double
            column = .numbers(values.map { $0 == Column.noInteger ? .nan : Double($0) })
        }
        guard let type else { return }
        if found == .text, type != .text {
            throw DataProblem("\(DataProblem.shown(json)) is a text, but the values before it are numbers")
        }
        if found != .text, type == .text {
            throw DataProblem("\(DataProblem.shown(json)) is a number, but the values before it are texts")
        }
        column.append(value)
    }

    private static func inferred(_ json: JSONValue) throws(DataProblem) -> (FieldValue, FieldType) {
        switch json {
        case .integer(let value):
            // From there on not every whole number is a number of 64 bits (IEEE 754-2019 §3.6).
            guard value.magnitude <= 1 << 53 else {
                throw DataProblem("\(value) is beyond 2^53 and would be rounded; write it as a text")
            }
            return FieldType.integer.wholeNumbers?.contains(value) == true
                ? (.integer(value), .integer) : (.number(Double(value)), .double)
        case .number(let value): return (.number(value), .double)
        case .string(let value): return (.text(value), .text)
        case .bool(let value): return (.integer(value ? 1 : 0), .integer)
        case .null, .array, .object:
            throw DataProblem("\(DataProblem.shown(json)) is neither a text nor a number, nor null")
        }
    }

    /// The field and its column; a field that never had a value is a text. `overrides` win over what was found.
    func finished(_ name: String, overrides: [String: JSONValue]) -> (Field, Column) {
        let column = type == nil ? Column(.texts, count: waiting) : column
        if let declared { return (declared, column) }
        let type = type ?? .text
        // Room for somewhat longer texts than there are now.
        let length = type == .text ? max(32, (column.mostCharacters + 31) / 32 * 32) : nil
        return (Field(name: name, type: type, length: length, overrides: overrides), column)
    }
}
