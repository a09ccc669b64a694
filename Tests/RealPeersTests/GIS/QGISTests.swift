import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// QGIS with its ArcGIS REST provider (docs.qgis.org › ArcGIS REST Servers).
@Suite(.qgis) struct `QGIS at the fake` {
    @Test func `every feature of a layer comes once`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        try await fake.plantTrees(2145)
        let said = try await QGISPeer.run(
            """
            layer = vector("Hosted/Trees/FeatureServer/0")
            said = {"valid": layer.isValid(), "crs": layer.crs().authid(), "count": layer.featureCount(), "ids": ids(layer),
                    "fields": [field.name() for field in layer.fields()], "kind": QgsWkbTypes.displayString(layer.wkbType())}
            """, fake)
        #expect(said["valid"] == true && said["crs"] == "EPSG:4326" && said["count"] == 2345)
        #expect(said["kind"] == "Point")
        #expect(said["fields"] == ["OBJECTID", "SPECIES", "HEIGHT", "DIAMETER", "CONDITION", "PLANTED"])
        #expect(said["ids"]?.array?.compactMap(\.integer).elementsEqual(1...2345) == true)
        let asked = fake.layerRequests.filter(\.asksForFeatures).flatMap(\.objectIDs)
        #expect(asked.sorted().elementsEqual(1...2345))
        #expect(fake.layerRequests.filter { $0["returnIdsOnly"] == "true" }.map { $0["where"] } == ["1=1"])
    }

    @Test func `a rectangle is the portal's to answer, and polygons come as polygons`() async throws {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let said = try await QGISPeer.run(
            """
            trees, parcels = vector("Hosted/Trees/FeatureServer/0"), vector("Parcels/FeatureServer/0")
            place = QgsRectangle(-117.15, 33.96, -117.1, 34.02)
            near = ids(trees, QgsFeatureRequest().setFilterRect(place))
            own = [tree["OBJECTID"] for tree in trees.getFeatures() if place.contains(tree.geometry().asPoint())]
            areas = [parcel.geometry().area() > 0 for parcel in parcels.getFeatures()]
            said = {"near": near, "own": own, "areas": areas, "kind": QgsWkbTypes.geometryDisplayString(parcels.geometryType())}
            """, fake)
        #expect(said["near"] == said["own"])
        #expect((1..<200).contains(said["near"]?.array?.count ?? 0))
        #expect(said["kind"] == "Polygon" && said["areas"] == .array(Array(repeating: true, count: 60)))
        let rectangles = fake.layerRequests.filter { $0["geometryType"] == "esriGeometryEnvelope" }
        #expect(rectangles.contains { $0["returnIdsOnly"] == "true" && $0.path.hasPrefix("Hosted/Trees") })
    }

    @Test func `map services are drawn, from tiles where they are cached, and tell what lies at a place`() async throws
    {
        let fake = try FakePortal("anonymous")
        defer { fake.portal.stop() }
        let said = try await QGISPeer.run(
            """
            said = {}
            for path in ("Roads/MapServer", "Parcels/MapServer"):
                layer = QgsRasterLayer(source(path, layer="0", crs="EPSG:3857", format="PNG32"), "layer", "arcgismapserver")
                said[path] = [layer.isValid(), painted(layer)]
            parcel = next(vector("Parcels/FeatureServer/0").getFeatures())
            to = QgsCoordinateTransform(QgsCoordinateReferenceSystem("EPSG:4326"), layer.crs(), QgsProject.instance())
            place = to.transform(parcel.geometry().boundingBox().center())
            found = layer.dataProvider().identify(place, QgsRaster.IdentifyFormatText, layer.extent(), 1000, 1000).results()
            said["parcel"], said["found"] = parcel["APN"], [str(text) for text in found.values()]
            """, fake)
        for path in ["Roads/MapServer", "Parcels/MapServer"] {
            #expect(said[path]?.array?.first == true)
            #expect((500..<65_536).contains(said[path]?.array?.last?.integer ?? 0), "\(path): \(said)")
        }
        let paths = Set(fake.layerRequests.filter { $0.request.answer?.code == 200 }.map(\.path))
        #expect(paths.contains { $0.hasPrefix("Roads/MapServer/tile/") } && !paths.contains("Roads/MapServer/export"))
        #expect(
            !paths.contains { $0.hasPrefix("Parcels/MapServer/tile/") } && paths.contains("Parcels/MapServer/export"))
        let parcel = try #require(said["parcel"]?.string)
        #expect(said["found"]?.array?.contains { $0.string?.contains(parcel) == true } == true, "\(said)")
    }

    /// The number of features of a secured layer, nil where it is not let in, and whether its map is drawn.
    private func traffic(_ fake: FakePortal, _ credential: QGISPeer.Credential?) async throws -> JSONValue {
        fake.portal.clearJournal()
        return try await QGISPeer.run(
            """
            layer = vector("Traffic/FeatureServer/0")
            map = QgsRasterLayer(source("Traffic/MapServer", layer="0", crs="EPSG:3857", format="PNG32"), "map", "arcgismapserver")
            said = [len(ids(layer)) if layer.isValid() else None, painted(map) > 0]
            """, fake, credential)
    }

    @Test func `a token opens secured layers`() async throws {
        let fake = try FakePortal("token", ["tokens": ["referer": "off"]])
        defer { fake.portal.stop() }
        let token = try fake.portal.issueToken(for: "alice").token.reveal { $0 }
        func credential(_ token: String) -> QGISPeer.Credential {
            QGISPeer.Credential(method: "EsriToken", words: ["token": token])
        }
        #expect(try await traffic(fake, credential(token)) == [5, true])
        #expect(fake.layerRequests.count >= 5)
        #expect(fake.layerRequests.allSatisfy { $0.request.presented.map(\.alias) == ["token#1"] })
        #expect(try await traffic(fake, credential("wrong")) == [nil, false])
        #expect(Set(fake.layerRequests.map { $0.request.answer?.code }) == [498])
        #expect(try await traffic(fake, nil) == [nil, false])
        #expect(Set(fake.layerRequests.map { $0.request.answer?.code }) == [499])
    }

    @Test func `a password opens what lies behind Basic`() async throws {
        let fake = try FakePortal("basic", ["secured": ["Traffic"], "httpAuthentication": ["under": ["/"]]])
        defer { fake.portal.stop() }
        func credential(_ password: String) -> QGISPeer.Credential {
            QGISPeer.Credential(method: "Basic", words: ["username": "alice", "password": password])
        }
        #expect(try await traffic(fake, credential(try fake.password())) == [5, true])
        #expect(fake.layerRequests.contains { $0.request.authorization?.verdict == .right })
        #expect(try await traffic(fake, credential("wrong")) == [nil, false])
        #expect(Set(fake.layerRequests.map { $0.request.answer?.status }) == [401])
    }

    @Test func `a client certificate opens what demands one`() async throws {
        let fake = try FakePortal("pki", ["secured": []])
        defer { fake.portal.stop() }
        let files = try fake.files(of: "alice")
        let credential = QGISPeer.Credential(
            method: "PKI-Paths", words: ["certpath": files.chain, "keypath": files.key, "keypass": ""])
        #expect(try await traffic(fake, credential) == [5, true])
        #expect(fake.portal.journal().connections.contains { $0.tls?.identity == "alice" })
        #expect(try await traffic(fake, nil) == [nil, false])
    }
}
