import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

/// Writes down what it hears.
private final class Listener: LegacyPortalDelegate {
    let heard = Locked<[String]>([])
    private let latches = Locked<[(count: Int, latch: Latch)]>([])

    func portalDidLoad(_ portal: LegacyPortal) async { note("load") }
    func portal(_ portal: LegacyPortal, didFailToLoad error: PortalError) async { note("fail(\(error.code))") }

    private func note(_ word: String) {
        let count = heard.withLock { heard in
            heard.append(word)
            return heard.count
        }
        for waiter in latches.withLock({ $0 }) where waiter.count <= count { waiter.latch.open() }
    }

    func wait(for count: Int) async {
        let latch = Latch()
        latches.withLock { $0.append((count, latch)) }
        if heard.withLock({ $0.count >= count }) { latch.open() }
        await latch.wait()
    }
}

struct `Legacy portals` {
    private let alice = LegacyCredential(user: "alice", password: Secret(Stage.password))

    @Test func `load when they are made`() async throws {
        let stage = Stage()
        let listener = Listener()
        let portal = LegacyPortal(
            url: " \(Traffic.portal)/home/ ", credential: nil, delegate: listener, in: stage.environment)
        await listener.wait(for: 1)
        #expect(listener.heard.withLock { $0 } == ["load"])
        #expect(portal.isLoaded && portal.user == nil && portal.info?.portalName == "City Portal")
        #expect(portal.url?.description == Traffic.portal)
        #expect(stage.transport.lines == ["GET https://h.test/portal/sharing/rest/portals/self"])
    }

    @Test func `sign in by discovery, or by an explicit token address`() async throws {
        let stage = Stage()
        let listener = Listener()
        let portal = LegacyPortal(url: Traffic.portal, credential: alice, delegate: listener, in: stage.environment)
        await listener.wait(for: 1)
        #expect(portal.user?.username == "alice")
        #expect(stage.transport.sent.count == 3)
        var explicit = alice
        explicit.authType = .token
        explicit.tokenURL = try HTTPURL(Traffic.token)
        let other = LegacyPortal(url: Traffic.portal, credential: explicit, delegate: listener, in: stage.environment)
        await listener.wait(for: 2)
        #expect(other.user?.username == "alice")
        #expect(
            stage.transport.lines.suffix(2) == [
                "POST \(Traffic.token)", "GET https://h.test/portal/sharing/rest/portals/self +tok2",
            ])
    }

    @Test func `ask no handler and are mended by resubmitting`() async throws {
        let stage = Stage()
        stage.handle { _ in .cancel }
        stage.portal.change { $0.self_ = "refused" }
        let listener = Listener()
        let portal = LegacyPortal(url: Traffic.portal, credential: nil, delegate: listener, in: stage.environment)
        await listener.wait(for: 1)
        #expect(portal.error?.isAuthenticationError == true && !portal.isLoaded)
        portal.credential = LegacyCredential(user: "alice", password: Secret("wrong"))
        portal.resubmit()
        await listener.wait(for: 2)
        portal.resubmit(url: Traffic.portal, credential: alice)
        await listener.wait(for: 3)
        #expect(listener.heard.withLock { $0 } == ["fail(tokenRequired)", "fail(invalidCredentials)", "load"])
        #expect(stage.transport.lines.filter { $0.hasSuffix("/info") }.count == 1)
        #expect(stage.challenges.isEmpty && portal.user?.username == "alice")
    }

    @Test func `ignore resubmitting while they load and when they are loaded`() async throws {
        let door = Latch()
        let stage = Stage(wrap: { _ in await door.wait() })
        let listener = Listener()
        let portal = LegacyPortal(url: Traffic.portal, credential: nil, delegate: listener, in: stage.environment)
        await stage.transport.waitForRequests(1)
        for _ in 0..<3 { portal.resubmit() }
        portal.resubmit(url: "https://other.test", credential: alice)
        door.open()
        await listener.wait(for: 1)
        portal.resubmit()
        #expect(stage.transport.sent.count == 1 && listener.heard.withLock { $0.count } == 1)
        #expect(portal.credential == nil)
    }

    @Test func `that are dropped end their request and call no delegate`() async throws {
        let ended = Latch()
        let stage = Stage(wrap: { _ in
            await Latch().wait()
            if Task.isCancelled { ended.open() }
        })
        let listener = Listener()
        var portal: LegacyPortal? = LegacyPortal(
            url: Traffic.portal, credential: nil, delegate: listener, in: stage.environment)
        await stage.transport.waitForRequests(1)
        weak let watched = portal
        portal = nil
        await ended.wait()
        #expect(watched == nil && listener.heard.withLock { $0.isEmpty })
        _ = portal
    }

    @Test func `with an expired token fail and are not renewed`() async throws {
        let stage = Stage()
        let listener = Listener()
        let portal = LegacyPortal(
            url: Traffic.portal, credential: LegacyCredential(token: Secret("old"), referer: "https://bound.test"),
            delegate: listener, in: stage.environment)
        await listener.wait(for: 1)
        #expect(portal.error?.code == .tokenInvalid && portal.error?.legacyCode == 498)
        #expect(stage.transport.lines == ["GET https://h.test/portal/sharing/rest/portals/self +old"])
        #expect(stage.transport.sent[0].header("Referer") == "https://bound.test")
    }

    @Test func `with an address that is none say so`() async throws {
        let stage = Stage()
        let listener = Listener()
        let portal = LegacyPortal(url: "ftp://h.test", credential: nil, delegate: listener, in: stage.environment)
        await listener.wait(for: 1)
        #expect(portal.error?.code == .invalidArgument && stage.transport.sent.isEmpty)
    }
}
