import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Loading web maps` {
    private let alice = ResourceCredential.password(username: "alice", Secret(Stage.password))

    private func load(_ webMap: WebMap) async -> PortalError? {
        await failure { () throws(PortalError) in try await webMap.load() }
    }

    @Test(arguments: [
        "https://h.test/portal", "https://h.test/portal/sharing", "https://h.test/portal/sharing/rest",
        " https://h.test/portal/sharing/rest/ ",
    ])
    func `by id takes any sharing endpoint`(_ endpoint: String) async throws {
        let stage = PretendMaps(layers: []).stage()
        let webMap = try WebMap(
            itemID: PretendMaps.item, portal: PortalURL(endpoint), in: stage.environment)
        try await webMap.load()
        #expect(stage.transport.lines == ["GET \(PretendMaps.data)"])
        #expect(webMap.version == "2.31" && webMap.json?["baseMap"] != nil && webMap.item == nil)
    }

    @Test func `by id alone is at ArcGIS Online`() async throws {
        let stage = PretendMaps(layers: []).stage()
        try await WebMap(itemID: PretendMaps.item, in: stage.environment).load()
        #expect(
            stage.transport.sent[0].url
                == "https://www.arcgis.com/sharing/rest/content/items/\(PretendMaps.item)/data?f=json")
    }

    @Test func `by address asks that address`() async throws {
        let stage = PretendMaps(layers: []).stage { sent in
            sent.path.hasSuffix("/my/map.json") ? .json(PretendMaps.map(layers: [])) : nil
        }
        let webMap = WebMap(url: try HTTPURL("https://files.test/my/map.json"), in: stage.environment)
        try await webMap.load()
        #expect(stage.transport.lines == ["GET https://files.test/my/map.json"] && webMap.portal == nil)
    }

    @Test func `that are private signs in, by discovery`() async throws {
        let maps = PretendMaps(layers: [])
        maps.isPrivate.withLock { $0 = true }
        let stage = maps.stage()
        #expect(try await load(stage.webMap())?.code == .authenticationRequired)
        #expect(try await load(stage.webMap())?.isAuthenticationError == true)
        #expect(try await load(stage.webMap(alice)) == nil)
        #expect(stage.steps == ["data", "data", "info", "generate", "data +tok1"])
        #expect(stage.environment.credentials.credentials.isEmpty)
    }

    @Test func `of an item uses the portal's credential`() async throws {
        let maps = PretendMaps(layers: [])
        maps.isPrivate.withLock { $0 = true }
        let stage = maps.stage()
        stage.environment.credentials.add(try stage.alice())
        let portal = Portal(url: try PortalURL(Traffic.portal), connection: .authenticated, in: stage.environment)
        try await portal.load()
        let item = PortalItem(portal: portal, id: PretendMaps.item)
        try await item.load()
        let sent = stage.transport.sent.count
        try await WebMap(item: item).load()
        #expect(stage.steps.dropFirst(sent) == ["data +tok1"])
    }

    @Test func `of an item of another type is refused before its data is asked for`() async throws {
        let stage = PretendMaps(layers: []).stage { sent in
            sent.path.hasSuffix("/items/\(Traffic.privateItem)")
                ? .json(["id": .string(Traffic.privateItem), "type": "Feature Service"]) : nil
        }
        let portal = Portal(url: try PortalURL(Traffic.portal), in: stage.environment)
        let error = await load(WebMap(item: PortalItem(portal: portal, id: Traffic.privateItem)))
        #expect(error?.code == .unsupportedItemType && error?.description.contains("Feature Service") == true)
        #expect(stage.steps == [Traffic.privateItem])
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let answer: HTTPResponse
        let code: PortalError.Code
    }

    @Test(arguments: [
        Fault(
            testDescription: "missing",
            answer: .json(["error": ["code": 400, "messageCode": "CONT_0001", "message": "Item does not exist"]]),
            code: .notFound),
        Fault(testDescription: "404", answer: .text("no", status: 404), code: .notFound),
        Fault(testDescription: "cut off", answer: .text("{\"baseMap\":", type: "text/plain"), code: .malformedJSON),
        Fault(testDescription: "a page", answer: .text("<html></html>"), code: .unexpectedContent),
        Fault(testDescription: "empty", answer: .text("", type: "application/json"), code: .emptyBody),
        Fault(testDescription: "another document", answer: .json(["layers": []]), code: .unexpectedContent),
        Fault(testDescription: "a list", answer: .json([]), code: .unexpectedContent),
    ])
    func `tells what is wrong with the data`(_ fault: Fault) async throws {
        let stage = PretendMaps(layers: []).stage { sent in sent.path.hasSuffix("/data") ? fault.answer : nil }
        let error = try await load(stage.webMap())
        #expect(error?.code == fault.code && error?.isAuthenticationError == false)
    }

    @Test func `reads bookmarks, the first view and what is ignored`() async throws {
        var document = PretendMaps.map(layers: [])
        document["bookmarks"] = [
            ["name": "A", "extent": ["xmin": 0, "ymin": 1, "xmax": 2, "ymax": 3]],
            [
                "name": "B",
                "viewpoint": [
                    "targetGeometry": [
                        "xmin": 4, "ymin": 5, "xmax": 6, "ymax": 7,
                        "spatialReference": ["wkid": 4326],
                    ]
                ],
            ],
            ["name": "broken"],
        ]
        document["initialState"] = ["viewpoint": ["targetGeometry": ["xmin": 1, "ymin": 1, "xmax": 2, "ymax": 2]]]
        document["presentation"] = ["slides": [["title": "x"]]]
        document["widgets"] = [:]
        let webMap = try PretendMaps(document).stage().webMap()
        try await webMap.load()
        #expect(webMap.bookmarks.map(\.name) == ["A", "B"])
        #expect(
            webMap.bookmarks[0].extent
                == Envelope(xmin: 0, ymin: 1, xmax: 2, ymax: 3, spatialReference: SpatialReference(wkid: 102100)))
        #expect(webMap.bookmarks[1].extent.spatialReference == .wgs84)
        #expect(webMap.initialViewpoint?.xmax == 2 && webMap.spatialReference?.isSame(as: .webMercator) == true)
        #expect(webMap.ignoredContent == ["presentation"] && webMap.json?["presentation"] != nil)
    }

    @Test func `takes the item's extent where the document has none`() async throws {
        let stage = PretendMaps(layers: []).stage { sent in
            sent.path.hasSuffix(PretendMaps.item)
                ? .json(["id": "i", "type": "Web Map", "extent": [[1, 2], [3, 4]]]) : nil
        }
        let portal = Portal(url: try PortalURL(Traffic.portal), in: stage.environment)
        let webMap = WebMap(item: PortalItem(portal: portal, id: PretendMaps.item))
        try await webMap.load()
        #expect(webMap.initialViewpoint == Envelope(xmin: 1, ymin: 2, xmax: 3, ymax: 4, spatialReference: .wgs84))
    }

    struct Kind: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let layer: JSONValue
        let kind: LayerKind
    }

    @Test(arguments: [
        Kind(testDescription: "by layerType", layer: ["layerType": "ArcGISMapServiceLayer"], kind: .mapService),
        Kind(
            testDescription: "unknown", layer: ["layerType": "Hologram", "url": "https://h.test/a/FeatureServer/0"],
            kind: .unsupported("Hologram")),
        Kind(testDescription: "old, by type", layer: ["type": "OpenStreetMap"], kind: .openStreetMap),
        Kind(testDescription: "old Bing", layer: ["type": "BingMapsRoad"], kind: .bing(style: "Road")),
        Kind(testDescription: "old, by address", layer: ["url": "https://h.test/a/MapServer"], kind: .mapService),
        Kind(testDescription: "layer of a map service", layer: ["url": "https://h.test/a/MapServer/3"], kind: .feature),
        Kind(testDescription: "feature service", layer: ["url": "https://h.test/a/FeatureServer/"], kind: .feature),
        Kind(testDescription: "image service", layer: ["url": "https://h.test/a/ImageServer"], kind: .image),
        Kind(
            testDescription: "features of its own",
            layer: ["layerType": "ArcGISFeatureLayer", "featureCollection": ["layers": []]], kind: .featureCollection),
        Kind(
            testDescription: "features of an item", layer: ["type": "Feature Collection", "itemId": "x"],
            kind: .featureCollection),
        Kind(testDescription: "a group", layer: ["layerType": "GroupLayer", "layers": []], kind: .group),
        Kind(testDescription: "nothing to go by", layer: [:], kind: .unsupported("no type")),
        Kind(
            testDescription: "another old type", layer: ["type": "KML", "url": "https://h.test/a.kml"],
            kind: .unsupported("KML")),
    ])
    func `knows what a layer is`(_ row: Kind) async throws {
        let webMap = try PretendMaps(layers: [row.layer]).stage().webMap()
        try await webMap.load()
        #expect(webMap.operationalLayers.first?.kind == row.kind)
        #expect(webMap.unsupportedLayers.count == (row.kind.isUnsupported ? 1 : 0))
    }

    @Test func `refuses more layers than any map has, those of groups among them`() async throws {
        let group: JSONValue = ["layerType": "GroupLayer", "layers": .array([JSONValue](repeating: 0, count: 9_999))]
        #expect(try await load(PretendMaps(base: [], layers: [group]).stage().webMap()) == nil)
        let error = try await load(PretendMaps(layers: [group]).stage().webMap())
        #expect(error?.code == .unexpectedContent)
        #expect(error?.description.contains("10001 layers, and one with up to 10000") == true)
    }

    @Test func `takes groups apart, all the way down`() async throws {
        let inner: JSONValue = ["layerType": "GroupLayer", "id": "in", "layers": [PretendMaps.layer("OpenB")]]
        let group: JSONValue = ["layerType": "GroupLayer", "id": "g", "layers": [PretendMaps.layer("OpenA"), inner]]
        let webMap = try PretendMaps(layers: [group, PretendMaps.layer("OpenC")]).stage().webMap()
        try await webMap.load()
        #expect(webMap.layersToOpen.map(\.id) == ["base", "OpenA", "OpenB", "OpenC"])
        #expect(webMap.layer(withID: "OpenB")?.title == "OpenB" && webMap.layer(withID: "in")?.layers.count == 1)
    }

    @Test func `gives the same definition of a popup each time`() async throws {
        var layer = PretendMaps.layer("OpenA")
        layer["popupInfo"] = ["title": "{NAME}", "fieldInfos": [["fieldName": "NAME", "label": "Name"]]]
        let service: JSONValue = [
            "id": "s", "url": "https://h.test/server/rest/services/OpenMap/MapServer",
            "layers": [["id": 2, "popupInfo": ["title": "two"]]],
        ]
        let webMap = try PretendMaps(layers: [layer, service]).stage().webMap()
        try await webMap.load()
        let first = try #require(webMap.layer(withID: "OpenA"))
        #expect(webMap.popupInfo(for: first) === webMap.popupInfo(for: first))
        #expect(webMap.popupInfo(for: first)?.fields.map(\.label) == ["Name"])
        let map = try #require(webMap.layer(withID: "s"))
        #expect(webMap.popupInfo(for: map, sublayer: 2) === webMap.popupInfo(for: map, sublayer: 2))
        #expect(webMap.popupInfo(for: map, sublayer: 2)?.title == "two")
        #expect(webMap.popupInfo(for: map) == nil && webMap.popupInfo(for: map, sublayer: 0) == nil)
    }

    @Test func `asks for the key of Bing Maps for a challenge handler without another task's question`() async throws {
        let maps = PretendMaps(
            base: [["id": "one", "type": "BingMapsAerial"], ["id": "other", "type": "BingMapsAerial"]], layers: [])
        maps.bingKey.withLock { $0 = "key" }
        let door = Latch()
        let isFirst = Locked(true)
        let stage = maps.stage { sent in
            guard sent.path.hasSuffix("/portals/self") else { return nil }
            let isHeld = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isHeld { await door.wait() }
            return nil
        }
        let webMap = try stage.webMap()
        try await webMap.load()
        let one = try #require(webMap.layer(withID: "one"))
        let other = try #require(webMap.layer(withID: "other"))
        stage.handle { _ in
            try await other.load()
            door.open()
            return .cancel
        }
        async let loading: Void = one.load()
        await stage.transport.waitForRequests(2)
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.code == .cancelled)
        try await loading
        #expect(one.loadStatus == .loaded && other.loadStatus == .loaded)
    }
}
