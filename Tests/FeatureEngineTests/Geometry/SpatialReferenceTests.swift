import FeatureSamples
import Testing

@testable import FeatureEngine

@Suite struct `Spatial references` {
    @Test func `metres and degrees name the same places`() throws {
        let edge = SpatialReference.wgs84.metres(180, 0)
        #expect(abs(edge.x - 20_037_508.342789) < 0.001)
        #expect(abs(edge.y) < 0.001)
        // EPSG Guidance Note 7-2, §3.5.1.1, has an example of the pseudo-Mercator: 24°22'54.433"N, 100°20'0"W.
        let place = SpatialReference.wgs84.metres(-100.3333333333, 24.3817869444)
        #expect(abs(place.x - -11_169_055.58) < 0.02)
        #expect(abs(place.y - 2_800_000.00) < 0.02)
        var dice = Dice(7)
        for _ in 0..<100 {
            let (x, y) = (
                Double.random(in: -180...180, using: &dice), Double.random(in: -85...85, using: &dice)
            )
            let there = SpatialReference.wgs84.metres(x, y)
            let back = SpatialReference.wgs84.coordinates(there.x, there.y)
            #expect(abs(back.x - x) < 1e-8 && abs(back.y - y) < 1e-8)
        }
    }

    /// The projection gives the equator a northing a little less than 0, which rounding makes -0.
    @Test(arguments: [0, -0.0, -1e-12]) func `no coordinate is -0`(degrees: Double) {
        for reference in [SpatialReference.wgs84, .webMercator] {
            let metres = reference.metres(degrees, degrees)
            #expect(metres.x.sign == .plus && metres.y.sign == .plus && metres == Position(x: 0, y: 0))
            let place = reference.coordinates(-0.0, -0.0)
            #expect(place.x.sign == .plus && place.y.sign == .plus)
            #expect(reference.coordinates(of: [-0.0, -0.0]).allSatisfy { $0.sign == .plus })
        }
    }
}
