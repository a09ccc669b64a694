import FixtureFiles
import JSONValues
import SchemaWriting
import Testing

@testable import PortalSimulator

@Suite struct `Goldens of the world's schema` {
    /// What is read, document by document, with all of it as one's own.
    private static func draft() throws -> SchemaDraft {
        let traces = Dictionary(
            ["organizations", "users", "groups", "items", "service", "accounts"].map { ($0, DocumentTrace()) },
            uniquingKeysWith: { $1 })
        for folder in ["Fixtures", "Fixtures/init"] {
            let tree = try FixtureTree.embedded.covered(by: "\(SchemaFile.root)/\(folder)")
            let content = PortalContent(fixtures: tree, addresses: `World documents`.addresses)
            try traces["organizations"]?.recording { _ = try content.organizations() }
            try traces["users"]?.recording { _ = try content.users() }
            try traces["groups"]?.recording { _ = try content.groups() }
            try traces["items"]?.recording { _ = try content.items() }
            try traces["accounts"]?.recording { _ = try content.accountNames() }
            for name in content.serviceNames { try traces["service"]?.recording { _ = try content.service(name) } }
        }
        return SchemaDraft(
            traces.map { (root: $0.key, trace: $0.value) }, descriptions: SchemaDescriptions.world)
    }

    @Test func `it is what the readers ask`() throws {
        let draft = try Self.draft()
        func part(_ name: String) -> JSONValue {
            var schema = draft.schema(of: name, title: name, description: SchemaDescriptions.documents[name] ?? "")
            for key in ["$schema", "title"] { schema[key] = nil }
            return schema
        }
        func has(_ keys: String...) -> JSONValue {
            ["type": "object", "anyOf": .array(keys.map { ["required": [.string($0)]] })]
        }
        let lists: [(String, JSONValue)] = [
            ("users", has("users")), ("groups", has("groups")), ("items", has("items")),
            ("organizations", has("organizations", "general", "version")),
        ]
        var rules: [JSONValue] = lists.map { ["if": $1, "then": ["$ref": .string("#/$defs/\($0)")]] }
        rules.append([
            "if": ["type": "object", "not": ["anyOf": .array(lists.map(\.1))]],
            "then": ["$ref": "#/$defs/service"],
        ])
        rules.append(["if": ["type": "array"], "then": ["$ref": "#/$defs/accounts"]])
        let names = lists.map(\.0) + ["service", "accounts"]
        let schema: JSONValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A document of a portal's world",
            "description": "What a portal holds: users, groups, items, organizations, accounts, or one service.",
            "type": ["object", "array"], "allOf": .array(rules),
            "$defs": .object(Dictionary(names.map { ($0, part($0)) }, uniquingKeysWith: { $1 })),
        ]
        let difference = try SchemaFile.difference("world", schema)
        #expect(difference == nil)
    }

    @Test func `every key has a description, and every description a key`() throws {
        let gaps = try Self.draft().gaps
        #expect(gaps.undescribed == [])
        #expect(gaps.stale == [])
    }
}
