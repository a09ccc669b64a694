import ChildProcess
import FixtureFiles
import Foundation
import JSONValues
import MockPortalServer
import ScenarioFormat
import SchemaWriting
import StructuredText
import TestFolders
import Testing

@testable import PortalScenarios

/// What is read of presets and scenarios, of which their schemas are made.
enum ReadTraces {
    /// What readers ask of a blueprint, from all presets, scenarios and a specimen of what those leave out; and of a scenario.
    static func all() throws -> (blueprint: DocumentTrace, scenario: DocumentTrace) {
        let (blueprint, scenario) = (DocumentTrace(), DocumentTrace())
        let tree = FixtureTree.embedded
        try blueprint.recording {
            for name in tree.presetNames { _ = try Blueprint.preset(name, fixtures: tree) }
            for specimen in SchemaSpecimens.blueprints {
                _ = try Blueprint(decoding: specimen, fixtures: tree, source: "specimen")
            }
        }
        var scenarios: [Scenario] = []
        for name in tree.documentNames(under: "Fixtures/scenarios") {
            guard let path = tree.document(named: "Fixtures/scenarios/\(name)") else { continue }
            scenarios.append(try scenario.recording { try Scenario(path: path, in: tree) })
        }
        for (index, text) in SchemaSpecimens.scenarios.enumerated() {
            let name = "specimen-\(index)"
            scenarios.append(
                try scenario.recording {
                    try Scenario(DocumentText(text, source: name + ".yaml"), id: name, isOwn: true)
                })
        }
        for file in scenarios {
            // The first of each axis says which keys there are; the others have other values.
            for run in try scenario.recording({ try file.runs() }).prefix(12) {
                try blueprint.recording { try run.checkBlueprints(in: tree) }
            }
        }
        return (blueprint, scenario)
    }
}

@Suite struct `Goldens of schemas` {
    private static func drafts() throws -> (preset: SchemaDraft, scenario: SchemaDraft) {
        let traces = try ReadTraces.all()
        let parts = [(root: "blueprint", trace: traces.blueprint), (root: "scenario", trace: traces.scenario)]
        return (
            SchemaDraft([parts[0]], descriptions: SchemaDescriptions.blueprint),
            SchemaDraft(
                parts, descriptions: SchemaDescriptions.blueprint.merging(SchemaDescriptions.scenario) { $1 },
                takesPlaceholders: true)
        )
    }

    @Test func `those of presets and scenarios are what the readers ask`() throws {
        let drafts = try Self.drafts()
        let preset = try SchemaFile.difference(
            "preset",
            drafts.preset.schema(
                of: "blueprint", title: "A preset of mockportal",
                description: "What a portal is. A preset stands on another one and says what differs."))
        #expect(preset == nil)
        let scenario = try SchemaFile.difference(
            "scenario",
            drafts.scenario.schema(
                of: "scenario", title: "A scenario of mockportal",
                description: "What the portal is, what a client does, and what must then be true."))
        #expect(scenario == nil)
    }

    @Test func `every key that is known is asked for and described`() throws {
        let gaps = try Self.drafts().scenario.gaps
        #expect(gaps.unasked == [])
        #expect(gaps.undescribed == [])
        #expect(gaps.stale == [])
    }
}

