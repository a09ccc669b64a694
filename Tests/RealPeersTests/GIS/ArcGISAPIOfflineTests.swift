import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// What the ArcGIS API for Python does with replicas and with the portal's geocoder.
@Suite(.arcGISAPI) struct `The ArcGIS API for Python at the fake, offline and places` {
    @Test func `takes features along, brings an edit back and gets the others'`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let said = try await ArcGISAPIPeer.run(
            #"""
            service = FeatureLayerCollection(told["service"], gis)
            replicas, embedded = service.replicas, {"data_format": "json", "transport_type": "esriTransportTypeEmbedded", "asynchronous": False}
            taken = replicas.create("Walk", "0", sync_model="perLayer", **embedded)
            said = {"taken": len(taken["layers"][0]["features"]), "listed": [replica["replicaName"] for replica in replicas.get_list()]}
            first = taken["layers"][0]["features"][0]["attributes"]["GlobalID"]
            service.layers[0].edit_features(updates=[{"attributes": {"OBJECTID": 2, "STREET": "Theirs"}}], deletes="3")
            own = [{"id": 0, "features": {"updates": [{"attributes": {"GlobalID": first, "STREET": "Own"}}]}}]
            generations = [dict(layer, syncDirection="bidirectional") for layer in taken["layerServerGens"]]
            answer = replicas.synchronize(taken["replicaID"], sync_layers=generations, edits=own, **embedded)["edits"][0]
            changes = answer["features"]
            said["updated"] = [result["success"] for result in answer["updateResults"]]
            said["changes"] = [[feature["attributes"]["STREET"] for feature in changes["updates"]], len(changes["deleteIds"])]
            found = service.extract_changes(layers=[0], layer_servergen=taken["layerServerGens"], return_updates=True, return_deletes=True)["edits"][0]["features"]
            said["extracted"] = [sorted(feature["attributes"]["STREET"] for feature in found["updates"]), [feature["attributes"]["OBJECTID"] for feature in found["deletes"]]]
            said["gone"] = [replicas.unregister(taken["replicaID"]), replicas.get_list()]
            """#, fake)
        #expect(said["taken"] == 4 && said["listed"] == ["Walk"], "\(said)")
        #expect(said["updated"] == [true] && said["changes"] == [["Theirs"], 1], "\(said)")
        #expect(said["extracted"] == [["Own", "Theirs"], [3]], "\(said)")
        #expect(said["gone"] == [["success": true], []], "\(said)")
        let asked = fake.portal.journal().requests.map(\.operation)
        for name in ["createReplica", "synchronizeReplica", "extractChanges", "unRegisterReplica"] {
            #expect(asked.contains("Inspections/\(name)"), "\(name)")
        }
    }

    @Test func `finds places with the geocoder that the portal names`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let said = try await ArcGISAPIPeer.run(
            #"""
            from arcgis.geocoding import batch_geocode, geocode, get_geocoders, reverse_geocode, suggest
            coder = get_geocoders(gis)[0]
            found = geocode("otter bend", geocoder=coder)[0]
            back = reverse_geocode(dict(found["location"], spatialReference={"wkid": 4326}), geocoder=coder)
            said = {"found": [found["address"], found["score"]], "back": back["address"]["Match_addr"]}
            said["suggested"] = len(suggest("ring", geocoder=coder)["suggestions"])
            said["batch"] = [place["address"] for place in batch_geocode(["mill lane", "otter bend"], geocoder=coder)]
            """#, fake)
        #expect(said["found"] == ["Otter Bend", 100], "\(said)")
        #expect(said["back"] == "Otter Bend" && said["suggested"] == 4, "\(said)")
        #expect(said["batch"] == ["Mill Lane", "Otter Bend"], "\(said)")
    }
}
