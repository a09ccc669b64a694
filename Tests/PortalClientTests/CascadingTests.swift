import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `What belongs to a portal` {
    private static let root = "https://h.test/portal/sharing/rest"
    private static let open = "0f1e2d3c4b5a69788796a5b4c3d2e1f1"
    private static let logo = "0f1e2d3c4b5a69788796a5b4c3d2e1f2"
    private static let signIn = ["GET \(root)/info", "POST \(Traffic.token)", "GET \(root)/portals/self +tok1"]

    private func portal(_ stage: Stage, _ connection: Portal.Connection = .authenticated) throws -> Portal {
        Portal(url: try PortalURL(Traffic.portal), connection: connection, in: stage.environment)
    }

    /// Has alice answer every question.
    private func aliceAnswers(_ stage: Stage) {
        stage.handle { challenge in
            .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(Stage.password)))
        }
    }

    @Test func `loads it first where a user is to sign in`() async throws {
        let stage = Stage()
        aliceAnswers(stage)
        let portal = try portal(stage)
        let item = PortalItem(portal: portal, id: Traffic.privateItem)
        try await item.load()
        #expect(stage.transport.lines == Self.signIn + ["GET \(Self.root)/content/items/\(Traffic.privateItem) +tok1"])
        #expect(stage.challenges == ["oAuthOrToken,0"] && portal.user?.username == "alice")
        #expect(portal.loadStatus == .loaded && item.title == "Private")
    }

    @Test func `costs no request more where nobody is to sign in`() async throws {
        let stage = Stage()
        let portal = try portal(stage, .anonymous)
        try await PortalItem(portal: portal, id: Self.open).load()
        _ = try await portal.findItems(PortalQuery("x"))
        #expect(stage.transport.lines == ["GET \(Self.root)/content/items/\(Self.open)", "GET \(Self.root)/search"])
        #expect(portal.loadStatus == .notLoaded)
    }

    @Test func `loads it once for ten items`() async throws {
        let stage = Stage()
        aliceAnswers(stage)
        let portal = try portal(stage)
        await withTaskGroup(of: PortalError?.self) { group in
            for number in 0..<10 {
                let item = PortalItem(portal: portal, id: String(repeating: "\(number)", count: 32))
                group.addTask { await failure { () throws(PortalError) in try await item.load() } }
            }
            for await error in group { #expect(error == nil) }
        }
        #expect(Array(stage.transport.lines.prefix(3)) == Self.signIn && stage.transport.sent.count == 13)
        #expect(stage.challenges == ["oAuthOrToken,0"])
    }

    @Test func `has its failure as its own, and mends it by another attempt`() async throws {
        let stage = Stage()
        let answers = Locked(0)
        stage.handle { challenge in
            let number = answers.withLock { count in
                count += 1
                return count
            }
            guard number > 1 else { return .cancel }
            return .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(Stage.password)))
        }
        let portal = try portal(stage)
        let (item, other) = (
            PortalItem(portal: portal, id: Traffic.privateItem), PortalItem(portal: portal, id: Traffic.privateItem)
        )
        #expect(await failure { () throws(PortalError) in try await item.load() }?.code == .cancelled)
        #expect(await failure { () throws(PortalError) in try await other.load() }?.code == .cancelled)
        let map = WebMap(item: item)
        #expect(await failure { () throws(PortalError) in try await map.load() }?.code == .cancelled)
        #expect(stage.challenges == ["oAuthOrToken,0"] && stage.transport.sent.isEmpty)
        try await item.retryLoad()
        try await other.retryLoad()
        #expect(portal.loadStatus == .loaded && item.title == "Private" && other.title == "Private")
        #expect(stage.challenges == ["oAuthOrToken,0", "oAuthOrToken,0"])
    }

    @Test func `begins its loading again where that was abandoned with another's`() async throws {
        let door = Latch()
        let isFirst = Locked(true)
        let stage = Stage(wrap: { sent in
            let waits =
                sent.path.hasSuffix("/portals/self")
                && isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
            if waits { await door.wait() }
        })
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        let portal = try portal(stage)
        let item = PortalItem(portal: portal, id: Traffic.privateItem)
        let only = Task { await failure { () throws(PortalError) in try await item.load() } }
        await stage.eventually { isFirst.withLock { !$0 } }
        only.cancel()
        #expect(await only.value?.code == .cancelled)
        #expect(portal.loadStatus == .failed && item.loadStatus == .failed)
        try await WebMapItem.load(item)
        #expect(portal.loadStatus == .loaded && item.title == "Private")
    }

    private enum WebMapItem {
        /// Loads an item as a map does that depends on it, and tolerates that it is no map.
        static func load(_ item: PortalItem) async throws {
            let error = await failure { () throws(PortalError) in try await WebMap(item: item).load() }
            try #require(error?.code == .unsupportedItemType)
        }
    }

    @Test func `goes on loading for others where one is cancelled`() async throws {
        let door = Latch()
        let stage = Stage(wrap: { if $0.path.hasSuffix("/portals/self") { await door.wait() } })
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        let portal = try portal(stage)
        let (one, other) = (
            PortalItem(portal: portal, id: Traffic.privateItem), PortalItem(portal: portal, id: Traffic.privateItem)
        )
        let first = Task { await failure { () throws(PortalError) in try await one.load() } }
        let second = Task { await failure { () throws(PortalError) in try await other.load() } }
        await stage.transport.waitForRequests(2)
        await stage.eventually { one.loadStatus == .loading && other.loadStatus == .loading }
        one.cancelLoad()
        #expect(await first.value?.code == .cancelled)
        door.open()
        #expect(await second.value == nil)
        #expect(portal.loadStatus == .loaded && other.title == "Private")
    }

    @Test func `does not wait for a loading that waits for the handler that asks for it`() async throws {
        let stage = Stage()
        let portal = try portal(stage)
        let logo = PortalItem(portal: portal, id: Self.logo)
        stage.handle { challenge in
            try await logo.load()
            return .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(Stage.password)))
        }
        try await PortalItem(portal: portal, id: Traffic.privateItem).load()
        #expect(
            stage.transport.lines.first == "GET \(Self.root)/content/items/\(Self.logo)" && logo.loadStatus == .loaded)
    }

    @Test func `asks with it: searches, and what it features`() async throws {
        for find in [
            { (portal: Portal) in _ = try await portal.findItems(PortalQuery("x")) },
            { (portal: Portal) in _ = try await portal.findGroups(PortalQuery("x")) },
            { (portal: Portal) in _ = try await portal.findFeaturedGroups() },
            { (portal: Portal) in _ = try await portal.findFeaturedItems() },
        ] as [@Sendable (Portal) async throws -> Void] {
            let stage = Stage()
            aliceAnswers(stage)
            try await find(try portal(stage))
            #expect(Array(stage.transport.lines.prefix(3)) == Self.signIn)
        }
    }

    @Test func `is featured by an anonymous portal too, which is loaded for that`() async throws {
        let stage = Stage()
        stage.portal.can("/portals/self", .json(["id": "ORG1", "featuredGroups": [["title": "Maps", "owner": "a"]]]))
        stage.portal.can("/community/groups", .json(["total": 1, "results": [["id": "g1", "title": "Maps"]]]))
        let groups = try await portal(stage, .anonymous).findFeaturedGroups()
        #expect(groups.map(\.id) == ["g1"])
        #expect(stage.transport.lines == ["GET \(Self.root)/portals/self", "GET \(Self.root)/community/groups"])
    }

    @Test func `is not asked for where no user may be asked`() async throws {
        let stage = Stage()
        aliceAnswers(stage)
        let portal = Portal(
            url: try PortalURL(Traffic.portal), connection: .authenticated, challenges: .suppress,
            in: stage.environment)
        let item = PortalItem(portal: portal, id: Self.open)
        #expect(await failure { () throws(PortalError) in try await item.load() }?.code == .authenticationRequired)
        #expect(await failure { () throws(PortalError) in try await item.data() }?.code == .authenticationRequired)
        #expect(stage.transport.sent.isEmpty && stage.challenges.isEmpty)
    }
}
