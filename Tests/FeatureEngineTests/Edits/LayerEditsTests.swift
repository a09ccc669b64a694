import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Edits of a table` {
    private func table() throws -> FeatureTable {
        try Samples.table([(["NAME": "a"], (1, 1)), (["NAME": "b"], (2, 2))])
    }

    private func apply(
        _ edits: LayerEdits, to table: inout FeatureTable, features: Int = 100, bytes: Int = 1 << 20
    ) -> EditAttempt {
        edits.attempt(on: &table, reference: .wgs84, limits: EditLimits(features: features, bytes: bytes))
    }

    private static let feature: JSONValue = ["attributes": ["NAME": "c"], "geometry": ["x": 3, "y": 3]]

    @Test func `add, change and delete`() throws {
        var table = try table()
        let edits = LayerEdits(
            adds: [Self.feature], updates: [["attributes": ["OBJECTID": 1, "name": "z"]]], deletes: [.objectID(2)])
        let results = apply(edits, to: &table).results(isUndone: false)
        #expect(results.adds == [["objectId": 3, "success": true]])
        #expect(results.updates == [["objectId": 1, "success": true]])
        #expect(results.deletes == [["objectId": 2, "success": true]])
        #expect(table.objectIDs(of: table.rows) == [1, 3])
        #expect(table.rows.map { table.columns[1][$0] } == [.text("z"), .text("c")])
    }

    @Test(arguments: [true, false]) func `say of those that were done whether they were undone`(isUndone: Bool) throws {
        var table = try table()
        let attempt = apply(LayerEdits(adds: [Self.feature], deletes: [.objectID(9)]), to: &table)
        #expect(attempt.hasFailed && table.count == 3)
        let results = attempt.results(isUndone: isUndone)
        #expect(results.adds.first?["success"] == .bool(!isUndone))
        #expect(results.deletes.first?["error"]?["code"] == 1019)
    }

    @Test func `end at the features that may be added`() throws {
        var table = try table()
        let edits = LayerEdits(adds: [Self.feature, Self.feature])
        let results = apply(edits, to: &table, features: 1).results(isUndone: false)
        #expect(results.adds.map { $0["success"] } == [true, false])
        #expect(results.limit?.description.contains("1 added features") == true)
    }

    @Test func `take room for every field of a feature that is added`() throws {
        var table = try table()
        for number in 1...100 {
            try table.add(field: ["name": .string("N\(number)"), "type": "esriFieldTypeInteger"])
        }
        let results = apply(LayerEdits(adds: [["attributes": [:]]]), to: &table, bytes: 1_600).results(isUndone: false)
        #expect(results.limit?.description.contains("1600 bytes") == true)
        #expect(table.count == 2)
    }

    @Test func `end at the bytes that may be added`() throws {
        var table = try table()
        let results = apply(LayerEdits(adds: [Self.feature]), to: &table, bytes: 10).results(isUndone: false)
        #expect(results.limit?.description.contains("10 bytes") == true)
        #expect(table.count == 2)
    }
}
