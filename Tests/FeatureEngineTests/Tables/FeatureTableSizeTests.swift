import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Sizes of tables` {
    private let long = String(repeating: "x", count: 100)

    /// A table with a long text in each of two features.
    private func table() throws -> FeatureTable {
        let features: [JSONValue] = [
            ["attributes": ["FID": 1, "NOTE": .string(long)]], ["attributes": ["FID": 2, "NOTE": .string(long)]],
        ]
        let fields: JSONValue = [
            ["name": "FID", "type": "esriFieldTypeOID"],
            ["name": "NOTE", "type": "esriFieldTypeString", "length": 200],
        ]
        return try EsriFeatureReader.read(
            features, document: ["fields": fields], objectIDField: "FID", reference: .wgs84)
    }

    @Test func `count features, values and long texts`() throws {
        let table = try table()
        #expect(table.addedBytes == 2 * (64 + 2 * 16 + 132))
    }

    @Test func `follow fields`() throws {
        var table = try table()
        let before = table.addedBytes
        try table.add(field: [
            "name": "MORE", "type": "esriFieldTypeString", "length": 200, "defaultValue": .string(long),
        ])
        #expect(table.addedBytes == before + 2 * (16 + 132))
        try table.remove(field: "MORE")
        #expect(table.addedBytes == before)
    }

    @Test func `are nothing for what is the portal's own`() throws {
        var table = try table()
        table.countAsGiven()
        #expect(table.addedBytes == 0)
        try table.add(field: ["name": "SIZE", "type": "esriFieldTypeInteger"])
        #expect(table.addedBytes == 2 * 16)
    }

    @Test func `follow edits as far as the portal has room`() throws {
        var table = try table()
        let limits = EditLimits(features: 10, bytes: 10_000).within(300, of: 5_000, for: table)
        let before = table.addedBytes
        let add: JSONValue = ["attributes": ["NOTE": .string(long)]]
        let attempt = LayerEdits(adds: [add, add]).attempt(on: &table, reference: .wgs84, limits: limits)
        #expect(attempt.hasFailed)
        #expect(table.addedBytes == before + 64 + 2 * 16 + 132)
        let limit = attempt.results(isUndone: false).limit?.description ?? ""
        #expect(limit.hasPrefix("clients may add 5000 bytes to the layers of the portal"))
    }
}
