import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Where layers are found` {
    private func feature(_ name: String, _ x: Int64) -> JSONValue {
        ["attributes": ["NAME": .string(name)], "geometry": ["x": .integer(x), "y": 1]]
    }

    @Test func `features of an item are read when the layer is loaded`() async throws {
        let collection: JSONValue = ["id": "notes", "type": "Feature Collection", "itemId": "notes"]
        let stage = PretendMaps(layers: [collection, ["id": "none", "layerType": "ArcGISFeatureLayer"]]).stage {
            [feature] sent in
            sent.path.hasSuffix("/items/notes/data")
                ? .json(["layers": [["featureSet": ["features": .array([feature("a", 1), feature("b", 2)])]]]]) : nil
        }
        let opener = PretendOpener()
        let map = MapDocument()
        try await stage.webMap().open(into: map, using: opener)
        #expect(opener.words == ["loaded base", "loaded notes", "failed none notFound"])
        #expect(map.operationalLayers.first?.embeddedFeatures.map(\.features.count) == [2])
    }

    @Test func `a layer without an address is looked for by its item`() async throws {
        let layer: JSONValue = ["id": "item", "layerType": "ArcGISFeatureLayer", "itemId": "trees"]
        let stage = PretendMaps(layers: [layer]).stage { sent in
            sent.path.hasSuffix("/items/trees")
                ? .json(["id": "trees", "url": "https://h.test/server/rest/services/OpenTrees/FeatureServer/0"]) : nil
        }
        let opener = PretendOpener()
        try await stage.webMap().open(into: MapDocument(), using: opener)
        #expect(opener.words == ["loaded base", "loaded item"])
        #expect(stage.steps.suffix(2) == ["trees", "OpenTrees/FeatureServer/0"])
    }

    @Test func `a plain address that wants a token is asked over TLS, and the token goes there only`() async throws {
        let stage = PretendMaps(layers: [PretendMaps.layer("Traffic", host: "http://h.test")]).stage()
        let alice = ResourceCredential.password(username: "alice", Secret(Stage.password))
        let opener = PretendOpener(.retry(alice))
        try await stage.webMap().open(into: MapDocument(), using: opener)
        #expect(opener.words == ["loaded base", "failed Traffic tokenRequired", "loaded Traffic"])
        #expect(stage.transport.sent.allSatisfy { $0.url.hasPrefix("https:") })
    }
}
