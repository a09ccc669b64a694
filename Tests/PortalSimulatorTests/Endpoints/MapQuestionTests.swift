import FeatureEngine
import FeatureSamples
import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

/// What a map service can be asked beside pictures.
@Suite struct `Questions to a map service` {
    private func ask(_ path: String, _ parameters: [String: String] = [:]) throws -> SiteProbe.Outcome {
        let all = parameters.map { "&\($0)=\(PercentEncoding.encode($1))" }.joined()
        return try SiteProbe("anonymous").server("rest/services/\(path)?x=\(all)")
    }

    private func details(_ outcome: SiteProbe.Outcome) -> String {
        (outcome.error?["details"]?.array ?? []).compactMap(\.string).joined(separator: "\n")
    }

    // MARK: find

    @Test func `Find looks for a part of a value without case, or for the whole with it`() throws {
        func names(_ parameters: [String: String]) throws -> [String] {
            let outcome = try ask("Traffic/MapServer/find", ["layers": "0"].merging(parameters) { $1 })
            #expect(outcome.code == 200, "\(outcome.text)")
            return (outcome.json["results"]?.array ?? []).compactMap { $0["value"]?.string }
        }
        let all =
            try ask("Traffic/MapServer/0/query", ["where": "1=1", "outFields": "NAME"]).json["features"]?.array ?? []
        let known = all.compactMap { $0["attributes"]?["NAME"]?.string }
        #expect(try names(["searchText": "ring"]) == known.filter { $0.lowercased().contains("ring") })
        let first = try #require(known.first)
        #expect(try names(["searchText": first, "contains": "false"]) == [first])
        #expect(try names(["searchText": first.uppercased(), "contains": "false"]).isEmpty)
        #expect(try names(["searchText": first, "searchFields": "CARS"]).isEmpty)
        #expect(
            try names(
                ["searchText": "", "layers": "0"].filter { !$0.value.isEmpty }.merging(["searchText": "a"]) { $1 }
            ).isEmpty == false)
        #expect(try names(["searchText": "a", "layerDefs": #"{"0":"1=0"}"#]).isEmpty)
    }

    @Test func `A result says where it was found`() throws {
        let outcome = try ask(
            "Traffic/MapServer/find",
            ["layers": "0,1", "searchText": "Ring West", "sr": "4326", "searchFields": "NAME"])
        let results = outcome.json["results"]?.array ?? []
        let result = try #require(results.first)
        #expect(result["layerId"] == 0 && result["foundFieldName"] == "NAME" && result["value"] == "Ring West")
        #expect(result["layerName"] == "Traffic counts" && result["displayFieldName"] == "NAME")
        #expect(
            result["geometryType"] == "esriGeometryPoint" && result["geometry"]?["spatialReference"]?["wkid"] == 4326)
        #expect(result["attributes"]?["Name"] == "Ring West")
        #expect(results.contains { $0["layerId"] == 1 && $0["geometry"] == nil })
    }

    @Test(arguments: [
        (["layers": "0"], "searchText: is missing"), (["searchText": "x"], "layers: is missing"),
        (["searchText": "x", "layers": "9"], "\"9\" is no layer; Traffic has 0, 1"),
        (["searchText": "x", "layers": "0", "contains": "perhaps"], "neither true nor false"),
        (["searchText": "x", "layers": "0", "layerDefs": #"{"0":"NOPE=1"}"#], "NOPE is no field"),
        (["searchText": "x", "layers": "0", "sr": "999999"], "sr: 999999 is not known"),
    ]) func `A search that cannot be is told`(parameters: [String: String], words: String) throws {
        let outcome = try ask("Traffic/MapServer/find", parameters)
        #expect(outcome.code == 400 && details(outcome).contains(words), "\(outcome.text)")
    }

    @Test func `What would take too long to search is refused`() throws {
        // Each value begins as the text does at each of its places.
        let long = String(repeating: "a", count: 3900)
        let table = try Samples.table((0..<200).map { _ in (attributes: ["T": .string(long)], at: nil) })
        let layer = IdentifyQuery.Layer(id: 0, document: [:], table: table, maximum: 1000)
        let query = FindQuery(String(repeating: "a", count: 900) + "b", contains: true, fields: nil, reference: nil)
        let problem = #expect(throws: QueryProblem.self) { try query.results(in: [(layer, nil)]) }
        #expect(problem?.part == .search)
    }

    // MARK: identify

    /// Geometries that meet a station, each with a first vertex that is far from it.
    private static let geometries = [
        "esriGeometryEnvelope": "-13045000,4025000,-13031000,4038000",
        "esriGeometryPolygon":
            #"{"rings":[[[-13045000,4025000],[-13045000,4038000],[-13031000,4038000],[-13031000,4025000],[-13045000,4025000]]]}"#,
        "esriGeometryPolyline": #"{"paths":[[[-13045000,4031490],[-13031000,4031490]]]}"#,
        "esriGeometryMultipoint": #"{"points":[[-13045000,4025000],[-13037010,4031490]]}"#,
    ]

    @Test(arguments: geometries.keys.sorted()) func `A larger tolerance never finds less`(kind: String) throws {
        var found: Set<String> = []
        for tolerance in [0, 1, 5, 20] {
            let outcome = try ask(
                "Traffic/MapServer/identify",
                [
                    "geometry": try #require(Self.geometries[kind]), "geometryType": kind, "sr": "102100",
                    "tolerance": "\(tolerance)", "imageDisplay": "400,400,96",
                    "mapExtent": "-13050000,4020000,-13030000,4040000",
                ])
            let more = Set((outcome.json["results"]?.array ?? []).compactMap { $0["value"]?.string })
            #expect(more.isSuperset(of: found), "\(outcome.text)")
            found = more
        }
        #expect(found.contains("Ring West"))
    }

    // MARK: generateRenderer

    private func renderer(_ definition: String, _ more: [String: String] = [:]) throws -> SiteProbe.Outcome {
        try ask(
            "Traffic/MapServer/0/generateRenderer", ["classificationDef": definition].merging(more) { $1 })
    }

    @Test(arguments: [
        "esriClassifyNaturalBreaks", "esriClassifyEqualInterval", "esriClassifyQuantile",
        "esriClassifyStandardDeviation",
    ]) func `Classes of numbers hold all of them`(method: String) throws {
        let outcome = try renderer(
            #"{"type":"classBreaksDef","classificationField":"CARS","classificationMethod":"\#(method)","breakCount":3}"#
        )
        let found = outcome.json
        #expect(found["type"] == "classBreaks" && found["field"] == "CARS", "\(outcome.text)")
        let statistics =
            #"[{"statisticType":"min","onStatisticField":"CARS","outStatisticFieldName":"LO"},{"statisticType":"max","onStatisticField":"CARS","outStatisticFieldName":"HI"}]"#
        let bounds = try ask("Traffic/MapServer/0/query", ["outStatistics": statistics]).json["features"]?[0][
            "attributes"]
        #expect(found["minValue"]?.double == bounds?["LO"]?.double)
        let infos = found["classBreakInfos"]?.array ?? []
        #expect(infos.last?["classMaxValue"]?.double == bounds?["HI"]?.double && infos.count >= 2)
        let maxima = infos.compactMap { $0["classMaxValue"]?.double }
        #expect(maxima == maxima.sorted())
        #expect(infos.allSatisfy { $0["symbol"]?["type"] == "esriSMS" && $0["symbol"]?["color"]?.array?.count == 4 })
    }

    @Test func `Symbols, labels and normal values are as they are asked for`() throws {
        let definition =
            #"{"type":"classBreaksDef","classificationField":"CARS","classificationMethod":"esriClassifyEqualInterval","breakCount":2,"normalizationType":"esriNormalizeByPercentOfTotal","baseSymbol":{"type":"esriSMS","size":9},"colorRamp":{"type":"algorithmic","fromColor":[1,2,3,4],"toColor":[5,6,7,8],"algorithm":"esriHSVAlgorithm"}}"#
        let found = try renderer(definition, ["precision": "1", "prefix": "~", "unitLabel": "%"]).json
        let infos = found["classBreakInfos"]?.array ?? []
        #expect(infos.first?["symbol"] == ["type": "esriSMS", "size": 9, "color": [1, 2, 3, 4]])
        #expect(infos.last?["symbol"]?["color"] == [5, 6, 7, 8])
        #expect(
            infos.allSatisfy {
                ($0["classMaxValue"]?.double ?? 101) <= 100 && $0["label"]?.string?.hasPrefix("~") == true
            })
        #expect(
            found["normalizationType"] == "esriNormalizeByPercentOfTotal" && found["normalizationTotal"]?.double != nil)
    }

    @Test func `Different values are counted, of one field or several`() throws {
        let found = try ask(
            "Traffic/FeatureServer/1/generateRenderer",
            [
                "classificationDef":
                    #"{"type":"uniqueValueDef","uniqueValueFields":["STATION","NAME"],"fieldDelimiter":" / "}"#,
                "where": "CARS >= 0",
            ]
        ).json
        #expect(
            found["type"] == "uniqueValue" && found["field1"] == "STATION" && found["field2"] == "NAME"
                && found["field3"] == "")
        let infos = found["uniqueValueInfos"]?.array ?? []
        #expect(infos.reduce(0) { $0 + ($1["count"]?.integer ?? 0) } == 60 && infos.count > 1)
        #expect(infos.allSatisfy { $0["value"]?.string?.contains(" / ") == true && $0["symbol"] == nil })
    }

    @Test(arguments: [
        ("", "classificationDef: is missing"), ("x", "is no JSON object"), ("{}", "none of classBreaksDef"),
        (#"{"type":"classBreaksDef","classificationField":"NOPE"}"#, "NOPE is no field"),
        (#"{"type":"classBreaksDef","classificationField":"NAME"}"#, "no field of numbers"),
        (
            #"{"type":"classBreaksDef","classificationField":"CARS","classificationMethod":"esriClassifyGeometricalInterval"}"#,
            "none of esriClassifyNaturalBreaks"
        ),
        (
            #"{"type":"classBreaksDef","classificationField":"CARS","classificationMethod":"esriClassifyQuantile","breakCount":1000}"#,
            "from 1 to 100"
        ),
        (#"{"type":"uniqueValueDef","uniqueValueFields":[]}"#, "one to three fields"),
        (#"{"type":"uniqueValueDef","uniqueValueFields":["CARS"],"colorRamp":{"type":"random"}}"#, "colorRamp"),
        (
            #"{"type":"uniqueValueDef","uniqueValueFields":["CARS"],"fieldDelimiter":"\#(String(repeating: ",", count: 251))"}"#,
            "classificationDef: fieldDelimiter has more than 250 bytes: 251"
        ),
        (
            #"{"type":"uniqueValueDef","uniqueValueFields":["CARS"],"baseSymbol":{"imageData":"\#(String(repeating: "A", count: 16384))"}}"#,
            "classificationDef: baseSymbol takes more than 16384 bytes"
        ),
    ]) func `A classification that cannot be is told`(definition: String, words: String) throws {
        let outcome = try renderer(definition)
        #expect(outcome.code == 400 && details(outcome).contains(words), "\(outcome.text)")
    }

    @Test(arguments: ["prefix", "unitLabel"]) func `What every label repeats is short`(parameter: String) throws {
        let definition = #"{"type":"uniqueValueDef","uniqueValueFields":["CARS"]}"#
        let words = String(repeating: "x", count: 250)
        let labels = try renderer(definition, [parameter: words]).json["uniqueValueInfos"]?.array ?? []
        #expect(!labels.isEmpty && labels.allSatisfy { $0["label"]?.string?.contains(words) == true })
        let outcome = try renderer(definition, [parameter: words + "x"])
        #expect(outcome.code == 400 && details(outcome).contains("\(parameter): has more than 250 bytes: 251"))
    }
}
