import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// geopandas (geopandas.org), whose reader pyogrio brings a GDAL of its own.
@Suite(.tables) struct `geopandas with pyogrio at the fake` {
    @Test func `reads every page of a layer with its types, dates and spatial reference`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        try await fake.plantTrees(2145)
        let said = try await TablePeer.run(
            #"""
            import geopandas
            frame = geopandas.read_file("ESRIJSON:" + trees + "/query?where=1%3D1&outFields=*&f=json", engine="pyogrio")
            said = {
                "count": len(frame), "ids": frame.OBJECTID.nunique(), "crs": str(frame.crs),
                "types": [str(frame[name].dtype) for name in ["OBJECTID", "HEIGHT", "PLANTED"]],
                "first": [frame.SPECIES[0], frame.HEIGHT[0], frame.PLANTED[0].isoformat(), frame.geometry[0].wkt],
            }
            """#, fake)
        #expect(said["count"] == 2345 && said["ids"] == 2345 && said["crs"] == "EPSG:4326")
        #expect(said["types"] == ["int32", "float64", "datetime64[ms, UTC]"])
        #expect(
            said["first"] == [
                "Acer platanoides", 21.7, "1975-03-01T00:00:00+00:00", "POINT (-117.0595572 33.9714098)",
            ])
        let offsets = fake.layerRequests.filter(\.asksForFeatures).compactMap { $0["resultOffset"] }
        #expect(offsets == ["1000", "2000"])
        #expect(fake.layerRequests.allSatisfy { $0.request.answer?.code == 200 })
    }

    @Test func `polygons, conditions and columns come from the portal's own GeoJSON too`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let said = try await TablePeer.run(
            #"""
            import geopandas
            query = services + "Parcels/FeatureServer/0/query?where=1%3D1&outFields=*&f="
            esri = geopandas.read_file("ESRIJSON:" + query + "json", engine="pyogrio").to_crs(4326)
            # An address without a driver is fetched by the standard library and then read.
            whole = geopandas.read_file(query + "geojson")
            some = geopandas.read_file("ESRIJSON:" + query + "json", where="USE LIKE 'Res%'", columns=["APN"], engine="pyogrio")
            said = {
                "counts": [len(esri), len(whole), len(some)], "columns": list(some.columns), "crs": [str(whole.crs), str(some.crs)],
                "kinds": sorted(set(whole.geom_type)), "valid": bool(whole.is_valid.all()),
                "alike": bool(esri.geometry.hausdorff_distance(whole.geometry).max() < 1e-5),
                "residential": int(whole.USE.str.startswith("Res").sum()),
            }
            """#, fake)
        let residential = try #require(said["residential"]?.integer)
        #expect((1..<60).contains(residential) && said["counts"] == [60, 60, .integer(residential)])
        #expect(said["columns"] == ["APN", "geometry"] && said["crs"] == ["EPSG:4326", "EPSG:3857"])
        #expect(said["kinds"] == ["MultiPolygon", "Polygon"])
        #expect(said["valid"] == true && said["alike"] == true)
        let urllib = fake.layerRequests.filter { $0["f"] == "geojson" && $0.asksForFeatures }
        #expect(urllib.first?.request.headers.contains { $0.value.hasPrefix("Python-urllib/") } == true)
    }

    @Test func `a secured layer needs its token`() async throws {
        let fake = try FakePortal("token", ["tokens": ["referer": "off"]])
        defer { fake.portal.stop() }
        let token = try fake.portal.issueToken(for: "alice").token.reveal { $0 }
        let said = try await TablePeer.run(
            #"""
            import geopandas
            query = "ESRIJSON:" + services + "Traffic/FeatureServer/0/query?where=1%3D1&outFields=*&f=json"
            said = [refusal(lambda: geopandas.read_file(query, engine="pyogrio")) is not None,
                    len(geopandas.read_file(query + "&token=" + told["token"], engine="pyogrio"))]
            """#, fake, ["token": .string(token)])
        #expect(said == [true, 5])
        #expect(Set(fake.layerRequests.map { $0.request.answer?.code }) == [499, 200])
        #expect(fake.layerRequests.last?.request.presented.map(\.carrier) == [.query])
    }
}
