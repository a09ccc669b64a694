import FeatureSamples
import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Answers of a query` {
    private static let table = Result {
        try Samples.table([
            (["NAME": "a \"b\"\n", "N": 3, "R": 1.5], (-117.1, 34)),
            (["NAME": "b", "N": 1, "R": 2.25], (-117.2, 34.1)),
            (["NAME": "a", "N": nil, "R": 4], (-117.3, 34.2)), (["NAME": "b", "N": 1, "R": nil], nil),
            (["NAME": nil, "N": 7, "R": -1], (-117.4, 34.3)),
        ])
    }

    private func answer(_ parameters: [String: String]) throws -> JSONValue {
        try ParameterSamples.answer(parameters.merging(["where": "1=1"]) { first, _ in first }, of: Self.table.get())
    }

    private func ids(_ parameters: [String: String]) throws -> [Int64] {
        try answer(parameters)["features"]?.array?.compactMap { $0["attributes"]?["OBJECTID"]?.integer } ?? []
    }

    @Test func `a page has fields, reference and features`() throws {
        let page = try answer(["outFields": "name", "outSR": "4326", "resultRecordCount": "1"])
        #expect(page["objectIdFieldName"] == "OBJECTID")
        #expect(page["geometryType"] == "esriGeometryPoint")
        #expect(page["spatialReference"]?["wkid"] == 4326)
        #expect(page["fields"]?.array?.compactMap { $0["name"]?.string } == ["OBJECTID", "NAME"])
        #expect(page["exceededTransferLimit"] == true)
        #expect(
            page["features"] == [
                ["attributes": ["OBJECTID": 1, "NAME": "a \"b\"\n"], "geometry": ["x": -117.1, "y": 34]]
            ])
        #expect(try answer(["returnGeometry": "false"])["features"]?[0]["geometry"] == nil)
        #expect(try answer([:])["features"]?[3]["geometry"] == .null)
    }

    @Test func `GeoJSON is that of RFC 7946`() throws {
        let page = try answer(["f": "geojson", "resultRecordCount": "4"])
        #expect(page["type"] == "FeatureCollection")
        #expect(page["exceededTransferLimit"] == true)
        #expect(page["properties"]?["exceededTransferLimit"] == true)
        #expect(try answer(["f": "geojson"])["properties"] == nil)
        #expect(
            page["features"]?[1] == [
                "type": "Feature", "id": 2, "geometry": ["type": "Point", "coordinates": [-117.2, 34.1]],
                "properties": ["OBJECTID": 2, "NAME": "b", "N": 1, "R": 2.25],
            ])
        #expect(page["features"]?[3]["geometry"] == .null)
    }

    @Test func `GeoJSON is projected where that is asked for, and says so`() throws {
        #expect(try answer(["f": "geojson"])["crs"] == nil)
        #expect(try answer(["f": "geojson", "outSR": "4326"])["crs"] == nil)
        let page = try answer(["f": "geojson", "outSR": "102100"])
        #expect(page["crs"] == ["type": "name", "properties": ["name": "EPSG:3857"]])
        let place = page["features"]?[0]["geometry"]?["coordinates"]
        let own = try answer(["outSR": "3857"])["features"]?[0]["geometry"]
        #expect(place?[0] == own?["x"] && place?[1] == own?["y"] && (place?[0].double ?? 0) < -13_000_000)
        // Without geometry there is nothing that could be projected.
        #expect(try answer(["f": "geojson", "outSR": "102100", "returnGeometry": "false"])["crs"] == nil)
    }

    @Test func `rings come back as they were written`() throws {
        let square: JSONValue = [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]
        let hole: JSONValue = [[4, 4], [4, 6], [6, 6], [6, 4], [4, 4]]
        let island: JSONValue = [[20, 0], [21, 0], [21, 1], [20, 0]]
        for geometry: JSONValue in [
            ["type": "Polygon", "coordinates": [square, hole]],
            ["type": "MultiPolygon", "coordinates": [[square, hole], [island]]],
            ["type": "MultiPoint", "coordinates": [[1, 2], [3, 4], [1, 2]]],
            ["type": "LineString", "coordinates": [[1, 2], [3, 4]]],
            ["type": "MultiLineString", "coordinates": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]],
        ] {
            let table = try Samples.read([
                "type": "FeatureCollection",
                "features": [["type": "Feature", "id": 1, "properties": nil, "geometry": geometry]],
            ])
            #expect(
                try ParameterSamples.answer(["where": "1=1", "f": "geojson"], of: table)["features"]?[0]["geometry"]
                    == geometry)
            let esri = try ParameterSamples.answer(["where": "1=1"], of: table)["features"]?[0]["geometry"]
            // Outer rings run with the clock in ArcGIS: up before right.
            if let ring = esri?["rings"]?[0] { #expect(ring[1][0].integer == 0) }
        }
    }

    @Test func `counts, ids and extents`() throws {
        #expect(try answer(["returnCountOnly": "true"]) == ["count": 5])
        #expect(
            try answer(["returnIdsOnly": "true"]) == ["objectIdFieldName": "OBJECTID", "objectIds": [1, 2, 3, 4, 5]])
        #expect(try answer(["returnIdsOnly": "true", "where": "1=0"])["objectIds"] == .null)
        let extent = try answer(["returnExtentOnly": "true", "returnCountOnly": "true", "outSR": "4326"])
        #expect(extent["count"] == 5)
        #expect(
            extent["extent"] == [
                "xmin": -117.4, "ymin": 34, "xmax": -117.1, "ymax": 34.3,
                "spatialReference": ["wkid": 4326, "latestWkid": 4326],
            ])
        #expect(try answer(["returnExtentOnly": "true", "where": "1=0"])["extent"]?["xmin"] == "NaN")
        #expect(
            try answer(["returnExtentOnly": "true", "f": "geojson"]) == [
                "extent": [
                    "crs": ["type": "name", "properties": ["name": "EPSG:4326"]], "bbox": [-117.4, 34, -117.1, 34.3],
                ]
            ])
    }

    struct Ordered: CustomTestStringConvertible, Sendable {
        let order: String
        let ids: [Int64]
        var testDescription: String { order }
    }

    @Test(arguments: [
        Ordered(order: "N", ids: [3, 2, 4, 1, 5]), Ordered(order: "n desc", ids: [5, 1, 2, 4, 3]),
        Ordered(order: "NAME ASC, R DESC", ids: [5, 3, 1, 2, 4]),
        Ordered(order: "N,OBJECTID DESC", ids: [3, 4, 2, 1, 5]),
        Ordered(order: "N,n DESC,OBJECTID DESC", ids: [3, 4, 2, 1, 5]),
        Ordered(order: "OBJECTID DESC", ids: [5, 4, 3, 2, 1]), Ordered(order: "R", ids: [4, 5, 1, 2, 3]),
    ])
    func `are ordered`(row: Ordered) throws { #expect(try ids(["orderByFields": row.order]) == row.ids) }

    @Test func `pages follow one another`() throws {
        #expect(try ids(["resultOffset": "1", "resultRecordCount": "2"]) == [2, 3])
        #expect(try answer(["resultOffset": "1", "resultRecordCount": "2"])["exceededTransferLimit"] == true)
        #expect(try answer(["resultOffset": "3", "resultRecordCount": "2"])["exceededTransferLimit"] == nil)
        for offset in ["5", "6", "9223372036854775807"] {
            let page = try answer(["resultOffset": offset])
            #expect(page["features"] == [])
            #expect(page["exceededTransferLimit"] == nil)
        }
    }

    @Test func `different values`() throws {
        let answer = try answer(["returnDistinctValues": "true", "outFields": "NAME", "orderByFields": "NAME DESC"])
        #expect(answer["features"]?.array?.map { $0["attributes"]?["NAME"] } == ["b", "a \"b\"\n", "a", .null])
        #expect(
            try self.answer(["returnDistinctValues": "true", "outFields": "NAME,N", "returnCountOnly": "true"])["count"]
                == 4)
    }

    @Test func `statistics of texts`() throws {
        let wanted = JSONValue.array(
            ["min", "max", "count"].map {
                ["statisticType": .string($0), "onStatisticField": "NAME", "outStatisticFieldName": .string($0)]
            })
        #expect(
            try answer(["outStatistics": wanted.text(), "where": "1=1"])["features"] == [
                ["attributes": ["min": "a", "max": "b", "count": 4]]
            ])
    }

    @Test func `more groups than can be answered are refused`() throws {
        let table = try Samples.table((0...10_000).map { (["N": .integer($0)], nil) })
        let count = JSONValue.array(
            (1...99).map {
                ["statisticType": "count", "onStatisticField": "N", "outStatisticFieldName": .string("c\($0)")]
            })
        let parameters = ["outStatistics": count.text(), "groupByFieldsForStatistics": "N", "where": "N < 10000"]
        #expect(try ParameterSamples.answer(parameters, of: table)["features"]?.array?.count == 1000)
        let problem = #expect(throws: ParameterProblem.self) {
            _ = try ParameterSamples.answer(parameters.merging(["where": "1=1"]) { $1 }, of: table)
        }
        #expect(problem?.parameter == "groupByFieldsForStatistics")
    }

    @Test func `statistics of nothing are one line`() throws {
        let wanted =
            #"[{"statisticType":"count","onStatisticField":"N"},{"statisticType":"max","onStatisticField":"N","outStatisticFieldName":"m"}]"#
        #expect(
            try answer(["outStatistics": wanted, "where": "1=0"])["features"] == [
                ["attributes": ["count_N": 0, "m": nil]]
            ])
        // Nothing is counted where there is no value; without where they are of everything.
        for clause in ["1=1", ""] {
            #expect(
                try answer(["outStatistics": wanted, "where": clause])["features"]
                    == [["attributes": ["count_N": 4, "m": 7]]])
        }
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let name: String
        let parameters: [String: String]
        let parameter: String
        var testDescription: String { name }
    }

    @Test(arguments: [
        Wrong(name: "unknown outField", parameters: ["outFields": "NAME,NOPE"], parameter: "outFields"),
        Wrong(name: "unknown order", parameters: ["orderByFields": "NOPE"], parameter: "orderByFields"),
        Wrong(name: "unknown direction", parameters: ["orderByFields": "N UP"], parameter: "orderByFields"),
        Wrong(name: "negative offset", parameters: ["resultOffset": "-1"], parameter: "resultOffset"),
        Wrong(name: "offset that is no number", parameters: ["resultOffset": "one"], parameter: "resultOffset"),
        Wrong(
            name: "offset beyond all numbers", parameters: ["resultOffset": "99999999999999999999"],
            parameter: "resultOffset"),
        Wrong(name: "negative count", parameters: ["resultRecordCount": "-5"], parameter: "resultRecordCount"),
        Wrong(name: "object id that is no number", parameters: ["objectIds": "1,two"], parameter: "objectIds"),
        Wrong(name: "truth value", parameters: ["returnGeometry": "perhaps"], parameter: "returnGeometry"),
        Wrong(name: "statistics that are no JSON", parameters: ["outStatistics": "["], parameter: "outStatistics"),
        Wrong(
            name: "statistic of an unknown kind",
            parameters: ["outStatistics": #"[{"statisticType":"mode","onStatisticField":"N"}]"#],
            parameter: "outStatistics"),
        Wrong(
            name: "sum of texts",
            parameters: ["outStatistics": #"[{"statisticType":"sum","onStatisticField":"NAME"}]"#],
            parameter: "outStatistics"),
        Wrong(
            name: "groups without statistics", parameters: ["groupByFieldsForStatistics": "N"],
            parameter: "groupByFieldsForStatistics"),
        Wrong(name: "nothing asked for", parameters: ["where": ""], parameter: "where"),
    ])
    func `questions that cannot be name the parameter`(row: Wrong) throws {
        let problem = #expect(throws: ParameterProblem.self) { _ = try answer(row.parameters) }
        #expect(problem?.parameter == row.parameter)
        #expect(problem?.details.count == 2)
    }
}
