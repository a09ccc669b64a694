import FeatureSamples
import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Identified features` {
    private static let table = Result {
        try Samples.table([
            (["NAME": "oak", "HEIGHT": 2.5], (1, 1)), (["NAME": nil, "HEIGHT": 4], (1.1, 1.1)),
            (["NAME": "far away", "HEIGHT": 1], (50, 50)),
        ])
    }

    private func results(maximum: Int = 1000, reference: SpatialReference? = .wgs84) throws -> [JSONValue] {
        let (low, high) = (SpatialReference.wgs84.metres(0, 0), SpatialReference.wgs84.metres(2, 2))
        let box = Box(xmin: low.x, ymin: low.y, xmax: high.x, ymax: high.y)
        let layer = IdentifyQuery.Layer(
            id: 7, document: ["name": "Trees", "displayField": "NAME"], table: try Self.table.get(), maximum: maximum)
        return try IdentifyQuery(SpatialFilter(box), reference: reference).results(in: [layer])
    }

    @Test func `show every value as a text`() throws {
        let results = try results()
        #expect(results.map { $0["value"] } == ["oak", "Null"])
        #expect(results.map { $0["attributes"]?["HEIGHT"] } == ["2.5", "4"])
        #expect(results.allSatisfy { $0["layerId"] == 7 && $0["layerName"] == "Trees" })
    }

    @Test func `have geometries only in a reference`() throws {
        #expect(
            try results().first?["geometry"] == ["x": 1, "y": 1, "spatialReference": SpatialReference.wgs84.document])
        #expect(try results(reference: nil).allSatisfy { $0["geometry"] == nil && $0["geometryType"] == nil })
    }

    @Test func `are no more than the layer answers`() throws { #expect(try results(maximum: 1).count == 1) }
}
