import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `GeoJSON files` {
    private func read(_ text: String, fields: [JSONValue] = []) throws -> FeatureTable {
        try GeoJSONReader.read(Array(text.utf8), objectIDField: "OBJECTID", fields: fields)
    }

    @Test func `types are found out, and what the layer tells of a field wins`() throws {
        let table = try read(
            #"""
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[1,2,3]},"properties":{"A":1,"B":"x\"]},{","C":null,"D":true}},
            {"type":"Feature","id":3,"geometry":null,"properties":{"A":2.5,"B":null,"E":"2024-05-01"}}
            ]}
            """#,
            fields: [
                ["name": "E", "type": "esriFieldTypeDate", "alias": "Day"], ["name": "B", "alias": "Bee", "length": 9],
            ])
        #expect(table.objectIDs == [3, 7])
        #expect(table.fields.map(\.name) == ["OBJECTID", "E", "B", "A", "C", "D"])
        #expect(table.fields.map(\.type) == [.objectID, .date, .text, .double, .text, .integer])
        #expect(table.fields[1].document["alias"] == "Day")
        #expect(table.fields[2].length == 9)
        #expect(table.columns[2][1] == .text("x\"]},{"))
        #expect(table.columns[1][0] == .integer(1_714_521_600_000))
        #expect(table.columns[3][1] == .number(1))
        #expect(table.geometry?.kind == .point)
        #expect(table.geometry?.partCount(0) == 0)
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        let path: String
        let words: String
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ path: String, _ words: String) {
            (self.name, self.text, self.path, self.words) = (name, text, path, words)
        }

        /// One feature in a collection.
        init(_ name: String, feature: String, _ path: String, _ words: String) {
            self.init(
                name,
                #"{"type":"FeatureCollection","features":[{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[0,0]},"properties":{"A":1}},"#
                    + feature + "]}", path, words)
        }
    }

    @Test(arguments: [
        Wrong("no JSON", "hello", "", "no JSON object"), Wrong("an array", "[]", "", "no JSON object"),
        Wrong("cut off", #"{"type":"FeatureCollection","features":[{"#, "", "ends inside"),
        Wrong("another type", #"{"type":"Feature","features":[]}"#, "type", "FeatureCollection"),
        Wrong("no features", #"{"type":"FeatureCollection"}"#, "", "features"),
        Wrong("features that are no list", #"{"type":"FeatureCollection","features":{}}"#, "features", "not a list"),
        Wrong("a reference of its own", #"{"type":"FeatureCollection","crs":{},"features":[]}"#, "crs", "WGS 84"),
        Wrong("broken feature", feature: "{\"type\" \"Feature\"}", "features[1]", "line 1"),
        Wrong("no feature", feature: #"{"type":"Point"}"#, "features[1].type", "Feature"),
        Wrong(
            "an id twice", feature: #"{"type":"Feature","id":1,"properties":{},"geometry":null}"#, "features[1].id",
            "two features 1"),
        Wrong(
            "an id that is a text", feature: #"{"type":"Feature","id":"x","properties":{},"geometry":null}"#,
            "features[1].id", "whole number"),
        Wrong(
            "text among numbers", feature: #"{"type":"Feature","id":2,"properties":{"A":"x"},"geometry":null}"#,
            "features[1].properties.A", "is a text"),
        Wrong(
            "an object as a value", feature: #"{"type":"Feature","id":2,"properties":{"B":{}},"geometry":null}"#,
            "features[1].properties.B", "neither"),
        Wrong(
            "another kind of geometry",
            feature:
                #"{"type":"Feature","id":2,"properties":{},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}}"#,
            "features[1].geometry.type", "one kind"),
        Wrong(
            "an unknown geometry", feature: #"{"type":"Feature","id":2,"properties":{},"geometry":{"type":"Circle"}}"#,
            "features[1].geometry.type", "Circle"),
        Wrong(
            "metres",
            feature:
                #"{"type":"Feature","id":2,"properties":{},"geometry":{"type":"Point","coordinates":[-13039000,4030500]}}"#,
            "features[1].geometry.coordinates", "degrees"),
        Wrong(
            "an open ring",
            feature:
                #"{"type":"Feature","id":2,"properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}}"#,
            "features[1].geometry.coordinates", "where it begins"),
        Wrong(
            "a line of one place",
            feature:
                #"{"type":"Feature","id":2,"properties":{},"geometry":{"type":"LineString","coordinates":[[0,0]]}}"#,
            "features[1].geometry.coordinates", "at least 2"),
    ])
    func `that are wrong are told where`(row: Wrong) throws {
        let problem = #expect(throws: DataProblem.self) { _ = try read(row.text) }
        #expect(problem?.path == row.path)
        #expect(problem?.problem.contains(row.words) == true, "\(problem?.problem ?? "")")
    }

    @Test func `a field that nothing has needs a type`() throws {
        let text = #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"A":1},"geometry":null}]}"#
        #expect(throws: DataProblem.self) { _ = try read(text, fields: [["name": "B"]]) }
        #expect(try read(text, fields: [["name": "B", "type": "esriFieldTypeDouble"]]).columns[1][0] == .null)
    }

    @Test(arguments: 0..<300) func `cut anywhere they are a problem, not a crash`(length: Int) throws {
        let text =
            #"{"type":"FeatureCollection","features":[{"type":"Feature","id":1,"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]},"properties":{"A":1,"B\"":"x\\"}},{"type":"Feature","id":2,"geometry":null,"properties":{"A":1.5e2}}]}"#
        let bytes = Array(text.utf8)
        guard length < bytes.count else { return }
        #expect(throws: DataProblem.self) {
            _ = try GeoJSONReader.read(Array(bytes.prefix(length)), objectIDField: "OBJECTID", fields: [])
        }
    }

    struct Written: CustomTestStringConvertible, Sendable {
        let text: String
        let milliseconds: Int64?
        var testDescription: String { text }
    }

    @Test(arguments: [
        Written(text: "1970-01-01", milliseconds: 0), Written(text: "1969-12-31", milliseconds: -86_400_000),
        Written(text: "2024-02-29", milliseconds: 1_709_164_800_000),
        Written(text: "2000-02-29 23:59:59.999", milliseconds: 951_868_799_999),
        Written(text: "2024-05-31T14:00:00Z", milliseconds: 1_717_164_000_000),
        Written(text: "2024-05-31 14:00", milliseconds: 1_717_164_000_000),
        Written(text: "0001-01-01", milliseconds: -62_135_596_800_000), Written(text: "2023-02-29", milliseconds: nil),
        Written(text: "1900-02-29", milliseconds: nil), Written(text: "2024-13-01", milliseconds: nil),
        Written(text: "2024-5-1", milliseconds: nil),
        Written(text: "2024-05-31T24:00:00", milliseconds: nil),
        Written(text: "2024-05-31 14:00:00x", milliseconds: nil), Written(text: "", milliseconds: nil),
    ])
    func `moments are counted in UTC`(row: Written) { #expect(Moment.milliseconds(of: row.text) == row.milliseconds) }
}
