import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders
import Testing

/// bmi-arcgis-restapi (github.com/Bolton-and-Menk-GIS/restapi), whose cursors read and edit layers as arcpy's do.
@Suite(.restapi) struct `bmi-arcgis-restapi at the fake` {
    /// Runs a program, which finds `services` and `told`, and leaves a JSON value in `said`.
    private func run(_ program: String, _ fake: FakePortal, _ told: JSONValue = [:]) async throws -> JSONValue {
        let folder = try #require(Peers.folder(fromPyPI: "bmi-arcgis-restapi", module: "restapi"))
        let run = try await ForeignClient.run(
            "python3", ["-W", "ignore", "-c", Self.prelude + program + "\nprint(json.dumps(said))"],
            environment: ["PYTHONPATH=\(folder)", "REQUESTS_CA_BUNDLE=\(fake.authority)"],
            input: (["services": .string(fake.service("")), "told": told, "folder": .string(fake.folder.path)]
                as JSONValue)
                .text())
        try #require(run.code == 0, "\(run.errors)")
        // It tells what it edited, too.
        return try JSONValue(parsing: String(run.output.split(separator: "\n").last ?? ""))
    }

    private static let prelude = #"""
        import json, sys
        import restapi
        heard = json.load(sys.stdin)
        services, told, folder = heard["services"], heard["told"], heard["folder"]

        """#

    @Test func `walks the directory, reads with cursors and counts`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        try await fake.plantTrees(2145)
        let said = try await run(
            #"""
            server = restapi.ArcServer(services.rstrip("/"))
            trees = restapi.FeatureLayer(services + "Hosted/Trees/FeatureServer/0")
            tall = list(trees.searchCursor(["OID@", "HEIGHT"], where="HEIGHT > 20.5 AND OBJECTID <= 200"))
            roads = restapi.MapService(services + "Roads/MapServer")
            roads.export(folder + "/roads.png", size="100,100")
            said = {
                "services": sorted(address.removeprefix(services) for address in server.iter_services())[:3],
                "trees": [trees.name, trees.getCount(), len(trees.getOIDs()), len(trees.query(exceed_limit=True)), len(trees.query())],
                "tall": bool(tall) and all(height > 20.5 for _, height in tall) and len(tall) == trees.getCount("HEIGHT > 20.5 AND OBJECTID <= 200"),
                "roads": [roads.list_layers(), open(folder + "/roads.png", "rb").read()[1:4].decode()],
            }
            """#, fake)
        #expect(said["services"] == ["Aerial/ImageServer", "Base/VectorTileServer", "Crew/FeatureServer"])
        #expect(said["trees"] == ["Trees", 2345, 2345, 2345, 1000])
        #expect(said["tall"] == true && said["roads"] == [["Roads"], "PNG"])
        #expect(fake.layerRequests.allSatisfy { $0.request.answer?.status == 200 && $0.request.answer?.code == 200 })
        #expect(fake.layerRequests.map(\.path).contains("Roads/MapServer/export"))
    }

    @Test func `cursors insert and update, and files are attached and read back`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let said = try await run(
            #"""
            layer = restapi.FeatureLayer(services + "Inspections/FeatureServer/0")
            place = {"x": -13035000, "y": 4031000, "spatialReference": {"wkid": 3857}}
            added = layer.addFeatures([{"attributes": {"STREET": "Süd & Ost+ 北", "PRESSURE": 412}, "geometry": place}])
            with layer.insertCursor(["STREET", "SHAPE@"]) as cursor: cursor.insertRow(["New", place])
            with layer.updateCursor(["STREET", "OID@"], where="STREET = 'New'") as cursor:
                for row in cursor:
                    row[0] = "Newer"
                    cursor.updateRow(row)
            id = added["addResults"][0]["objectId"]
            picture = bytes(range(256)) * 100
            open(folder + "/größe.png", "wb").write(picture)
            attached = layer.addAttachment(id, folder + "/größe.png")
            attachment = layer.attachments(id)[0]
            kept = attachment.download(folder, "kept.png", verbose=False)
            streets = [street for _, street in layer.searchCursor(["OID@", "STREET"], where="OBJECTID > 4")]
            gone = layer.deleteFeatures(where="STREET = 'Newer'")
            said = {
                "added": added["addResults"][0]["success"], "streets": streets, "attached": attached["addAttachmentResult"]["success"],
                "attachment": [attachment.name, attachment.contentType, attachment.size, open(kept, "rb").read() == picture],
                "gone": [result["success"] for result in gone["deleteResults"]], "left": layer.getCount(),
            }
            """#, fake)
        #expect(said["added"] == true && said["streets"] == ["Süd & Ost+ 北", "Newer"])
        #expect(said["attached"] == true && said["attachment"] == ["größe.png", "image/png", 25_600, true], "\(said)")
        #expect(said["gone"] == [true] && said["left"] == 5)
        let asked = fake.layerRequests
        let edits = ["addFeatures", "applyEdits", "addAttachment", "deleteFeatures"]
        #expect(asked.compactMap { request in edits.first { request.path.hasSuffix($0) } }.first == "addFeatures")
        #expect(asked.contains { $0.path.hasSuffix("/addAttachment") && $0.request.answer?.code == 200 })
        #expect(asked.allSatisfy { $0.request.answer?.code == 200 })
    }

    @Test func `a token in its session's header opens a secured layer`() async throws {
        let fake = try FakePortal("token", ["tokens": ["referer": "off"]])
        defer { fake.portal.stop() }
        let token = try fake.portal.issueToken(for: "alice").token.reveal { $0 }
        let said = try await run(
            #"""
            try: restapi.FeatureLayer(services + "Traffic/FeatureServer/0"); refused = None
            except Exception as error: refused = str(error)
            client = restapi.requestClient if isinstance(restapi.requestClient, restapi.RequestClient) else restapi.RequestClient()
            client.session.headers["X-Esri-Authorization"] = "Bearer " + told["token"]
            restapi.set_request_client(client)
            layer = restapi.FeatureLayer(services + "Traffic/FeatureServer/0")
            said = [refused, sorted(name for name, in layer.searchCursor(["NAME"]))]
            """#, fake, ["token": .string(token)])
        #expect(said.array?.first?.string?.contains("Token Required") == true, "\(said)")
        #expect(said.array?.last == ["Bridge Road", "Main Street", "Market Square", "Ring West", "Station Way"])
        #expect(fake.layerRequests.map { $0.request.answer?.code }.first == 499)
        #expect(fake.layerRequests.dropFirst().allSatisfy { $0.request.presented.map(\.carrier) == [.esriHeader] })
    }
}
