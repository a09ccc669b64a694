import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// esri2gpd (github.com/PhiladelphiaController/esri2gpd), which counts first and then pages by offset in Esri's own JSON.
@Suite(.tables) struct `esri2gpd at the fake` {
    @Test func `pages to the count that it asked for`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        try await fake.plantTrees(2145)
        let said = try await TablePeer.run(
            #"""
            import esri2gpd
            every = esri2gpd.get(trees)
            tall = esri2gpd.get(trees, fields=["SPECIES", "HEIGHT"], where="HEIGHT > 20.5 AND OBJECTID <= 200")
            parcels = esri2gpd.get(services + "Parcels/FeatureServer/0")
            said = {
                "every": [len(every), every.OBJECTID.nunique(), str(every.crs)], "columns": sorted(tall.columns),
                "tall": [len(tall), int(((every.HEIGHT > 20.5) & (every.OBJECTID <= 200)).sum())],
                "parcels": [len(parcels), sorted(set(parcels.geom_type)), bool(parcels.is_valid.all())],
                "limited": len(esri2gpd.get(trees, limit=7)),
                "refused": refusal(lambda: esri2gpd.get(trees, where="NO SUCH")),
            }
            """#, fake)
        #expect(said["every"] == [2345, 2345, "EPSG:4326"])
        #expect(
            said["columns"]?.array?.contains("HEIGHT") == true && said["columns"]?.array?.contains("DIAMETER") == false)
        let tall = said["tall"]?.array ?? []
        #expect(tall.count == 2 && tall[0] == tall[1] && tall[0] != 0, "\(tall)")
        #expect(said["parcels"] == [60, ["MultiPolygon", "Polygon"], true] && said["limited"] == 7)
        #expect(said["refused"]?.string?.contains("'code': 400") == true, "\(said)")
        let pages = fake.layerRequests.filter(\.asksForFeatures).prefix(3)
        #expect(pages.map { $0["resultOffset"] } == ["0", "1000", "2000"])
        #expect(pages.map { $0["resultRecordCount"] } == [nil, nil, "345"])
        #expect(pages.allSatisfy { $0["outSR"] == "4326" && $0.request.answer?.code == 200 })
    }
}
