import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

/// Writes down what it hears of searches.
private final class Ear: LegacyPortalDelegate {
    let heard = Locked<[String]>([])
    let operations = Locked<[LegacyPortalOperation]>([])

    var words: [String] { heard.withLock { $0 } }

    private func note(_ word: String, _ operation: LegacyPortalOperation) {
        operations.withLock { $0.append(operation) }
        heard.withLock { $0.append(word) }
    }

    func portalDidLoad(_ portal: LegacyPortal) async { heard.withLock { $0.append("load") } }
    func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation, didFindItems results: PortalQueryResults<PortalItem>
    ) async { note("items \(results.results.count) of \(results.total)", operation) }
    func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation, didFailToFindItemsFor query: PortalQuery,
        error: PortalError
    ) async { note("no items for \(query.text): \(error.code)", operation) }
    func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation,
        didFindGroups results: PortalQueryResults<PortalGroup>
    ) async { note("groups \(results.results.map(\.id))", operation) }
    func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation, didFailToFindGroupsFor query: PortalQuery,
        error: PortalError
    ) async { note("no groups for \(query.text): \(error.code)", operation) }
}

/// Implements no method.
private final class Silent: LegacyPortalDelegate {}

/// Implements one method.
private final class Loading: LegacyPortalDelegate {
    let isLoaded = Locked(false)
    func portalDidLoad(_ portal: LegacyPortal) async { isLoaded.withLock { $0 = true } }
}

struct `Searches of older portals` {
    private func loaded(_ stage: Stage, _ ear: Ear) async -> LegacyPortal {
        let portal = LegacyPortal(url: Traffic.portal, credential: nil, delegate: ear, in: stage.environment)
        await stage.eventually { ear.words == ["load"] }
        return portal
    }

    @Test func `tell the delegate what each of them found`() async throws {
        let stage = Stage()
        stage.portal.can("/search", .json(["total": 7, "results": [["id": "i1"], ["id": "i2"]]]))
        stage.portal.can("/community/groups", .json(["total": 1, "results": [["id": "g1"]]]))
        let ear = Ear()
        let portal = await loaded(stage, ear)
        let items = portal.findItems(PortalQuery("roads"))
        await stage.eventually { ear.words.count == 2 }
        let groups = portal.findGroups(PortalQuery("maps"))
        await stage.eventually { ear.words.count == 3 }
        #expect(ear.words == ["load", "items 2 of 7", "groups [\"g1\"]"])
        #expect(ear.operations.withLock { $0 } == [items, groups] && items != groups)
    }

    @Test func `tell the delegate why one of them failed`() async throws {
        let stage = Stage()
        stage.portal.can("/search", .denied)
        stage.portal.can("/community/groups", .denied)
        let ear = Ear()
        let portal = await loaded(stage, ear)
        portal.findItems(PortalQuery("roads"))
        await stage.eventually { ear.words.count == 2 }
        portal.findGroups(PortalQuery("maps"))
        await stage.eventually { ear.words.count == 3 }
        #expect(
            ear.words == [
                "load", "no items for roads: authenticationRequired", "no groups for maps: authenticationRequired",
            ])
    }

    @Test func `fail without a request where the portal is not loaded`() async throws {
        let stage = Stage()
        stage.portal.change { $0.self_ = "refused" }
        let ear = Ear()
        let portal = LegacyPortal(url: Traffic.portal, credential: nil, delegate: ear, in: stage.environment)
        await stage.eventually { portal.error != nil }
        portal.findItems(PortalQuery("roads"))
        await stage.eventually { !ear.words.isEmpty }
        #expect(ear.words == ["no items for roads: invalidArgument"] && stage.transport.sent.count == 1)
    }

    @Test func `are cancelled, and end with their portal, without a word`() async throws {
        let (door, ended) = (Latch(), Latch())
        let stage = Stage(wrap: { sent in
            guard sent.path.hasSuffix("/search") else { return }
            await door.wait()
            if Task.isCancelled { ended.open() }
        })
        let ear = Ear()
        var portal: LegacyPortal? = await loaded(stage, ear)
        let cancelled = portal?.findItems(PortalQuery("one"))
        await stage.transport.waitForRequests(2)
        cancelled?.cancel()
        await ended.wait()
        #expect(cancelled?.isCancelled == true)
        portal?.findItems(PortalQuery("two"))
        await stage.transport.waitForRequests(3)
        weak let watched = portal
        portal = nil
        // A task that was ended may hold it a moment longer.
        await stage.eventually { watched == nil }
        #expect(watched == nil && ear.words == ["load"])
        _ = portal
    }

    @Test func `a delegate implements only what it needs, and may be set after the portal was made`() async throws {
        let door = Latch()
        let stage = Stage(wrap: { _ in await door.wait() })
        let (silent, loading) = (Silent(), Loading())
        let quiet = LegacyPortal(url: Traffic.portal, credential: nil, in: stage.environment)
        quiet.delegate = silent
        let portal = LegacyPortal(url: Traffic.portal, credential: nil, in: stage.environment)
        portal.delegate = loading
        door.open()
        await stage.eventually { loading.isLoaded.withLock { $0 } && quiet.isLoaded }
        #expect(portal.isLoaded && portal.delegate === loading)
    }
}
