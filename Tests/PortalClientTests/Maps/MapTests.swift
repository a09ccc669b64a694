import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Maps` {
    private func map(_ stage: Stage) throws -> Map {
        Map(
            item: PortalItem(
                portal: Portal(url: try PortalURL(Traffic.portal), in: stage.environment), id: PretendMaps.item))
    }

    @Test func `load the item, its data and every layer; a layer that fails fails alone`() async throws {
        let stage = PretendMaps(layers: [PretendMaps.layer("OpenA"), PretendMaps.layer("Traffic")]).stage()
        let map = try map(stage)
        try await map.load()
        #expect(map.loadStatus == .loaded && stage.steps.prefix(2) == [PretendMaps.item, "data"])
        #expect(map.operationalLayers.map(\.loadStatus) == [.loaded, .failed])
        #expect(map.failedLayers.map(\.id) == ["Traffic"])
        let failed = try #require(map.failedLayers.first)
        #expect(failed.loadError?.code == .tokenRequired)
        let sent = stage.transport.sent.count
        _ = await failure { () throws(PortalError) in try await failed.load() }
        #expect(stage.transport.sent.count == sent)
        try await failed.retryLoad(with: .password(username: "alice", Secret(Stage.password)))
        #expect(stage.steps.dropFirst(sent) == ["server info", "generate", "Traffic/FeatureServer/0 +tok1"])
        #expect(map.failedLayers.isEmpty && failed.featureLayer?.name == "Traffic")
    }

    @Test func `fail where the item or its data cannot be had`() async throws {
        let stage = PretendMaps(layers: []).stage { sent in
            sent.path.hasSuffix("/data") ? .text("", type: "text/plain") : nil
        }
        let map = try map(stage)
        #expect(await failure { () throws(PortalError) in try await map.load() }?.code == .emptyBody)
        #expect(map.loadStatus == .failed)
    }

    @Test func `ask a handler where a layer wants a user name and a password`() async throws {
        let stage = PretendMaps(layers: [PretendMaps.layer("OpenGated")]).stage { sent in
            guard sent.path.contains("Gated"), sent.header("Authorization") == nil else { return nil }
            return HTTPResponse(
                status: 401, headers: [HeaderField("WWW-Authenticate", "Basic realm=\"gate\"")], body: [])
        }
        stage.answer(inTurn: [.credential(.password(username: "u", Secret("p")))])
        let map = try map(stage)
        try await map.load()
        #expect(map.failedLayers.isEmpty && stage.challenges == ["basic,0"])
    }

    @Test func `do not keep a credential that a layer has refused`() async throws {
        let stage = PretendMaps(layers: [PretendMaps.layer("Traffic")]).stage()
        let kept = try stage.alice("https://h.test/server/rest/services/Traffic/FeatureServer/0")
        let map = try map(stage)
        stage.portal.change { $0.refusesEveryToken = true }
        stage.environment.credentials.add(kept)
        try await map.load()
        let layer = try #require(map.failedLayers.first)
        let wrong = ResourceCredential.password(username: "alice", Secret("wrong"))
        let error = await failure { () throws(PortalError) in try await layer.retryLoad(with: wrong) }
        #expect(error?.code == .invalidCredentials)
        #expect(stage.environment.credentials.credentials.map { $0 === kept } == [true])
    }
}
