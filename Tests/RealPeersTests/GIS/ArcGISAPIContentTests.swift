import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// The writing half of the ArcGIS API for Python and its maps: items, folders, sharing, and a map that is saved.
@Suite(.arcGISAPI) struct `The ArcGIS API for Python at the fake, content` {
    @Test func `adds a file to a folder, updates, shares, protects and deletes it`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let said = try await ArcGISAPIPeer.run(
            #"""
            text = "name,value\r\n\"Süd, Ost\",2\r\n"
            readings = told["home"] + "/readings.csv"
            open(readings, "w", newline="", encoding="utf-8").write(text)
            folder = gis.content.folders.create("Survey 2026")
            item = folder.add({"type": "CSV", "title": "Readings", "tags": ["a", "b"], "snippet": "First"}, file=readings).result()
            kept = open(item.download(told["home"] + "/kept"), newline="", encoding="utf-8").read()
            said = {"size": item.size == len(text.encode()), "same": kept == text, "in": [other.title for other in folder.list()]}
            said["updated"] = [item.update({"snippet": "Second"}), gis.content.get(item.id).snippet, item.tags]
            item.sharing.sharing_level = "ORGANIZATION"
            said["shared"] = gis.content.get(item.id).access
            item.protect(True)
            try: said["kept"] = item.delete()
            except Exception as error: said["kept"] = str(error).splitlines()[0]
            item.protect(False)
            said["gone"] = [item.delete(), gis.content.get(item.id), [other.title for other in folder.list()]]
            """#, fake)
        #expect(said["size"] == true && said["same"] == true && said["in"] == ["Readings"], "\(said)")
        #expect(said["updated"] == [true, "Second", ["a", "b"]] && said["shared"] == "org", "\(said)")
        #expect(said["kept"]?.string?.hasSuffix("Delete protection is turned on.") == true, "\(said)")
        #expect(said["gone"] == [true, nil, []], "\(said)")
        let writes = fake.portal.journal().requests.filter { $0.operation.hasPrefix("content/users/") }
        for name in ["createFolder", "addItem", "update", "protect", "delete"] {
            let request = try #require(writes.first { $0.operation.hasSuffix("/" + name) }, "\(name)")
            #expect(request.method == "POST" && request.answer?.status == 200)
            #expect(request.presented.map(\.alias).contains("token#1"))
        }
        #expect(fake.portal.journal().requests.allSatisfy { !$0.target.contains("token=") })
    }

    @Test func `adds a web map, saves a map of its own, and saves it again`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let said = try await ArcGISAPIPeer.run(
            #"""
            from arcgis.map import Map
            def layers(item): return [layer["title"] for layer in item.get_data()["operationalLayers"]]
            text = {"operationalLayers": [], "baseMap": {"title": "Plain", "baseMapLayers": []}, "version": "2.30"}
            added = gis.content.add({"type": "Web Map", "title": "Added", "tags": "x", "text": json.dumps(text)})
            said = {"added": [added.type, added.get_data() == text]}
            own = Map(gis=gis) if "gis" in Map.__init__.__kwdefaults__ or {} else Map()
            own.content.add(FeatureLayer(told["layer"], gis=gis))
            saved = own.save({"title": "Own", "tags": ["t"], "snippet": "s"})
            said["saved"] = [saved.type, saved.title, layers(saved)]
            again = Map(item=saved)
            said["kept"] = len(again.content.layers)
            again.content.remove(0)
            said["again"] = [again.update(), layers(saved)]
            """#, fake)
        #expect(said["added"] == ["Web Map", true], "\(said)")
        #expect(said["saved"] == ["Web Map", "Own", ["Hydrants"]], "\(said)")
        #expect(said["kept"] == 1 && said["again"] == [true, []], "\(said)")
    }
}
