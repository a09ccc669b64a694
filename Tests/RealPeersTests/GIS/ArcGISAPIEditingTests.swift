import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// The writing half of the ArcGIS API for Python: features and what is attached to them.
@Suite(.arcGISAPI) struct `The ArcGIS API for Python at the fake, editing` {
    @Test func `adds, updates and deletes features, and attaches a file`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let said = try await ArcGISAPIPeer.run(Self.program, fake)
        #expect(said["edited"] == [true, true])
        #expect(said["found"] == ["Süd & Ost+ 北", 9, -13_035_000, 4_031_000])
        #expect(said["listed"] == [["photo.png", "image/png", 25_600]] && said["same"] == true)
        #expect(said["detached"] == [true] && said["gone"] == [true] && said["left"] == 4)

        let writes = fake.layerRequests.filter { request in
            ["applyEdits", "addAttachment", "deleteAttachments", "deleteFeatures"].contains {
                request.path.hasSuffix($0)
            }
        }
        #expect(
            writes.compactMap { $0.path.split(separator: "/").last } == [
                "applyEdits", "applyEdits", "addAttachment", "deleteAttachments", "deleteFeatures",
            ])
        #expect(writes.allSatisfy { $0.request.method == "POST" && $0.request.answer?.code == 200 })
        #expect(writes.allSatisfy { $0.request.presented.map(\.alias).contains("token#1") })
        #expect(fake.portal.journal().requests.allSatisfy { !$0.target.contains("token=") })
    }

    private static let program = #"""
        layer = FeatureLayer(told["layer"], gis=gis)
        place = {"x": -13035000, "y": 4031000, "spatialReference": {"wkid": 3857}}
        added = layer.edit_features(adds=[{"attributes": {"STREET": "Süd & Ost+ 北", "PRESSURE": 412}, "geometry": place}])["addResults"][0]
        id = added["objectId"]
        updated = layer.edit_features(updates=[{"attributes": {"OBJECTID": id, "PRESSURE": 9}}])["updateResults"][0]
        found = layer.query(where=f"OBJECTID = {id}").features[0]
        photo, picture = told["home"] + "/photo.png", bytes(range(256)) * 100
        open(photo, "wb").write(picture)
        layer.attachments.add(id, photo)
        listed = layer.attachments.get_list(id)
        kept = layer.attachments.download(oid=id, attachment_id=listed[0]["id"], save_path=told["home"] + "/kept")[0]
        same = open(kept, "rb").read() == picture
        detached = layer.attachments.delete(id, listed[0]["id"])
        gone = layer.delete_features(deletes=str(id))
        said = {
            "edited": [added["success"], updated["success"]],
            "found": [found.attributes["STREET"], found.attributes["PRESSURE"], found.geometry["x"], found.geometry["y"]],
            "listed": [[file["name"], file["contentType"], file["size"]] for file in listed], "same": same,
            "detached": [result["success"] for result in detached["deleteAttachmentResults"]],
            "gone": [result["success"] for result in gone["deleteResults"]], "left": layer.query(return_count_only=True),
        }
        """#
}
