import Fuzzing
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Texts with commas between them` {
    private static func table(_ text: String) throws -> FeatureTable {
        let reader = try CSVReader(Array(text.utf8))
        return try reader.table(place: reader.placeFields)
    }

    private static func attributes(_ table: FeatureTable) -> [JSONValue] {
        table.features(in: .wgs84).compactMap { feature in
            var attributes = feature["attributes"]
            attributes?["OBJECTID"] = nil
            return attributes
        }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let rows: [JSONValue]
    }

    @Test(arguments: [
        Row(
            testDescription: "quotes, commas and line ends", text: "a,b\r\n\"x, \"\"y\"\"\",\"1\n2\"\r\n",
            rows: [["a": "x, \"y\"", "b": "1\n2"]]),
        Row(
            testDescription: "lines that end with CR alone", text: "a,b\r1,x\r\r2,\"y\rz\"\r",
            rows: [["a": 1, "b": "x"], ["a": 2, "b": "y\rz"]]),
        Row(
            testDescription: "whole numbers that would be rounded",
            text: "a,b\n9007199254740993,9007199254740992\n1,-00012\n",
            rows: [["a": "9007199254740993", "b": 9_007_199_254_740_992.0], ["a": "1", "b": -12.0]]),
        Row(testDescription: "a byte order mark", text: "\u{FEFF}a\n1\n", rows: [["a": 1]]),
        Row(testDescription: "no line end at the end", text: "a,b\n1,2.5", rows: [["a": 1, "b": 2.5]]),
        Row(
            testDescription: "empty values and empty lines", text: "a,b\n,x\n\n3,\n",
            rows: [["a": nil, "b": "x"], ["a": 3, "b": nil]]),
        Row(
            testDescription: "numbers that are none", text: "a,b\nnan,0x1F\ninf,7\n",
            rows: [["a": "nan", "b": "0x1F"], ["a": "inf", "b": "7"]]),
        Row(
            testDescription: "numbers that do not fit", text: "a\n99999999999\n1\n",
            rows: [["a": 99_999_999_999.0], ["a": 1.0]]),
        Row(
            testDescription: "names that are none of a field", text: "my value,1st\nx,y\n",
            rows: [["my_value": "x", "F1st": "y"]]),
        Row(
            testDescription: "names that come to one", text: "a b,a-b,A_b,a_b_1\n1,2,3,4\n",
            rows: [["a_b": 1, "a_b_1": 2, "A_b_2": 3, "a_b_1_1": 4]]),
        Row(
            testDescription: "numbers that are written otherwise", text: "a\n007\n1\n", rows: [["a": 7.0], ["a": 1.0]]),
    ])
    func `are read as RFC 4180 says`(row: Row) throws {
        let found = Self.attributes(try Self.table(row.text))
        #expect(found == row.rows)
    }

    @Test func `are told apart by other signs too`() throws {
        let signs = try CSVReader.Signs(delimiter: "|", qualifier: "'")
        let reader = try CSVReader(Array("n|m\n'a|''b'|\"c\"\n".utf8), signs: signs)
        #expect(Self.attributes(try reader.table(place: nil)) == [["n": "a|'b", "m": "\"c\""]])
        let bare = try CSVReader.Signs(delimiter: "\t", qualifier: "")
        #expect(
            Self.attributes(try CSVReader(Array("n\tm\n\"\t1\n".utf8), signs: bare).table(place: nil))
                == [["n": "\"", "m": 1]])
    }

    @Test(arguments: [("ab", "\""), ("\n", "\""), ("ä", "\""), ("|", "''"), ("|", "|")] as [(JSONValue, JSONValue)])
    func `are not told apart by what is no sign`(delimiter: JSONValue, qualifier: JSONValue) {
        #expect(throws: DataProblem.self) { try CSVReader.Signs(delimiter: delimiter, qualifier: qualifier) }
    }

    @Test func `have the types that are told`() throws {
        let reader = try CSVReader(Array("my n,d,i\n007,2024-05-31,12\n".utf8))
        let table = try reader.table(
            place: nil,
            fields: [
                ["name": "my_n", "type": "esriFieldTypeString", "length": 3, "alias": "N"],
                ["name": "D", "type": "esriFieldTypeDate"],
                ["name": "i", "type": "esriFieldTypeBigInteger"], ["name": "FID", "type": "esriFieldTypeOID"],
            ])
        #expect(Self.attributes(table) == [["my_n": "007", "d": 1_717_113_600_000, "i": 12]])
        #expect(table.fields[1].document["alias"] == "N" && table.fields[1].length == 3)
        for (field, words) in [
            (["name": "x", "type": "esriFieldTypeString"], "it has my n, d, i"),
            (["name": "d", "type": "esriFieldTypeGeometry"], "no type that a column can be given"),
            (["name": "d", "type": "esriFieldTypeInteger"], "is not a whole number"),
            (["name": "my n", "type": "esriFieldTypeString", "length": 2], "where 2 fit"),
        ] as [(JSONValue, String)] {
            let problem = #expect(throws: DataProblem.self) { try reader.table(place: nil, fields: [field]) }
            #expect(problem?.problem.contains(words) == true, "\(problem as Any)")
        }
    }

    @Test func `are places where two fields say so`() throws {
        let table = try Self.table("name,Latitude,LONG\nA,47.5,8.5\nB,95,8\nC,x,\n")
        #expect(table.geometry?.kind == .point)
        let places = table.features(in: .wgs84).map { $0["geometry"] }
        #expect(abs((places[0]?["x"]?.double ?? 0) - 8.5) < 1e-9 && places[1] == nil && places[2] == nil)
        #expect(try Self.table("name,value\nA,1\n").geometry == nil)
    }

    @Test(arguments: [
        ("", "empty"), ("\n", "empty"), ("a,\n1,2\n", "without a name"), ("a,A\n1,2\n", "twice"),
        ("a,b\n1\n", "record 2 has 1 fields"),
        ("a\n\"x\n", "not closed"), ("a\n\"x\"y\n", "behind a quotation mark"), ("a\nx\"y\n", "within a field"),
    ])
    func `that are wrong are told with their place`(text: String, word: String) {
        #expect { try Self.table(text) } throws: { ($0 as? DataProblem)?.problem.contains(word) == true }
    }

    @Test func `keep every property for the seeds of the fuzzer`() throws {
        let replay = try FuzzReplay("CSVFiles")
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: CSVFileProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("CSVFiles").brokenMutation(
            round: round, count: 500, by: CSVFileProperties.violation(by:))
        #expect(broken == nil)
    }
}
