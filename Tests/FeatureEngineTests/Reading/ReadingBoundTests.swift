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

    /// What a blank line of a CSV can look like.
    private static let blankLines = ["\n", "\r", "\r\n", "\"\"\n"]

    @Test(arguments: blankLines) func `counts the blank lines of a CSV`(line: String) throws {
        let bound = ReadingBound(features: 9, values: 5)
        func text(_ blank: Int) -> [UInt8] { Array(("a\n1\n" + String(repeating: line, count: blank) + "2\n").utf8) }
        #expect(try CSVReader(text(5), bound: bound).table(place: nil).featureCount == 2)
        let problem = #expect(throws: DataProblem.self) { try CSVReader(text(6), bound: bound) }
        #expect(problem?.problem.contains("more than 5 blank lines") == true, "\(problem as Any)")
        #expect(try CSVReader(text(6)).table(place: nil).featureCount == 2)
    }

    /// The last byte is none of UTF-8: that is told where reading comes so far.
    @Test(arguments: [UInt8(ascii: "\n"), UInt8(ascii: "\r")])
    func `ends in a CSV of nothing but line ends`(lineEnd: UInt8) {
        let lines = [UInt8](repeating: lineEnd, count: 31_000_000)
        let problem = #expect(throws: DataProblem.self) {
            try CSVReader(Array("a\n".utf8) + lines + [0xFF], bound: ReadingBound(features: 100_000))
        }
        #expect(problem?.problem.contains("more than \(ReadingBound.maximumValues) blank lines") == true)
    }

    /// A file of features with one field of a name.
    private static func fields(_ name: String, isGeoJSON: Bool, _ bound: ReadingBound) throws(DataProblem) -> [Field] {
        guard isGeoJSON else {
            return try EsriFeatureReader.read(
                [], document: ["fields": [["name": .string(name), "type": "esriFieldTypeInteger"]]],
                objectIDField: "OBJECTID", reference: .wgs84, bound: bound
            ).fields
        }
        let text = #"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"\#(name)": 1}}]}"#
        return try GeoJSONReader.read(Array(text.utf8), objectIDField: "OBJECTID", fields: [], bound: bound).fields
    }

    @Test(arguments: [true, false]) func `holds for the names of fields, in characters`(isGeoJSON: Bool) throws {
        let bound = ReadingBound(features: 10)
        let longest = String(repeating: "駅", count: ReadingBound.maximumName)
        #expect(try Self.fields(longest, isGeoJSON: isGeoJSON, bound).last?.name == longest)
        let problem = #expect(throws: DataProblem.self) {
            try Self.fields(longest + "n", isGeoJSON: isGeoJSON, bound)
        }
        let words = "a name of 129 characters, \"\(String(repeating: "駅", count: 40))…\"; give it one of at most 128"
        #expect(problem?.problem.hasSuffix(words) == true, "\(problem as Any)")
        let place = isGeoJSON ? ("features[0].properties", "a property") : ("fields", "a field")
        #expect(problem?.path == place.0 && problem?.problem.hasPrefix(place.1) == true, "\(problem as Any)")
        // A file of the portal's own is read as it is.
        #expect(try Self.fields(longest + "n", isGeoJSON: isGeoJSON, .none).last?.name == longest + "n")
    }

    /// What forms export names its columns by whole questions.
    @Test func `lets a column of a CSV have any name, and cuts what becomes of it`() throws {
        let question = String(repeating: "How satisfied are you with the trams? ", count: 10)
        let reader = try CSVReader(Array("\(question),b\n1,2\n".utf8), bound: ReadingBound(features: 10))
        let field = try reader.table(place: nil).fields[1]
        #expect(field.name.utf8.count == 64)
        #expect(field.document["alias"] == .string(String(question.prefix(255))))
        // One character of many scalars.
        let long = try CSVReader(Array("\(String(repeating: "\u{1100}", count: 250)),b\n1,2\n".utf8)).table(place: nil)
        #expect(long.fields[1].name == String(repeating: "\u{1100}", count: 21))
    }

    @Test func `cuts a name of a million bytes short where it is told`() {
        let name = String(repeating: "n", count: 1_000_000)
        let problem = #expect(throws: DataProblem.self) { try CSVReader(Array("\(name),\(name)\n".utf8)) }
        #expect(problem?.problem.hasSuffix("twice") == true)
        #expect((problem?.problem.utf8.count ?? .max) < 200)
    }
}
