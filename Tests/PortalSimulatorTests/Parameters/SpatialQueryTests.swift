import FeatureSamples
import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Spatial queries` {
    /// A square with a hole, an L beside it, and two lines.
    private static let areas = Result {
        try Samples.read([
            "type": "FeatureCollection",
            "features": [
                polygon(
                    1,
                    [
                        [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]], [[4, 4], [4, 6], [6, 6], [6, 4], [4, 4]],
                    ]),
                polygon(2, [[[20, 0], [30, 0], [30, 2], [22, 2], [22, 10], [20, 10], [20, 0]]]),
            ],
        ])
    }
    private static let lines = Result {
        try Samples.read([
            "type": "FeatureCollection",
            "features": [
                [
                    "type": "Feature", "id": 1, "properties": nil,
                    "geometry": ["type": "LineString", "coordinates": [[0, 0], [10, 10]]],
                ],
                [
                    "type": "Feature", "id": 2, "properties": nil,
                    "geometry": ["type": "LineString", "coordinates": [[20, 0], [20, 10], [30, 10]]],
                ],
            ],
        ])
    }

    private static func polygon(_ id: Int64, _ rings: JSONValue) -> JSONValue {
        [
            "type": "Feature", "id": .integer(id), "properties": nil,
            "geometry": ["type": "Polygon", "coordinates": rings],
        ]
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let parameters: [String: String]
        let areas: [Int64]
        let lines: [Int64]
        var testDescription: String { name }
    }

    @Test(arguments: [
        Case(name: "box in the hole", parameters: ["geometry": "4.5,4.5,5.5,5.3"], areas: [], lines: [1]),
        Case(name: "box beside the line", parameters: ["geometry": "7,1,8,2"], areas: [1], lines: []),
        Case(name: "box over the hole's border", parameters: ["geometry": "3,4.5,5,5.5"], areas: [1], lines: [1]),
        Case(name: "box in the notch of the L", parameters: ["geometry": "24,4,28,8"], areas: [], lines: []),
        Case(
            name: "the same by envelopes",
            parameters: ["geometry": "24,4,28,8", "spatialRel": "esriSpatialRelEnvelopeIntersects"], areas: [2],
            lines: [2]),
        Case(name: "box around everything", parameters: ["geometry": "-1,-1,31,11"], areas: [1, 2], lines: [1, 2]),
        Case(
            name: "contained in a box",
            parameters: ["geometry": "-1,-1,15,11", "spatialRel": "esriSpatialRelContains"], areas: [1], lines: [1]),
        Case(
            name: "not wholly contained",
            parameters: ["geometry": "1,-1,15,11", "spatialRel": "esriSpatialRelContains"], areas: [], lines: []),
        Case(
            name: "point with bare names",
            parameters: [
                "geometry": "{x: 2, y : 2, spatialReference:{wkid:4326}}", "geometryType": "esriGeometryPoint",
            ],
            areas: [1], lines: []),
        Case(
            name: "point", parameters: ["geometry": "2,2", "geometryType": "esriGeometryPoint"], areas: [1], lines: []),
        Case(
            name: "point in the hole",
            parameters: ["geometry": "{\"x\":5,\"y\":5.5}", "geometryType": "esriGeometryPoint"], areas: [], lines: []),
        Case(
            name: "point on a border", parameters: ["geometry": "10,5", "geometryType": "esriGeometryPoint"],
            areas: [1], lines: []),
        Case(
            name: "point on a line", parameters: ["geometry": "20,5", "geometryType": "esriGeometryPoint"], areas: [2],
            lines: [2]),
        Case(
            name: "point within",
            parameters: ["geometry": "2,3", "geometryType": "esriGeometryPoint", "spatialRel": "esriSpatialRelWithin"],
            areas: [1], lines: []),
        Case(
            name: "box within", parameters: ["geometry": "1,1,3,2", "spatialRel": "esriSpatialRelWithin"], areas: [1],
            lines: []),
        Case(
            name: "box around the hole is not within",
            parameters: ["geometry": "3,3,7,7", "spatialRel": "esriSpatialRelWithin"], areas: [], lines: []),
        Case(
            name: "triangle",
            parameters: [
                "geometry": #"{"rings":[[[11,5],[19,5],[15,20],[11,5]]]}"#, "geometryType": "esriGeometryPolygon",
            ], areas: [], lines: []),
        Case(
            name: "triangle that reaches in",
            parameters: [
                "geometry": #"{"rings":[[[9,5],[21,5],[15,20],[9,5]]]}"#, "geometryType": "esriGeometryPolygon",
            ], areas: [1, 2], lines: [2]),
        Case(
            name: "line across",
            parameters: ["geometry": #"{"paths":[[[1,9],[9,1]]]}"#, "geometryType": "esriGeometryPolyline"], areas: [1],
            lines: [1]),
        Case(
            name: "line within the hole",
            parameters: ["geometry": #"{"paths":[[[4.5,5.5],[4.8,5.6]]]}"#, "geometryType": "esriGeometryPolyline"],
            areas: [], lines: []),
        Case(
            name: "near a point",
            parameters: [
                "geometry": "11,0", "geometryType": "esriGeometryPoint", "distance": "112",
                "units": "esriSRUnit_Kilometer",
            ], areas: [1], lines: []),
        Case(
            name: "not near enough",
            parameters: [
                "geometry": "11,0", "geometryType": "esriGeometryPoint", "distance": "110",
                "units": "esriSRUnit_Kilometer",
            ], areas: [], lines: []),
    ])
    func `areas and lines are met as they lie`(row: Case) throws {
        var parameters = row.parameters
        parameters["inSR"] = "4326"
        #expect(try ParameterSamples.ids(parameters, of: Self.areas.get()) == row.areas)
        #expect(try ParameterSamples.ids(parameters, of: Self.lines.get()) == row.lines)
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let name: String
        let parameters: [String: String]
        let parameter: String
        var testDescription: String { name }
    }

    @Test(arguments: [
        Wrong(name: "NaN", parameters: ["geometry": "NaN,NaN,1,1"], parameter: "geometry"),
        Wrong(name: "infinity", parameters: ["geometry": "-inf,0,inf,1"], parameter: "geometry"),
        Wrong(
            name: "infinity in JSON", parameters: ["geometry": #"{"xmin":1e999,"ymin":0,"xmax":1,"ymax":1}"#],
            parameter: "geometry"),
        Wrong(
            name: "the word NaN in JSON", parameters: ["geometry": #"{"xmin":"NaN","ymin":0,"xmax":1,"ymax":1}"#],
            parameter: "geometry"),
        Wrong(name: "xmin beyond xmax", parameters: ["geometry": "2,0,1,1"], parameter: "geometry"),
        Wrong(name: "ymin beyond ymax", parameters: ["geometry": "0,2,1,1"], parameter: "geometry"),
        Wrong(name: "three numbers", parameters: ["geometry": "0,2,1"], parameter: "geometry"),
        Wrong(name: "words", parameters: ["geometry": "here"], parameter: "geometry"),
        Wrong(name: "broken JSON", parameters: ["geometry": "{"], parameter: "geometry"),
        Wrong(
            name: "a member is missing", parameters: ["geometry": #"{"xmin":1,"ymin":0,"xmax":1}"#],
            parameter: "geometry"),
        Wrong(name: "unknown reference", parameters: ["geometry": "0,0,1,1", "inSR": "999999"], parameter: "inSR"),
        Wrong(
            name: "unknown reference of the geometry",
            parameters: ["geometry": #"{"xmin":1,"ymin":0,"xmax":1,"ymax":1,"spatialReference":{"wkid":1}}"#],
            parameter: "geometry"),
        Wrong(name: "unknown output reference", parameters: ["where": "1=1", "outSR": "moon"], parameter: "outSR"),
        Wrong(
            name: "unknown type", parameters: ["geometry": "0,0,1,1", "geometryType": "esriGeometryBlob"],
            parameter: "geometryType"),
        Wrong(
            name: "unknown relation", parameters: ["geometry": "0,0,1,1", "spatialRel": "esriSpatialRelKnows"],
            parameter: "spatialRel"),
        Wrong(name: "negative distance", parameters: ["geometry": "0,0", "distance": "-1"], parameter: "distance"),
        Wrong(
            name: "unknown unit", parameters: ["geometry": "0,0", "distance": "1", "units": "cubit"], parameter: "units"
        ),
        Wrong(
            name: "distance around a box", parameters: ["geometry": "0,0,1,1", "distance": "1"], parameter: "distance"),
        Wrong(
            name: "deep JSON", parameters: ["geometry": "{\"rings\":" + String(repeating: "[", count: 500_000)],
            parameter: "geometry"),
    ])
    func `that cannot be name the parameter`(row: Wrong) throws {
        let problem = #expect(throws: ParameterProblem.self) {
            _ = try ParameterSamples.ids(row.parameters, of: Self.areas.get())
        }
        #expect(problem?.parameter == row.parameter, "\(problem?.problem ?? "")")
        #expect(problem?.details.first == "'\(row.parameter)' parameter is invalid")
    }
}
