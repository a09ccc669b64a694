import FixtureFiles
import JSONValues
import Testing

@testable import StructuredText

@Suite("Documents that travel inside the product") struct EmbeddedDocumentTests {
    static let paths = ["Fixtures/presets", "Fixtures/world", "Fixtures/catalogue", "certs"].flatMap {
        FixtureTree.embedded.paths(under: $0, suffix: ".json")
    }

    /// They are read without a look for keys that stand twice, so it is done here.
    @Test func `hold no key twice`() throws {
        #expect(Self.paths.count > 100)
        for path in Self.paths {
            #expect(throws: Never.self) { try FixtureTree.embedded.text(at: path).value() }
        }
    }

    /// YAML 1.2 is a superset of JSON, and the two readers share no code.
    @Test func `have the same values as YAML and as JSON`() throws {
        for path in Self.paths {
            let bytes = try FixtureTree.embedded.bytes(at: path)
            let json = try JSONValue(parsing: bytes)
            let yaml = try YAMLComposer.read(bytes, source: path).value
            #expect(yaml == json, "\(path)")
        }
    }
}
