import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// ezesri (PyPI), which asks for object ids and then for features in batches, and decodes domains and dates.
@Suite(.tables) struct `ezesri at the fake` {
    @Test func `fetches by object ids, and names codes and dates`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let said = try await TablePeer.run(
            #"""
            import ezesri
            hydrants = ezesri.extract_layer(services + "Hydrants/FeatureServer/0")
            visits = ezesri.extract_layer(services + "Inspections/FeatureServer/1")
            planted = ezesri.extract_layer(trees, batch_size=80)
            near = ezesri.extract_layer(trees, bbox=(-117.1, 33.9, -117.05, 34.0))
            inside = planted.cx[-117.1:-117.05, 33.9:34.0]
            said = {
                "hydrants": [len(hydrants), str(hydrants.crs), list(hydrants.KIND), list(hydrants.STATE)[:2], hydrants.TESTED[1].isoformat()],
                "visits": [type(visits).__name__, list(visits.INSPECTOR)[:2]],
                "planted": [len(planted), planted.OBJECTID.nunique(), ezesri.get_count(trees), ezesri.get_count(trees, where="HEIGHT > 20"), int((planted.HEIGHT > 20).sum())],
                "near": sorted(near.OBJECTID) == sorted(inside.OBJECTID) and 0 < len(near) < 200,
                "codes": ezesri.get_codebook(services + "Hydrants/FeatureServer/0")["subtypeField"],
            }
            """#, fake)
        #expect(
            said["hydrants"] == [
                3, "EPSG:4326", ["Pillar", "Underground", 9], ["Ready", "Flooded"], "2024-02-29T00:05:00+00:00",
            ])
        #expect(said["visits"] == ["DataFrame", ["A. Reyes", "B. Okafor"]])
        let planted = said["planted"]?.array ?? []
        #expect(planted.prefix(3) == [200, 200, 200] && planted[3] == planted[4] && planted[3] != 0)
        #expect(said["near"] == true && said["codes"] == "KIND")
        let asked = fake.layerRequests
        #expect(asked.allSatisfy { $0.request.answer?.code == 200 })
        let batches = asked.filter { $0.path == "Hosted/Trees/FeatureServer/0/query" && !$0.objectIDs.isEmpty }
        #expect(batches.map(\.objectIDs.count).prefix(3) == [80, 80, 40])
        #expect(asked.contains { $0["returnIdsOnly"] == "true" && $0["geometryType"] == "esriGeometryEnvelope" })
    }

    @Test func `tells a refusal in the portal's words`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let said = try await TablePeer.run(
            #"""
            import ezesri
            said = [refusal(lambda: ezesri.extract_layer(services + "Traffic/FeatureServer/0")), refusal(lambda: ezesri.extract_layer(trees, where="NO SUCH"))]
            """#, fake)
        #expect(said.array?.first?.string?.contains("code=499 message=Token Required") == true, "\(said)")
        #expect(said.array?.last?.string?.contains("code=400") == true, "\(said)")
        // It asks once more without paging before it gives up.
        #expect(fake.layerRequests.map { $0.request.answer?.code } == [499, 200, 400, 400])
    }
}
