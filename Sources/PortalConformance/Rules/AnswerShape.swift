internal import JSONValues

/// The shape of a JSON text: which members there are and of what types, the elements of arrays laid upon each other, those of one
/// `layerType` upon those of the same.
struct AnswerShape: Sendable, Equatable {
    /// The types of the value at each path, as `user.groups[].id`; the root is empty. A name that is too long is `…`.
    private(set) var types: [String: Set<String>] = [:]
    /// Whether each path is among them: no path is too long, and there are not too many.
    private(set) var isWhole = true
    /// Paths of one answer; answers of portals have some hundred.
    static let mostPaths = 20_000
    /// Bytes of a path, and of the name of a member or a type in it; documented names take some forty.
    static let longestPath = 1024
    private static let longestName = 128
    /// Objects whose members are not the document's own but names that an administrator chose.
    private static let maps: Set<String> = ["helperServices", "portalProperties", "properties"]

    init(_ value: JSONValue) { read(value, at: "") }

    private mutating func read(_ value: JSONValue, at path: String) {
        guard isWhole, path.utf8.count <= Self.longestPath, types.count < Self.mostPaths || types[path] != nil else {
            isWhole = false
            return
        }
        types[path, default: []].insert(Self.type(of: value))
        switch value {
        case .object(let members):
            if Self.maps.contains(path.split(separator: ".").last.map(String.init) ?? "") { return }
            for (name, member) in members {
                let name = Self.shown(name)
                read(member, at: path.isEmpty ? name : "\(path).\(name)")
            }
        case .array(let elements):
            // Layers of a map are told apart by their types, each of which has members of its own.
            for element in elements {
                read(element, at: "\(path)[\(Self.shown(element["layerType"]?.string ?? ""))]")
            }
        default: break
        }
    }

    /// A name as paths have it. Of a long one nothing is shown: a part of a secret could not be found and taken out.
    private static func shown(_ name: String) -> String { name.utf8.count <= longestName ? name : "…" }

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
