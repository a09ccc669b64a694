internal import JSONValues

/// The shape of a JSON text: which members there are and of what types, the elements of arrays laid upon each other, those of one
/// `layerType` upon those of the same.
struct AnswerShape: Sendable, Equatable {
    /// The types of the value at each path, as `user.groups[].id`; the root is empty.
    private(set) var types: [String: Set<String>] = [:]
    /// Objects whose members are not the document's own but names that an administrator chose.
    private static let maps: Set<String> = ["helperServices", "portalProperties", "properties"]

    init(_ value: JSONValue) { read(value, at: "") }

    private mutating func read(_ value: JSONValue, at path: String) {
        types[path, default: []].insert(Self.type(of: value))
        switch value {
        case .object(let members):
            if Self.maps.contains(path.split(separator: ".").last.map(String.init) ?? "") { return }
            for (name, member) in members { read(member, at: path.isEmpty ? name : "\(path).\(name)") }
        case .array(let elements):
            // Layers of a map are told apart by their types, each of which has members of its own.
            for element in elements { read(element, at: "\(path)[\(element["layerType"]?.string ?? "")]") }
        default: break
        }
    }

    /// JSON's own types, of which whole numbers are none (RFC 8259 §6: one type `number`; §3): the same member is 0 in one portal
    /// and 4.5 in another, as `avgRating` or a corner of an extent. A member that is documented as a whole number is judged by
    /// ``FieldRule`` in every answer, whatever the fake says.
    private static func type(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "truth value"
        case .integer: "number"
        case .number: "number"
        case .string: "text"
        case .array: "array"
        case .object: "object"
        }
    }

    /// Whether the path above a path is there: where a whole object is missing, its members are not told one by one.
    func holdsParent(of path: String) -> Bool {
        guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return true }
        let parent = String(path[..<end])
        return types[parent] != nil && !(path.hasSuffix("]") && types[parent]?.contains("array") != true)
    }
}