/// Asks PyPI's jsonschema, which has no code of ours, whether documents are valid.
enum IndependentValidator {
    /// The names of the documents that are not valid.
    static func invalid(_ documents: [(name: String, schema: String, value: JSONValue)]) async throws -> Set<String> {
        let folder = try TemporaryFolder()
        let list = JSONValue.array(
            documents.map { ["name": .string($0.name), "schema": .string($0.schema), "value": $0.value] })
        let file = try folder.write(list.text(), as: "documents.json")
        for name in Set(documents.map(\.schema)) {
            let bytes = try FixtureTree.embedded.bytes(at: "Fixtures/schemas/\(name).schema.json")
            try folder.write(bytes, as: "\(name).schema.json")
        }
        let program = #"""
            import json, sys, jsonschema
            validators = {}
            for document in json.load(open(sys.argv[2])):
                name = document["schema"]
                if name not in validators:
                    schema = json.load(open(f"{sys.argv[1]}/{name}.schema.json"))
                    jsonschema.Draft202012Validator.check_schema(schema)
                    validators[name] = jsonschema.Draft202012Validator(schema)
                if not validators[name].is_valid(document["value"]): print(document["name"])
            """#
        let done = try await ChildProcess.run("python3", ["-c", program, folder.path, file], streams: .pipesForEach)
        try #require(done.status == 0, "\(done.errors)")
        return Set(done.output.split(separator: "\n").map(String.init))
    }
}

@Suite struct `Schemas of what is written` {
    private static func document(_ path: String, _ tree: FixtureTree = .embedded) throws -> JSONValue {
        try tree.text(at: path).value()
    }

    private static func files() throws -> [(name: String, schema: String, value: JSONValue)] {
        let tree = FixtureTree.embedded
        var files: [(String, String, JSONValue)] = []
        for (folder, schema) in [
            ("Fixtures/presets", "preset"), ("Fixtures/scenarios", "scenario"), ("Fixtures/conformance", "profile"),
            ("Fixtures/init/presets", "preset"), ("Fixtures/init/scenarios", "scenario"),
        ] {
            for path in tree.paths(under: folder) where DocumentText.isDocument(path) {
                files.append((path, schema, try document(path)))
            }
        }
        for folder in ["Fixtures/world", "Fixtures/init/world"] {
            for path in tree.paths(under: folder)
            where DocumentText.isDocument(path) && !path.hasPrefix("Fixtures/world/files") {
                files.append((path, "world", try document(path)))
            }
        }
        return files
    }

    @Test func `an independent validator takes every file that is read`() async throws {
        let files = try Self.files()
        #expect(files.count > 500)
        let invalid = try await IndependentValidator.invalid(files)
        #expect(invalid == [])
    }

    struct Broken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let schema: String
        let value: JSONValue
        /// The key path that the reader names.
        let keyPath: String
    }

    private static func scenario(_ changes: [String: JSONValue]) -> JSONValue {
        .object(
            ["title": "x", "catalogue": "C01", "client": [["connect": [:]]], "expect": [:]].merging(changes) { $1 })
    }

    static let broken: [Broken] = [
        Broken(
            testDescription: "an unknown key of a preset", schema: "preset", value: ["acces": "private"],
            keyPath: "acces"),
        Broken(
            testDescription: "an unknown word", schema: "preset", value: ["tokens": ["referer": "stict"]],
            keyPath: "tokens.referer"),
        Broken(
            testDescription: "a duration without a unit", schema: "preset", value: ["tokens": ["lifetime": "60"]],
            keyPath: "tokens.lifetime"),
        Broken(
            testDescription: "a number out of bounds", schema: "preset", value: ["lockout": ["attempts": 0]],
            keyPath: "lockout.attempts"),
        Broken(
            testDescription: "a list in the place of an object", schema: "preset", value: ["hosts": []],
            keyPath: "hosts"),
        Broken(
            testDescription: "an unknown key of an unnamed host", schema: "preset",
            value: ["hosts": ["other": ["adress": "127.0.0.2"]]], keyPath: "hosts.other.adress"),
        Broken(
            testDescription: "an unknown action", schema: "preset",
            value: ["after": [["request": 1, "do": ["expir": "all"]]]],
            keyPath: "after[0].do.expir"),
        Broken(
            testDescription: "an unknown key of a scenario", schema: "scenario", value: scenario(["titel": "x"]),
            keyPath: "titel"),
        Broken(
            testDescription: "an unknown step", schema: "scenario", value: scenario(["client": [["conect": [:]]]]),
            keyPath: "client[0].conect"),
        Broken(
            testDescription: "an unknown key of a step", schema: "scenario",
            value: scenario(["client": [["connect": ["tokenUrl": "explicit"]]]]),
            keyPath: "client[0].connect.tokenUrl"),
        Broken(
            testDescription: "a step of two", schema: "scenario",
            value: scenario(["client": [["connect": [:], "load": [:]]]]), keyPath: "client[0]"),
        Broken(
            testDescription: "a text where a number is", schema: "scenario",
            value: scenario(["client": [["query": ["layer": "first"]]]]), keyPath: "client[0].query.layer"),
        Broken(
            testDescription: "an unknown status", schema: "scenario",
            value: scenario(["expect": ["final": ["status": "loadet"]]]), keyPath: "expect.final.status"),
        Broken(
            testDescription: "an unknown status of another portal", schema: "scenario",
            value: scenario(["expect": ["final": ["portals": ["second": ["status": "loadet"]]]]]),
            keyPath: "expect.final.portals.second.status"),
        Broken(
            testDescription: "a word in the place of other portals", schema: "scenario",
            value: scenario(["expect": ["final": ["portals": true]]]), keyPath: "expect.final.portals"),
        Broken(
            testDescription: "an unknown key of the portal", schema: "scenario",
            value: scenario(["portal": ["preset": "token", "tokns": [:]]]), keyPath: "portal.tokns"),
    ]

    private static func mistakes(_ schema: String, _ value: JSONValue) -> [DocumentError] {
        let tree = FixtureTree.embedded
        return DocumentMistakes.all { () throws(DocumentError) in
            if schema == "preset" {
                _ = try Blueprint(decoding: value, fixtures: tree, source: "a.yaml")
            } else {
                let scenario = try Scenario(DocumentText(value.text(), source: "a.yaml"), id: "a", isOwn: true)
                for run in try scenario.runs() { try run.checkBlueprints(in: tree) }
            }
        }
    }

    @Test func `what is broken is refused by the reader and by the validator`() async throws {
        for row in Self.broken {
            let found = Self.mistakes(row.schema, row.value)
            #expect(found.contains { $0.keyPath == row.keyPath }, "\(row.testDescription): \(found)")
        }
        let invalid = try await IndependentValidator.invalid(
            Self.broken.map { (name: $0.testDescription, schema: $0.schema, value: $0.value) })
        #expect(invalid == Set(Self.broken.map(\.testDescription)))
    }

    @Test func `the validator refuses nothing that a reader takes`() async throws {
        var taken: [(name: String, schema: String, value: JSONValue)] = []
        for (index, file) in try Self.files().enumerated() where ["preset", "scenario"].contains(file.schema) {
            guard file.schema == "preset" || index.isMultiple(of: 41) else { continue }
            for (number, value) in JSONMutation.all(of: file.value).enumerated()
            where Self.mistakes(file.schema, value).isEmpty {
                taken.append(("\(file.name) \(number) \(value.text())", file.schema, value))
            }
        }
        #expect(taken.count > 300)
        let invalid = try await IndependentValidator.invalid(taken)
        #expect(invalid == [])
    }
}

/// A value with one thing changed: a key taken away, or another kind of value in its place.
enum JSONMutation {
    static func all(of value: JSONValue) -> [JSONValue] {
        var found: [JSONValue] = []
        if case .object(let members) = value {
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                var copy = members
                copy[key] = nil
                found.append(.object(copy))
                for other in all(of: member) + [1, true, "text", [], [:], .null] {
                    copy[key] = other
                    found.append(.object(copy))
                }
            }
        } else if case .array(let elements) = value {
            for (index, element) in elements.enumerated() {
                for other in all(of: element) {
                    var copy = elements
                    copy[index] = other
                    found.append(.array(copy))
                }
            }
        }
        return found
    }
}
