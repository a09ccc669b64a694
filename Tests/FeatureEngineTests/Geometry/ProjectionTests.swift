import FeatureSamples
import Fuzzing
import JSONValues
import Projections
import Testing

@testable import FeatureEngine

extension Trait where Self == ConditionTrait {
    /// Tests with PROJ; where it is not there, they are skipped and counted.
    static var proj: Self {
        .enabled(
            if: ProjLibrary.shared != nil, "NO PROJ ON THIS MACHINE: Debian's libproj25 is it, and gdal-bin brings it")
    }
}

@Suite struct `Coordinate systems of PROJ` {
    private func system(_ id: Int64) throws -> CoordinateSystem {
        let library = try #require(ProjLibrary.shared)
        return try #require(library.system(id))
    }

    @Test(.proj) func `are found by their numbers, at EPSG and at Esri`() throws {
        let utm = try system(25832)
        #expect(utm.name == "EPSG:25832" && !utm.isGeographic && utm.unit == 1)
        #expect(try system(4258).isGeographic)
        #expect(try system(102_003).name == "ESRI:102003")
        // US survey feet.
        let feet = try system(2263)
        #expect(abs(feet.unit - 1200.0 / 3937) < 1e-12)
        for none: Int64 in [0, -1, 1, 5773, 4978, .max] {
            #expect(try #require(ProjLibrary.shared).system(none) == nil)
        }
    }

    @Test(.proj) func `give back what was put in, east before north`() throws {
        var pairs = [9.0, 0, 10, 50]
        let utm = try system(25832)
        utm.project(&pairs)
        // The central meridian has 500 km of false easting.
        #expect(abs(pairs[0] - 500_000) < 1e-6 && abs(pairs[1]) < 1e-6)
        #expect(pairs[2] > 500_000 && abs(pairs[3] - 5_539_109) < 100)
        utm.unproject(&pairs)
        for (one, other) in zip(pairs, [9.0, 0, 10, 50]) { #expect(abs(one - other) < 1e-9) }
        // The old observatory of Bern, where the Swiss grid begins.
        var bern = [7.438632495, 46.951082877]
        try system(2056).project(&bern)
        #expect(abs(bern[0] - 2_600_000) < 100 && abs(bern[1] - 1_200_000) < 100)
    }

    /// A library that keeps two systems. It stays open, as the one of this machine does.
    private static let small = ProjLibrary(at: ProjLibrary.places, keeping: 2)

    @Test(.proj, .ownThread) func `know no more systems than they may, and find forgotten ones again`() throws {
        let library = try #require(Self.small)
        let systems = try [32601, 32602, 32603].map { try #require(library.system($0)) }
        // What is unknown is neither looked for, which would take hours, nor kept.
        #expect((900_000_000..<900_100_000).filter { library.system($0) != nil } == [])
        // The oldest was forgotten, and that one alone.
        #expect(library.system(32602) === systems[1])
        #expect(library.system(32603) === systems[2])
        let again = try #require(library.system(32601))
        #expect(again !== systems[0])
        #expect(again.name == systems[0].name)
        #expect(library.system(32603) === systems[2])
        var pair = [-177.0, 0]
        systems[0].project(&pair)
        #expect(abs(pair[0] - 500_000) < 1e-6)
    }

    @Test(.proj) func `may be asked from several threads at once`() async throws {
        let systems = try [25832, 32611, 2056, 27700].map { try system($0) }
        let places = (0..<500).map { Double($0 % 2 == 0 ? 5 : 45) + Double($0) / 500 }
        let expected = systems.map { system in
            var pairs = places
            system.project(&pairs)
            return pairs
        }
        await withTaskGroup(of: Bool.self) { group in
            for round in 0..<40 {
                group.addTask {
                    // Others are made and forgotten meanwhile.
                    _ = SpatialReference(wkid: 32600 + Int64(round) % 60)
                    var pairs = places
                    systems[round % 4].project(&pairs)
                    return pairs == expected[round % 4]
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }

    @Test func `are none without the library, or with another one`() {
        #expect(ProjLibrary(at: []) == nil)
        #expect(ProjLibrary(at: ["libproj-is-nowhere.so", "/dev/null"]) == nil)
        // A library without PROJ's functions.
        #expect(ProjLibrary(at: ["libc.so.6"]) == nil)
    }

    @Test(.proj) func `are references of their own`() throws {
        let utm = try #require(SpatialReference(wkid: 32611))
        #expect(utm.document == ["wkid": 32611, "latestWkid": 32611] && utm == SpatialReference(wkid: 32611))
        #expect(utm != .webMercator && utm != SpatialReference(wkid: 32610))
        let metres = SpatialReference.wgs84.metres(-117, 34)
        let there = utm.coordinates(metres.x, metres.y)
        #expect(abs(there.x - 500_000) < 0.001 && abs(there.y - 3_762_155) < 1)
        let back = utm.metres(there.x, there.y)
        #expect(abs(back.x - metres.x) < 0.001 && abs(back.y - metres.y) < 0.001)
        #expect(utm.place(.nan, 0) == nil && utm.place(1e10, 0) == nil)
        #expect(SpatialReference(wkid: 999_999) == nil && SpatialReference.known.contains("EPSG"))
    }

    @Test(.proj) func `make boxes that hold what bends out of them`() throws {
        // The parallel of 50 degrees bends in UTM: its middle lies farther south than its ends.
        let utm = try #require(SpatialReference(wkid: 25832))
        let low = SpatialReference.wgs84.metres(6, 50)
        let high = SpatialReference.wgs84.metres(12, 51)
        let box = Box(xmin: low.x, ymin: low.y, xmax: high.x, ymax: high.y)
        let projected = utm.box(of: box)
        let corner = utm.coordinates(low.x, low.y)
        #expect(projected.ymin < corner.y - 4000)
        #expect(utm.box(of: .empty).isEmpty && utm.metres(of: .empty).isEmpty)
        let area = try #require(utm.area(of: projected))
        #expect(area.parts[0].count == 81 && area.parts[0].first == area.parts[0].last)
        #expect(Shape.clockwiseArea(area.parts[0]) > 0)
    }

    @Test(.proj) func `leave a geometry out that they cannot project`() throws {
        // An azimuthal system does not reach the other side of the world.
        let reference = try #require(SpatialReference(wkid: 102_035))
        let table = try Samples.table([(["N": 1], (0, 80)), (["N": 2], (0, -90))])
        let query = LayerQuery(fields: [0], outReference: reference, limit: 10)
        guard case .text(let bytes) = try QueryAnswer(query, of: table, globalIDField: "", as: .json) else { return }
        let features = try #require(try JSONValue(parsing: bytes)["features"]?.array)
        #expect(features[0]["geometry"]?["x"]?.double != nil)
        #expect(features[1]["geometry"] == .null || features[1]["geometry"]?["x"]?.double != nil)
    }

    @Test(.proj) func `leave it out of what replicas and changes hold, too`() throws {
        let reference = try #require(SpatialReference(wkid: 102_037))
        let table = try Samples.table([(["N": 1], (0, -80)), (["N": 2], (0, 80))])
        let features = table.features(in: reference)
        #expect(features.map { $0["attributes"]?["N"] } == [1, 2])
        #expect(try #require(features[0]["geometry"]?["y"]?.double).isFinite)
        #expect(features[1]["geometry"] == nil)
    }
}
