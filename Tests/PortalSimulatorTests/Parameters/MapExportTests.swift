import FeatureEngine
import Testing

@testable import PortalSimulator

@Suite struct `Exports of a map` {
    private func export(_ parameters: [String: String]) throws -> MapExport {
        try MapExport(
            QueryParameters { parameters[$0] }, layers: [0, 1], extent: Box(xmin: 0, ymin: 0, xmax: 100, ymax: 100),
            reference: .webMercator)
    }

    @Test func `the box is fitted to the picture`() throws {
        let export = try export(["bbox": "0,0,10,10", "size": "200,100"])
        #expect(export.box == Box(xmin: -5, ymin: 0, xmax: 15, ymax: 10))
        #expect(try self.export(["layers": "hide:1"]).layers == [0])
        #expect(try self.export(["layers": "show:1"]).layers == [1])
        #expect(try self.export(["bbox": "-117,34,-116,35", "bboxSR": "4326", "size": "100,100"]).reference == .wgs84)
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let parameter: String
        let value: String
        var testDescription: String { "\(parameter)=\(value)" }
    }

    @Test(arguments: [
        Wrong(parameter: "bbox", value: "NaN,0,1,1"), Wrong(parameter: "bbox", value: "5,0,1,1"),
        Wrong(parameter: "bbox", value: "1,2"),
        Wrong(parameter: "size", value: "0,5"), Wrong(parameter: "size", value: "100000,100000"),
        Wrong(parameter: "size", value: "400"),
        Wrong(parameter: "f", value: "kmz"), Wrong(parameter: "format", value: "tiff"),
        Wrong(parameter: "layers", value: "0"),
        Wrong(parameter: "layers", value: "show:x"),
        Wrong(parameter: "layerDefs", value: "{"), Wrong(parameter: "layerDefs", value: #"{"0":"A="}"#),
        Wrong(parameter: "imageSR", value: "1"),
        Wrong(parameter: "transparent", value: "half"),
    ])
    func `an export that cannot be names the parameter`(row: Wrong) throws {
        let problem = #expect(throws: ParameterProblem.self) { _ = try export([row.parameter: row.value]) }
        #expect(problem?.parameter == row.parameter)
    }
}
