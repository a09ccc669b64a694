import FeatureEngine
import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Hostile numbers` {
    struct Wrong: CustomTestStringConvertible, Sendable {
        let operation: String
        let parameters: String
        /// The parameter that the refusal names.
        let names: String
        var testDescription: String { "\(operation)?\(parameters.prefix(80))" }
    }

    private static let point = "geometry=0,0&geometryType=esriGeometryPoint&tolerance=3&mapExtent=0,0,9,9"

    @Test(arguments: [
        Wrong(operation: "MapServer/export", parameters: "bbox=-1e308,-1e308,1e308,1e308", names: "bbox"),
        Wrong(operation: "MapServer/export", parameters: "bbox=-181,-90,9001,90&bboxSR=4326", names: "bbox"),
        Wrong(operation: "MapServer/export", parameters: "size=99999999999999999999,1", names: "size"),
        Wrong(operation: "MapServer/export", parameters: "size=4097,1", names: "size"),
        Wrong(operation: "MapServer/export", parameters: "dpi=NaN", names: "dpi"),
        Wrong(operation: "MapServer/export", parameters: "dpi=0", names: "dpi"),
        Wrong(
            operation: "MapServer/identify", parameters: "\(point)&imageDisplay=1e-300,1,96", names: "imageDisplay"),
        Wrong(operation: "MapServer/identify", parameters: "\(point)&imageDisplay=400", names: "imageDisplay"),
        Wrong(
            operation: "MapServer/identify", parameters: "\(point),1&imageDisplay=4,4,96", names: "mapExtent"),
        Wrong(
            operation: "MapServer/identify", parameters: "geometry=1e10,0&geometryType=esriGeometryPoint",
            names: "geometry"),
        Wrong(operation: "FeatureServer/0/query", parameters: "geometry=0,0,1e300,1e300", names: "geometry"),
        Wrong(
            operation: "FeatureServer/0/query", parameters: "geometry=0,0&distance=1e300", names: "distance"),
        Wrong(operation: "FeatureServer/0/query", parameters: "geometry=0,0&distance=-1", names: "distance"),
        Wrong(
            operation: "FeatureServer/0/query", parameters: "where=1=1&maxAllowableOffset=-inf",
            names: "maxAllowableOffset"),
        Wrong(
            operation: "FeatureServer/0/query", parameters: "where=1=1&resultOffset=9223372036854775808",
            names: "resultOffset"),
        Wrong(
            operation: "FeatureServer/0/query",
            parameters: "objectIds=\(String(repeating: "1,", count: LayerQuery.maximumIDs))1", names: "objectIds"),
        Wrong(
            operation: "FeatureServer/0/query",
            parameters:
                "outStatistics=[{\"statisticType\":\"count\",\"onStatisticField\":\"NAME\",\"outStatisticFieldName\":\"\(String(repeating: "n", count: 129))\"}]",
            names: "outStatistics"),
        Wrong(
            operation: "FeatureServer/0/query",
            parameters:
                "outStatistics=[{\"statisticType\":\"count\",\"onStatisticField\":\"NAME\"}]&groupByFieldsForStatistics=\(String(repeating: "NAME,", count: 101))NAME",
            names: "groupByFieldsForStatistics"),
    ])
    func `are refused by the name of the parameter`(row: Wrong) throws {
        let probe = try SiteProbe("anonymous")
        let outcome = probe.send(
            "POST", "/server/rest/services/Roads/\(row.operation)", form: "\(row.parameters)&f=json")
        #expect(outcome.error?["code"] == 400, "\(outcome.text.prefix(300))")
        let details = outcome.error?["details"]?.array?.compactMap(\.string) ?? []
        #expect(details.first == "'\(row.names)' parameter is invalid", "\(details)")
    }

    @Test(arguments: [
        "bbox=-1e9,-1e9,1e9,1e9&size=64,64", "bbox=5,5,5,5&size=64,1", "bbox=1e9,1e9,1e9,1e9&imageSR=4326&size=9,9",
        "bbox=-9000,-9000,9000,9000&bboxSR=4326&size=16,16",
    ])
    func `at their bounds are drawn`(parameters: String) throws {
        let probe = try SiteProbe("anonymous")
        for service in ["Roads", "Parcels"] {
            let outcome = probe.send(
                "POST", "/server/rest/services/\(service)/MapServer/export", form: "\(parameters)&f=image")
            #expect(outcome.header("Content-Type") == "image/png", "\(outcome.text.prefix(300))")
        }
    }
}
