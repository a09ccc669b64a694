import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Connecting` {
    private func connect(_ stage: Stage, _ connection: Portal.Connection = .anonymous) throws -> Portal {
        Portal(url: try PortalURL(Traffic.portal), connection: connection, in: stage.environment)
    }

    @Test func `to ArcGIS Online goes to its one address`() async throws {
        let stage = Stage()
        try? await Portal.arcGISOnline(in: stage.environment).load()
        #expect(stage.transport.lines == ["GET https://www.arcgis.com/sharing/rest/portals/self"])
        let portal = try Portal.arcGISOnline(connection: .authenticated, in: stage.environment)
        #expect(portal.connection == .authenticated && portal.url.description == "https://www.arcgis.com")
        #expect(
            await failure { () throws(PortalError) in try await portal.load() }?.code == .authenticationRequired)
        #expect(stage.transport.sent.count == 1)
    }

    @Test func `anonymously sends one bare request`() async throws {
        let stage = Stage()
        let portal = try connect(stage)
        try await portal.load()
        let sent = try #require(stage.transport.sent.first)
        #expect(stage.transport.lines == ["GET https://h.test/portal/sharing/rest/portals/self"])
        #expect(sent.query == "f=json")
        #expect(sent.headers.isEmpty)
        #expect(portal.user == nil)
        #expect(portal.info?.portalName == "City Portal")
        #expect(stage.statuses == [.loading, .loaded])
    }

    @Test func `with a stored credential asks no handler and loads the user`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice())
        let portal = try connect(stage, .authenticated)
        try await portal.load()
        #expect(
            stage.transport.lines == [
                "GET https://h.test/portal/sharing/rest/info", "POST \(Traffic.token)",
                "GET https://h.test/portal/sharing/rest/portals/self +tok1",
            ])
        #expect(portal.user?.username == "alice")
        #expect(portal.user?.creationDate == Timestamp(milliseconds: 1_440_466_346_000))
        #expect(stage.challenges.isEmpty)
    }

    @Test func `signed in with an empty store asks before any request`() async throws {
        let stage = Stage()
        stage.handle { challenge in
            #expect(stage.transport.sent.isEmpty)
            #expect(challenge.kind == .oAuthOrToken && challenge.requestURL.description == Traffic.portal)
            return .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(Stage.password)))
        }
        let portal = try connect(stage, .authenticated)
        try await portal.load()
        #expect(stage.challenges == ["oAuthOrToken,0"])
        #expect(
            stage.transport.lines == [
                "GET https://h.test/portal/sharing/rest/info", "POST \(Traffic.token)",
                "GET https://h.test/portal/sharing/rest/portals/self +tok1",
            ])
        #expect(stage.environment.credentials.credentials.count == 1)
    }

    @Test func `signed in without a handler fails without a request`() async throws {
        let stage = Stage()
        let portal = try connect(stage, .authenticated)
        #expect(await failure { () throws(PortalError) in try await portal.load() }?.code == .authenticationRequired)
        #expect(
            await failure { () throws(PortalError) in try await portal.retryLoad() }?.code == .authenticationRequired)
        #expect(stage.transport.sent.isEmpty)
    }

    @Test func `cancelled by the handler leaves the store empty`() async throws {
        let stage = Stage()
        stage.handle { _ in .cancel }
        let portal = try connect(stage, .authenticated)
        #expect(await failure { () throws(PortalError) in try await portal.load() }?.code == .cancelled)
        #expect(stage.transport.sent.isEmpty && stage.environment.credentials.credentials.isEmpty)
        #expect(portal.loadStatus == .failed)
    }

    @Test func `to a strict private organization is an authentication error`() async throws {
        let stage = Stage()
        stage.portal.change { $0.self_ = "refused" }
        let portal = try connect(stage)
        let error = await failure { () throws(PortalError) in try await portal.load() }
        #expect(error?.code == .tokenRequired && error?.isAuthenticationError == true)
        #expect(stage.transport.sent.count == 1)
    }

    @Test func `anonymously stays anonymous after a later challenge`() async throws {
        let stage = Stage()
        stage.handle { challenge in
            .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(Stage.password)))
        }
        let portal = try connect(stage)
        try await portal.load()
        let item = PortalItem(portal: portal, id: Traffic.privateItem)
        try await item.load()
        #expect(item.title == "Private" && portal.user == nil)
        #expect(stage.challenges == ["token,0"])
        let again = try connect(stage, .authenticated)
        try await again.load()
        #expect(again.user?.username == "alice")
    }

    @Test func `as a user of another organization is denied once`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice())
        stage.portal.can("/portals/self", .denied, forEver: true)
        let portal = try connect(stage, .authenticated)
        #expect(await failure { () throws(PortalError) in try await portal.load() }?.code == .accessDenied)
        #expect(stage.transport.lines.filter { $0.hasPrefix("POST") }.count == 1)
    }

    @Test func `reads tolerantly and keeps what it does not know`() async throws {
        let stage = Stage()
        stage.portal.can(
            "/portals/self",
            .json([
                "id": 17, "portalName": nil, "allSSL": "true", "isPortal": false, "novelty": ["x": 1],
                "created": "1700000000000",
                "featuredGroups": [["title": "A \"b\"", "owner": "o"], "0123", ["owner": "x"], nil],
                "defaultBasemap": [
                    "title": "Topo", "baseMapLayers": [["url": "https://t.test/MapServer"], ["id": "x"]],
                ],
                "defaultExtent": [
                    "xmin": 1, "ymin": "2", "xmax": 3, "ymax": 4, "spatialReference": ["wkid": 102100],
                ],
                "banner": "head.png",
                "helperServices": [
                    "geometry": ["url": "https://t.test/GeometryServer"], "printTask": ["url": nil],
                ],
            ]))
        let portal = try connect(stage)
        try await portal.load()
        let info = try #require(portal.info)
        #expect(info.organizationID == "17" && info.portalName == nil && info.allSSL && !info.isPortal)
        #expect(info.created == Timestamp(milliseconds: 1_700_000_000_000))
        #expect(info.rawJSON["novelty"]?["x"] == 1)
        #expect(info.featuredGroupsQueries == ["title:\"A \\\"b\\\"\" AND owner:\"o\"", "id:\"0123\""])
        #expect(info.defaultExtent?.xmin == 1 && info.defaultExtent?.ymax == 4)
        #expect(info.defaultExtent?.spatialReference != nil)
        #expect(
            info.banner?.url.description == "https://h.test/portal/sharing/rest/portals/self/resources/head.png")
        #expect(info.geometryServiceURL?.description == "https://t.test/GeometryServer" && info.printTaskURL == nil)
        #expect(info.defaultBasemap?.title == "Topo" && info.defaultBasemap?.layerURLs == ["https://t.test/MapServer"])
    }

    @Test func `finds a thumbnail with the token or none without a request`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice())
        stage.portal.can(
            "/info/me.png",
            HTTPResponse(status: 200, headers: [HeaderField("Content-Type", "image/png")], body: [0x89, 0x50]))
        let portal = try connect(stage, .authenticated)
        try await portal.load()
        #expect(portal.info?.thumbnail == nil)
        let picture = try #require(portal.user?.thumbnail)
        #expect(picture.image == nil && picture.loadStatus == .notLoaded)
        #expect(try await picture.data() == [0x89, 0x50])
        #expect(picture.image == [0x89, 0x50] && picture.mediaType == "image/png" && picture.loadStatus == .loaded)
        #expect(
            stage.transport.sent.last?.description
                == "GET https://h.test/portal/sharing/rest/community/users/alice/info/me.png +tok1")
        #expect(stage.transport.sent.last?.query == "")
    }
}
