/// The values of one field, row after row; the values that stand for nothing are no values otherwise.
enum Column: Sendable {
    case integers([Int64])
    case numbers([Double])
    case texts([String?])

    /// Stands for nothing among whole numbers.
    static let noInteger = Int64.min

    init(_ storage: FieldType.Storage, count: Int = 0) {
        switch storage {
        case .integers: self = .integers(Array(repeating: Self.noInteger, count: count))
        case .numbers: self = .numbers(Array(repeating: .nan, count: count))
        case .texts: self = .texts(Array(repeating: nil, count: count))
        }
    }

    /// Rows, those without a value too.
    var count: Int {
        switch self {
        case .integers(let values): values.count
        case .numbers(let values): values.count
        case .texts(let values): values.count
        }
    }

    subscript(row: Int) -> FieldValue {
        switch self {
        case .integers(let values): values[row] == Self.noInteger ? .null : .integer(values[row])
        case .numbers(let values): values[row].isNaN ? .null : .number(values[row])
        case .texts(let values): values[row].map { .text($0) } ?? .null
        }
    }

    /// Adds a value of the column's own kind; any other is nothing.
    mutating func append(_ value: FieldValue) {
        // The array leaves the column while it grows, so that it is not copied.
        switch self {
        case .integers(var values):
            self = .integers([])
            if case .integer(let value) = value { values.append(value) } else { values.append(Self.noInteger) }
            self = .integers(values)
        case .numbers(var values):
            self = .integers([])
            values.append(value.double ?? .nan)
            self = .numbers(values)
        case .texts(var values):
            self = .integers([])
            if case .text(let value) = value { values.append(value) } else { values.append(nil) }
            self = .texts(values)
        }
    }

    /// Replaces a value by one of the column's own kind; any other is nothing.
    mutating func replace(_ row: Int, with value: FieldValue) {
        switch self {
        case .integers(var values):
            self = .integers([])
            if case .integer(let value) = value { values[row] = value } else { values[row] = Self.noInteger }
            self = .integers(values)
        case .numbers(var values):
            self = .integers([])
            values[row] = value.double ?? .nan
            self = .numbers(values)
        case .texts(var values):
            self = .integers([])
            if case .text(let value) = value { values[row] = value } else { values[row] = nil }
            self = .texts(values)
        }
    }

    /// How two rows stand to each other by their values: below 0 where the first comes first. Nothing stands before everything else.
    var comparison: (_ left: Int, _ right: Int) -> Int {
        switch self {
        // What stands for nothing is the least of them all.
        case .integers(let values):
            { values[$0] < values[$1] ? -1 : values[$0] == values[$1] ? 0 : 1 }
        case .numbers(let values):
            { left, right in
                let left = values[left].isNaN ? -.infinity : values[left]
                let right = values[right].isNaN ? -.infinity : values[right]
                return left < right ? -1 : left == right ? 0 : 1
            }
        case .texts(let values):
            { left, right in
                guard let right = values[right] else { return values[left] == nil ? 0 : 1 }
                guard let left = values[left] else { return -1 }
                return left < right ? -1 : left == right ? 0 : 1
            }
        }
    }

    /// Puts the rows in another order.
    mutating func reorder(_ order: [Int]) {
        switch self {
        case .integers(let values): self = .integers(order.map { values[$0] })
        case .numbers(let values): self = .numbers(order.map { values[$0] })
        case .texts(let values): self = .texts(order.map { values[$0] })
        }
    }

    /// Characters of the longest text, as the length of a field counts them.
    var mostCharacters: Int {
        guard case .texts(let values) = self else { return 0 }
        return values.reduce(0) { most, text in
            guard let text, text.utf8.count > most else { return most }
            return max(most, text.unicodeScalars.count)
        }
    }

    /// Bytes of the longest text.
    var longestText: Int {
        guard case .texts(let values) = self else { return 0 }
        return values.reduce(0) { max($0, $1?.utf8.count ?? 0) }
    }
}
