import FeatureEngine
import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Aspects of a query` {
    private func refusal(_ path: String) throws -> JSONValue? {
        try SiteProbe("anonymous").server("rest/services/\(path)").json["error"]?["details"]
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let query: String
        let details: [JSONValue]
        var layer = "Surveys/FeatureServer/1"
        var testDescription: String { query }
    }

    private static let statistics =
        "outStatistics=%5B%7B%22statisticType%22:%22sum%22,%22onStatisticField%22:%22BIRDS%22%7D%5D"

    @Test(arguments: [
        Wrong(
            query: "time=x",
            details: [
                "'time' parameter is invalid",
                "time: \"x\" is no number of milliseconds since 1970, and is not null",
            ]),
        Wrong(
            query: "time=5,4", details: ["'time' parameter is invalid", "time: the start 5 is after the end 4"]),
        Wrong(
            query: "time=1,2,3",
            details: ["'time' parameter is invalid", "time: \"1,2,3\" is neither a moment nor a start and an end"]),
        Wrong(
            query: "where=1=1&time=1",
            details: [
                "'time' parameter is invalid",
                "time: the layer is not time-aware: it has no timeInfo; ask with where",
            ], layer: "Roads/FeatureServer/0"),
        Wrong(
            query: "where=1=1&having=COUNT(*)>1",
            details: ["'having' parameter is invalid", "having: needs outStatistics beside it"]),
        Wrong(
            query: "\(statistics)&having=SUM(NAME)>1",
            details: [
                "'Invalid field: NAME' parameter is invalid", "having: NAME is no field of this layer, at character 1",
            ]),
        Wrong(
            query: "where=1=1&quantizationParameters=x",
            details: ["'quantizationParameters' parameter is invalid", "quantizationParameters: is no JSON"]),
        Wrong(
            query: "where=1=1&quantizationParameters=%7B%22mode%22:%22look%22%7D",
            details: [
                "'quantizationParameters' parameter is invalid",
                "quantizationParameters: mode \"look\" is not understood; view and edit are",
            ]),
        Wrong(
            query: "where=1=1&quantizationParameters=%7B%22mode%22:%22view%22%7D",
            details: [
                "'quantizationParameters' parameter is invalid",
                "quantizationParameters: tolerance is missing, and so is maxAllowableOffset, which would stand in for it",
            ]),
        Wrong(
            query: "where=1=1&quantizationParameters=%7B%22tolerance%22:0%7D",
            details: [
                "'quantizationParameters' parameter is invalid",
                "quantizationParameters: tolerance 0.0 is not between 1e-9 and 1000000000",
            ]),
        Wrong(
            query: "where=1=1&quantizationParameters=%7B%22tolerance%22:1,%22extent%22:%7B%22xmin%22:0%7D%7D",
            details: [
                "'quantizationParameters' parameter is invalid",
                "quantizationParameters: extent: ymin of the envelope has to be a number from -1000000000 to 1000000000, and is nothing",
            ], layer: "Surveys/FeatureServer/0"),
    ])
    func `that is wrong is told with the parameter`(row: Wrong) throws {
        let details = try #require(try refusal("\(row.layer)/query?\(row.query)")?.array)
        #expect(details.count == row.details.count && details[0] == row.details[0])
        let (seen, expected) = (details[1].string ?? "", row.details[1].string ?? "-")
        #expect(seen.hasPrefix(expected), "\(seen)")
    }

    @Test func `of time alone is a query, and joins the others`() throws {
        let probe = try SiteProbe("anonymous")
        let count = { (query: String) in
            probe.server("rest/services/Surveys/FeatureServer/1/query?returnCountOnly=true&\(query)").json["count"]
        }
        #expect(count("time=1709251200000") == 1)
        #expect(count("time=1709251200000,%201710115200000") == 3)
        #expect(count("time=1709251200000,null&where=PLOT='P01'") == 7)
        #expect(count("time=null,null") == 22)
    }

    @Test func `of a grid without an extent takes the layer's, and a tolerance may come as an offset`() throws {
        let probe = try SiteProbe("anonymous")
        let path = "rest/services/Surveys/FeatureServer/0/query?where=1=1&outSR=4326"
        let found = probe.server("\(path)&maxAllowableOffset=0.01&quantizationParameters=%7B%7D").json
        let transform = try #require(found["transform"])
        #expect(transform["originPosition"] == "upperLeft" && transform["scale"] == [0.01, 0.01])
        let extent = probe.server("\(path)&returnExtentOnly=true").json["extent"]
        #expect(abs((transform["translate"]?[0].double ?? 0) - (extent?["xmin"]?.double ?? 1)) < 1e-7)
        #expect(abs((transform["translate"]?[1].double ?? 0) - (extent?["ymax"]?.double ?? 1)) < 1e-7)
        // GeoJSON has coordinates, whatever is asked (RFC 7946 §3.1.1).
        let plain = probe.send(
            "GET",
            "/server/\(path.dropLast("&outSR=4326".count))&f=geojson&quantizationParameters=%7B%22mode%22:%22edit%22%7D"
        )
        #expect(plain.json["features"]?[0]["geometry"]?["type"] == "MultiPoint")
        #expect((plain.json["features"]?[0]["geometry"]?["coordinates"]?[0][0].double ?? 0) < -117)
    }

    @Test func `of the middle of polygons is snapped to the grid too`() throws {
        let probe = try SiteProbe("anonymous")
        let path = "rest/services/Surveys/FeatureServer/2/query?objectIds=1&returnGeometry=false&returnCentroid=true"
        let plain = probe.server(path).json["features"]?[0]["centroid"]
        let found = probe.server("\(path)&quantizationParameters=%7B%22tolerance%22:10%7D").json
        let (x, scale) = (found["features"]?[0]["centroid"]?["x"]?.integer, found["transform"]?["translate"]?[0].double)
        #expect(abs((scale ?? 0) + Double(x ?? 0) * 10 - (plain?["x"]?.double ?? 0)) <= 5)
        // What is no polygon has none.
        let line = probe.server("rest/services/Roads/FeatureServer/0/query?objectIds=1&returnCentroid=true").json
        #expect(line["features"]?[0]["centroid"] == nil && line["features"]?[0]["geometry"] != nil)
    }

    @Test func `of places is understood in a multipoint that is asked for`() throws {
        let probe = try SiteProbe("anonymous")
        let place = "%7B%22points%22:%5B%5B-13036502.8927,4034038.0955%5D,%5B0,0%5D%5D%7D"
        let found = probe.server(
            "rest/services/Surveys/FeatureServer/0/query?geometry=\(place)&geometryType=esriGeometryMultipoint&returnIdsOnly=true"
        )
        #expect(found.json["objectIds"] == [1])
    }
}
