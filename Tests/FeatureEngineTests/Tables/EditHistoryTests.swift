import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `What changed in a table` {
    /// Two features with global ids, tracked.
    private func table() throws -> FeatureTable {
        var table = try FeatureTable.empty(
            fields: [
                ["name": "GlobalID", "type": "esriFieldTypeGlobalID"], ["name": "NAME", "type": "esriFieldTypeString"],
            ], objectIDField: nil, geometry: .point)
        apply(LayerEdits(adds: [feature("a"), feature("b")]), to: &table)
        table.track()
        return table
    }

    private func feature(_ name: String, id: Int64? = nil) -> JSONValue {
        var feature: JSONValue = ["attributes": ["NAME": .string(name)], "geometry": ["x": 1, "y": 1]]
        if let id { feature["attributes"]?["OBJECTID"] = .integer(id) }
        return feature
    }

    @discardableResult
    private func apply(_ edits: LayerEdits, to table: inout FeatureTable) -> EditAttempt {
        edits.attempt(on: &table, reference: .wgs84, limits: EditLimits(features: 100, bytes: 1 << 20))
    }

    private func names(_ features: [JSONValue]) -> [String?] { features.map { $0["attributes"]?["NAME"]?.string } }

    @Test func `is told after a generation, each kind for itself`() throws {
        var table = try table()
        let start = table.generation
        #expect(table.changes(since: start, in: .wgs84).isEmpty)
        let gone = table.globalID(0)
        apply(LayerEdits(adds: [feature("c")], updates: [feature("z", id: 2)], deletes: [.objectID(1)]), to: &table)
        let changes = table.changes(since: start, in: .wgs84)
        #expect(names(changes.adds) == ["c"] && names(changes.updates) == ["z"])
        #expect(changes.deletes.map(\.id) == [gone] && changes.deletes.map(\.objectID) == [1])
        #expect(table.changes(since: table.generation, in: .wgs84).isEmpty)
    }

    @Test func `is nothing where a feature came and went, and an addition where it was changed since`() throws {
        var table = try table()
        let start = table.generation
        apply(LayerEdits(adds: [feature("c"), feature("d")]), to: &table)
        let between = table.generation
        apply(LayerEdits(updates: [feature("e", id: 4)], deletes: [.objectID(3)]), to: &table)
        let changes = table.changes(since: start, in: .wgs84)
        #expect(names(changes.adds) == ["e"] && changes.updates.isEmpty && changes.deletes.isEmpty)
        let later = table.changes(since: between, in: .wgs84)
        #expect(later.adds.isEmpty && names(later.updates) == ["e"] && later.deletes.map(\.objectID) == [3])
    }

    @Test func `is not told to the replica that changed it, unless another one did too`() throws {
        var table = try table()
        let start = table.generation
        table.asReplica("A") { table in
            _ = apply(LayerEdits(adds: [feature("c")], updates: [feature("z", id: 2)]), to: &table)
        }
        #expect(table.changes(since: start, exceptBy: "A", in: .wgs84).isEmpty)
        #expect(names(table.changes(since: start, exceptBy: "B", in: .wgs84).adds) == ["c"])
        // What it added and others changed is news as a change, and gone where others deleted it.
        apply(LayerEdits(updates: [feature("y", id: 3)], deletes: [.objectID(2)]), to: &table)
        let news = table.changes(since: start, exceptBy: "A", in: .wgs84)
        #expect(news.adds.isEmpty && names(news.updates) == ["y"] && news.deletes.map(\.objectID) == [2])
        apply(LayerEdits(deletes: [.objectID(3)]), to: &table)
        let gone = table.changes(since: start, exceptBy: "A", in: .wgs84)
        #expect(gone.updates.isEmpty && gone.deletes.map(\.objectID) == [2, 3])
        #expect(table.changes(since: start, exceptBy: "B", in: .wgs84).deletes.map(\.objectID) == [2])
    }

    @Test func `is told although the replica overwrote it, as it is then`() throws {
        var table = try table()
        let start = table.generation
        apply(LayerEdits(updates: [feature("theirs", id: 1)]), to: &table)
        let before = table
        table.asReplica("A") { _ = apply(LayerEdits(updates: [feature("own", id: 1)]), to: &$0) }
        let changes = table.changes(since: start, exceptBy: "A", before: before, in: .wgs84)
        #expect(names(changes.updates) == ["own"])
    }

    @Test func `is gone for those who asked for other rows`() throws {
        var table = try table()
        let start = table.generation
        apply(LayerEdits(updates: [feature("z", id: 1), feature("y", id: 2)]), to: &table)
        let changes = table.changes(since: start, among: [1], in: .wgs84)
        #expect(names(changes.updates) == ["y"] && changes.deletes.map(\.objectID) == [1])
    }
}
