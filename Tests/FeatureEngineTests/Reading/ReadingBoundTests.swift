import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `The bound of what is read of a file` {
    /// Three features with two properties each.
    private static let csv = Array("a,b\n1,\n2,\n3,\n".utf8)
    private static let geoJSON = Array(
        #"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"a": 1}}, {"type": "Feature"}, {"type": "Feature", "properties": {"b": 2}}]}"#
            .utf8)
    private static let features: [JSONValue] = (1...3).map { ["attributes": ["OBJECTID": .integer($0)]] }
    private static let document: [String: JSONValue] = [
        "fields": [
            ["name": "a", "type": "esriFieldTypeInteger"], ["name": "b", "type": "esriFieldTypeInteger"],
        ]
    ]

    enum File: String, CaseIterable, Sendable { case csv, geoJSON, features }

    private func table(_ file: File, _ bound: ReadingBound) throws(DataProblem) -> FeatureTable {
        switch file {
        case .csv: try CSVReader(Self.csv, bound: bound).table(place: nil)
        case .geoJSON: try GeoJSONReader.read(Self.geoJSON, objectIDField: "OBJECTID", fields: [], bound: bound)
        case .features:
            try EsriFeatureReader.read(
                Self.features, document: Self.document, objectIDField: "OBJECTID", reference: .wgs84, bound: bound)
        }
    }

    @Test(arguments: File.allCases) func `ends the reading`(file: File) throws {
        #expect(try table(file, .none).featureCount == 3)
        for count in 0...3 {
            #expect(try table(file, ReadingBound(features: count)).featureCount == count)
        }
        let remaining = ReadingBound(features: 5, values: 20).remaining(behind: try table(file, .none))
        #expect(remaining.features == 2 && remaining.values == 11)
    }

    @Test(arguments: File.allCases) func `counts values that are empty`(file: File) throws {
        let table = try table(file, .none)
        let values = table.featureCount * table.fields.count
        #expect(try self.table(file, ReadingBound(features: 9, values: values)).featureCount == 3)
        #expect {
            _ = try self.table(file, ReadingBound(features: 9, values: 5))
        } throws: {
            ($0 as? DataProblem)?.problem == "there are more than 5 values, counting those that are empty"
        }
    }

    @Test func `is asked before there is room for a property of a late feature`() throws {
        let late = (0..<900).map { "\"p\($0)\": 1" }.joined(separator: ",")
        let empty = Array(repeating: #"{"type": "Feature"}"#, count: 99).joined(separator: ",")
        let text =
            #"{"type": "FeatureCollection", "features": [\#(empty), {"type": "Feature", "properties": {\#(late)}}]}"#
        #expect {
            _ = try GeoJSONReader.read(
                Array(text.utf8), objectIDField: "OBJECTID", fields: [],
                bound: ReadingBound(features: 100, values: 90_000))
        } throws: {
            ($0 as? DataProblem)?.path == "features[99]"
        }
    }
}
