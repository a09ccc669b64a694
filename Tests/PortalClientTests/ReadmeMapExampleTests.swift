import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

/// Opens a web map; the app's user is asked for a user name and a password where a layer needs them.
func busyRoads(
    in id: String, at address: String, _ environment: PortalEnvironment,
    signIn: @escaping @Sendable (LayerFailure) async -> ResourceCredential?
) async throws -> [String] {
    let webMap = try WebMap(itemID: id, portal: PortalURL(address), in: environment)
    let map = MapDocument()
    try await webMap.open(into: map, using: OpeningPolicy(signIn: signIn))  // layers that still fail are skipped
    if let bookmark = webMap.bookmarks.first { map.zoom(to: bookmark.extent) }
    guard let traffic = map.operationalLayers.first(where: { $0.id == "traffic" })?.featureLayer else { return [] }
    var query = FeatureQuery(where: "CARS > 9000")
    query.orderBy = [.init("CARS", isDescending: true)]
    var names: [String] = []
    for try await page in traffic.pages(of: query) {
        names += page.features.compactMap { $0["NAME"]?.string }
    }
    return names
}

@Suite struct `The README's web map` {
    @Test func `asks for a sign-in where a layer wants one, and reads its features`() async throws {
        var layer = PretendMaps.layer("Traffic")
        layer["id"] = "traffic"
        let stage = PretendMaps(layers: [layer]).stage { sent in
            guard sent.path.hasSuffix("/query"), sent.token != nil else { return nil }
            return .json(["features": [["attributes": ["NAME": "Ring West"]], ["attributes": ["NAME": "Main Street"]]]])
        }
        let names = try await busyRoads(in: PretendMaps.item, at: Traffic.portal, stage.environment) { failure in
            #expect(failure.error.isAuthenticationError && failure.failures == 1)
            return ResourceCredential.password(username: "alice", Secret(Stage.password))
        }
        #expect(names == ["Ring West", "Main Street"])
        let query = try #require(stage.transport.sent.last)
        #expect(query.queryFields["where"] == "CARS > 9000" && query.queryFields["orderByFields"] == "CARS DESC")
        let skipped = try await busyRoads(
            in: PretendMaps.item, at: Traffic.portal,
            PretendMaps(layers: [layer]).stage()
                .environment
        ) { _ in nil }
        #expect(skipped.isEmpty)
    }
}
