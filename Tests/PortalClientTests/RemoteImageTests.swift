import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Pictures` {
    private func picture(_ stage: Stage, _ name: String = "org.png") async throws -> RemoteImage {
        stage.portal.can("/portals/self", .json(["id": "ORG1", "thumbnail": .string(name)]))
        let portal = Portal(url: try PortalURL(Traffic.portal), in: stage.environment)
        try await portal.load()
        return try #require(portal.info?.thumbnail)
    }

    private func served(_ type: String?) -> HTTPResponse {
        HTTPResponse(status: 200, headers: type.map { [HeaderField("Content-Type", $0)] } ?? [], body: [1, 2, 3])
    }

    @Test func `are loaded once, with their bytes and their media type`() async throws {
        let stage = Stage()
        stage.portal.can("/org.png", served("IMAGE/Png ; q=1"), forEver: true)
        let picture = try await picture(stage)
        #expect(picture.loadStatus == .notLoaded && picture.image == nil && picture.mediaType == nil)
        for _ in 0..<3 { try await picture.load() }
        #expect(picture.loadStatus == .loaded && picture.image == [1, 2, 3] && picture.mediaType == "image/png")
        #expect(try await picture.data() == [1, 2, 3])
        #expect(stage.transport.sent.count == 2)
    }

    @Test func `without a media type have none`() async throws {
        let stage = Stage()
        stage.portal.can("/org.png", served(nil))
        let picture = try await picture(stage)
        try await picture.load()
        #expect(picture.mediaType == nil && picture.image == [1, 2, 3])
    }

    @Test func `that failed say so without asking, until another attempt`() async throws {
        let stage = Stage()
        stage.portal.can("/org.png", .denied)
        stage.portal.can("/org.png", served("image/png"))
        let picture = try await picture(stage)
        for _ in 0..<2 {
            #expect(
                await failure { () throws(PortalError) in try await picture.data() }?.code == .authenticationRequired)
        }
        #expect(
            picture.loadStatus == .failed && picture.loadError?.code == .authenticationRequired && picture.image == nil)
        #expect(stage.transport.sent.count == 2)
        try await picture.retryLoad()
        #expect(picture.image == [1, 2, 3] && stage.transport.sent.count == 3)
    }

    @Test func `of an item are the same object each time`() async throws {
        let stage = Stage()
        stage.portal.can(
            "/" + Traffic.privateItem, .json(["id": .string(Traffic.privateItem), "thumbnail": "t/a.png"]))
        stage.portal.can("/info/t/a.png", served("image/png"))
        let item = PortalItem(
            portal: Portal(url: try PortalURL(Traffic.portal), in: stage.environment), id: Traffic.privateItem)
        #expect(item.thumbnail == nil)
        try await item.load()
        try await item.thumbnail?.load()
        #expect(item.thumbnail?.image == [1, 2, 3])
    }
}
