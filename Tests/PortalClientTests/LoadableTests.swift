import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Loadable objects` {
    private func portal(_ stage: Stage) throws -> Portal {
        Portal(url: try PortalURL(Traffic.portal), in: stage.environment)
    }

    @Test func `load once for two callers`() async throws {
        let door = Latch()
        let stage = Stage(wrap: { _ in await door.wait() })
        let portal = try portal(stage)
        async let one: Void = portal.load()
        async let other: Void = portal.load()
        await stage.transport.waitForRequests(1)
        #expect(portal.loadStatus == .loading)
        door.open()
        _ = try await (one, other)
        try await portal.load()
        try await portal.retryLoad()
        #expect(stage.transport.sent.count == 1 && portal.loadStatus == .loaded)
    }

    @Test func `repeat their error without asking again until they are told to`() async throws {
        let stage = Stage()
        stage.portal.can("/portals/self", .text("down", status: 500))
        let portal = try portal(stage)
        for _ in 0..<2 { #expect(await failure { () throws(PortalError) in try await portal.load() }?.code == .http) }
        #expect(stage.transport.sent.count == 1 && portal.loadError?.httpStatus == 500)
        try await portal.retryLoad()
        #expect(portal.loadStatus == .loaded && portal.loadError == nil)
        #expect(stage.statuses == [.loading, .failed, .loading, .loaded])
    }

    @Test func `cancel for everybody who waits`() async throws {
        let stage = Stage(wrap: { _ in await Latch().wait() })
        let portal = try portal(stage)
        let waiters = (0..<3).map { _ in Task { await failure { () throws(PortalError) in try await portal.load() } } }
        await stage.transport.waitForRequests(1)
        portal.cancelLoad()
        for waiter in waiters { #expect(await waiter.value?.code == .cancelled) }
        #expect(portal.loadStatus == .failed)
        #expect(await failure { () throws(PortalError) in try await portal.load() }?.code == .cancelled)
        #expect(stage.transport.sent.count == 1)
    }

    @Test func `end with the task that loads them`() async throws {
        let stage = Stage(wrap: { _ in await Latch().wait() })
        let portal = try portal(stage)
        let only = Task { await failure { () throws(PortalError) in try await portal.load() } }
        await stage.transport.waitForRequests(1)
        only.cancel()
        #expect(await only.value?.code == .cancelled)
        #expect(portal.loadStatus == .failed && portal.loadError?.code == .cancelled)
    }

    @Test func `tell every status`() async throws {
        let stage = Stage()
        let portal = try portal(stage)
        var updates = portal.loadStatusUpdates.makeAsyncIterator()
        try await portal.load()
        var seen: [LoadStatus] = []
        while seen.last != .loaded, let status = await updates.next() { seen.append(status) }
        #expect(seen == [.notLoaded, .loading, .loaded])
    }

    /// A stage whose first answer at a path waits for a door; what it is, is decided once that is open.
    private func stage(holding pathEnd: String, at door: Latch) -> Stage {
        let isFirst = Locked(true)
        return Stage(wrap: { sent in
            guard sent.path.hasSuffix(pathEnd) else { return }
            let isHeld = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isHeld { await door.wait() }
        })
    }

    @Test(arguments: [false, true])
    func `are loaded for a challenge handler that cannot wait for another task's attempt`(
        whichFails: Bool
    ) async throws {
        let door = Latch()
        let stage = stage(holding: "/portals/self", at: door)
        let portal = try portal(stage)
        stage.handle { _ in
            try await portal.load()
            #expect(portal.info?.portalName == "City Portal" && portal.loadStatus == .loaded)
            if whichFails { stage.portal.can("/portals/self", .text("down", status: 500)) }
            // As the attempt of the other task would wait for this answer.
            door.open()
            return .cancel
        }
        async let loading: Void = portal.load()
        await stage.transport.waitForRequests(1)
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.code == .cancelled)
        try await loading
        #expect(stage.statuses == [.loading, .loaded])
    }

    @Test func `are not loaded for a challenge handler where that was cancelled`() async throws {
        let (place, asked) = (Locked<Portal?>(nil), Locked(0))
        let stage = Stage(wrap: { sent in
            guard sent.path.hasSuffix("/portals/self") else { return }
            let number = asked.withLock { asked -> Int in
                asked += 1
                return asked
            }
            if number == 1 { await Latch().wait() }
            place.withLock { $0 }?.cancelLoad()
        })
        let portal = try portal(stage)
        place.withLock { $0 = portal }
        let codes = Locked<[PortalError.Code?]>([])
        stage.handle { _ in
            let error = await failure { () throws(PortalError) in try await portal.load() }
            codes.withLock { $0.append(error?.code) }
            return .cancel
        }
        let loading = Task { await failure { () throws(PortalError) in try await portal.load() } }
        await stage.transport.waitForRequests(1)
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.code == .cancelled)
        #expect(await loading.value?.code == .cancelled)
        #expect(codes.withLock { $0 } == [.cancelled] && portal.loadStatus == .failed)
    }

    @Test func `stay what they were loaded as for a challenge handler`() async throws {
        let door = Latch()
        let isHeld = Locked(true)
        let stage = PretendMaps(layers: [PretendMaps.layer("OpenRoads")]).stage { sent in
            let isFirst = isHeld.withLock { isHeld in
                defer { if sent.path == PretendMaps.data { isHeld = false } }
                return isHeld && sent.path == PretendMaps.data
            }
            if isFirst { await door.wait() }
            return nil
        }
        let map = try stage.webMap()
        let given = Locked<MapLayer?>(nil)
        stage.handle { _ in
            try await map.load()
            given.withLock { $0 = map.operationalLayers.first }
            // As the attempt of the other task would wait for this answer.
            door.open()
            return .cancel
        }
        async let loading: Void = map.load()
        await stage.transport.waitForRequests(1)
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.code == .cancelled)
        try await loading
        let layer = try #require(given.withLock { $0 })
        #expect(map.operationalLayers.count == 1 && map.operationalLayers.first === layer)
    }

    @Test func `keep the item that they were loaded with for a challenge handler`() async throws {
        let path = "/content/items/0f1e2d3c4b5a69788796a5b4c3d2e1f1"
        let door = Latch()
        let stage = stage(holding: path, at: door)
        stage.portal.can(path, .json(["title": "early"]))
        let item = PortalItem(portal: try portal(stage), id: "0f1e2d3c4b5a69788796a5b4c3d2e1f1")
        stage.handle { _ in
            try await item.load()
            stage.portal.can(path, .json(["title": "late"]))
            // As the attempt of the other task would wait for this answer.
            door.open()
            return .cancel
        }
        async let loading: Void = item.load()
        await stage.transport.waitForRequests(1)
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.code == .cancelled)
        try await loading
        let answers = stage.transport.sent.filter { $0.path.hasSuffix(path) }
        #expect(answers.count == 2 && item.title == "early")
    }

    @Test func `are not loaded by the handler that their own loading waits for`() async throws {
        let stage = Stage()
        stage.portal.change { $0.self_ = "refused" }
        let portal = try portal(stage)
        let codes = Locked<[PortalError.Code?]>([])
        stage.handle { challenge in
            let error = await failure { () throws(PortalError) in try await portal.load() }
            codes.withLock { $0.append(error?.code) }
            return .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(Stage.password)))
        }
        try await portal.load()
        #expect(codes.withLock { $0 } == [.invalidArgument])
        #expect(portal.loadStatus == .loaded && stage.statuses == [.loading, .loaded])
    }
}
