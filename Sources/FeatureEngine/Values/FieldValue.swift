internal import JSONValues

/// One attribute of one feature; a date is the milliseconds since 1970.
enum FieldValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)

    /// Whether one value stands before another; nothing stands before everything else.
    static func precedes(_ left: FieldValue, _ right: FieldValue) -> Bool {
        switch (left, right) {
        case (.null, .null): false
        case (.null, _): true
        case (_, .null): false
        case (.integer(let left), .integer(let right)): left < right
        case (.text(let left), .text(let right)): left < right
        case (.text, _): false
        case (_, .text): true
        default: left.double ?? 0 < right.double ?? 0
        }
    }

    /// The value as a number; nil for a text and for nothing.
    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .null, .text: nil
        }
    }

    /// The value in an answer.
    var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .text(let value): .string(value)
        }
    }
}
