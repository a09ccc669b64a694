import FoundationEssentials
import JSONValues
import SchemaWriting
import Testing

@testable import PortalSimulator

/// `Fixtures/answers`: which keys published answers of real portals have, and which of them are not to be had here.
struct AnswerFacts {
    /// One published answer.
    struct Answer: Sendable, CustomTestStringConvertible {
        let operation: String
        let source: String
        let version: String
        /// The products whose answers are held to it.
        let products: [Blueprint.Product]
        /// The side that is asked, what for and by whom; nil where no answer is held to it.
        let asked: (server: Bool, path: String, user: String?)?
        /// Why no answer is held to it.
        let unheld: String?
        /// The types of each path.
        let keys: [String: Set<String>]
        var testDescription: String { "\(operation), \(source)" }
    }

    /// Keys that are not here.
    struct Difference: Sendable {
        let operations: Set<String>
        let keys: [String]
        let reason: String

        func covers(_ key: String, of operation: String) -> Bool {
            guard operations.contains(operation) else { return false }
            return keys.contains { name in
                key == name || key.hasPrefix(name) && [".", "["].contains(key.dropFirst(name.count).first)
            }
        }
    }

    let answers: [Answer]
    let differences: [Difference]

    static let all = Result { try AnswerFacts() }

    init() throws {
        let document = try Self.read("answers")
        answers = try #require(document["answers"]?.array).map { row in
            let asked = row["asks"].map {
                ($0["of"] == "server", $0["path"]?.string ?? "", $0["user"]?.string)
            }
            return Answer(
                operation: row["operation"]?.string ?? "", source: row["source"]?.string ?? "",
                version: row["version"]?.string ?? "",
                products: try (row["products"]?.array ?? []).map {
                    try #require(Blueprint.Product(rawValue: $0.string ?? ""))
                },
                asked: asked, unheld: row["unheld"]?.string,
                keys: (row["keys"]?.object ?? [:]).mapValues { types in
                    Set((types.string ?? "").filter { $0 != "?" }.split(separator: "/").map(String.init))
                })
        }
        differences = try #require(Self.read("differences")["differences"]?.array).map { row in
            Difference(
                operations: Set((row["operations"]?.array ?? []).compactMap(\.string)),
                keys: (row["keys"]?.array ?? []).compactMap(\.string), reason: row["reason"]?.string ?? "")
        }
    }

    private static func read(_ name: String) throws -> JSONValue {
        let path = "\(SchemaFile.root)/Fixtures/answers/\(name).json"
        return try JSONValue(parsing: Array(#require(FileManager.default.contents(atPath: path))))
    }

    /// Why a key is not here; nil where nothing says it.
    func reason(for key: String, of operation: String) -> String? {
        differences.first { $0.covers(key, of: operation) }?.reason
    }
}

/// The types of every path of a document, as `Fixtures/answers` writes them.
struct AnswerShape {
    private(set) var types: [String: Set<String>] = [:]

    init(_ document: JSONValue) { visit(document, "") }

    private mutating func visit(_ value: JSONValue, _ path: String) {
        switch value {
        case .object(let members):
            for (name, member) in members {
                let inner = path.isEmpty ? name : "\(path).\(name)"
                types[inner, default: []].insert(Self.type(of: member))
                visit(member, inner)
            }
        case .array(let elements): for element in elements { visit(element, path + "[]") }
        default: break
        }
    }

    private static func type(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "bool"
        case .integer, .number: "num"
        case .string: "str"
        case .array: "arr"
        case .object: "obj"
        }
    }

    /// How an answer compares with a published one.
    func comparison(with keys: [String: Set<String>]) -> (missing: [String], mistyped: [String]) {
        var missing: [String] = []
        var mistyped: [String] = []
        for (key, wanted) in keys {
            guard let found = types[key] else {
                missing.append(key)
                continue
            }
            // Null says that there is nothing, which data decide.
            if found.isDisjoint(with: wanted), !found.contains("null"), !wanted.contains("null") {
                mistyped.append("\(key): \(found.sorted()) where \(wanted.sorted()) was seen")
            }
        }
        return (missing.sorted(), mistyped.sorted())
    }
}
