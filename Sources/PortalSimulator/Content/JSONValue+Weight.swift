internal import JSONValues

extension JSONValue {
    /// About how many bytes it takes where a client wrote it: 16 for each value, and those of its texts and names.
    var weight: Int {
        switch self {
        case .string(let text): 16 + text.utf8.count
        case .array(let elements): elements.reduce(16) { $0 + $1.weight }
        case .object(let members): members.weight
        case .null, .bool, .integer, .number: 16
        }
    }
}

extension [String: JSONValue] {
    /// The same of members.
    var weight: Int { reduce(16) { $0 + $1.key.utf8.count + $1.value.weight } }
}
