import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

private let item = "https://h.test/portal/sharing/rest/content/items/private"

/// Two processes that use one store, and one sign-in in it.
struct `A sign-in that two processes share` {
    private let kept = MemoryPersistence()
    private let one: Stage
    private let two: Stage
    private let server: PretendAuthorizationServer

    init() async throws {
        let (one, server) = Stage.oauth()
        let portal = one.portal
        let two = Stage(portal: portal, script: { sent in server.answer(sent) ?? portal.answer(sent) })
        (self.one, self.two, self.server) = (one, two, server)
        try await one.environment.credentials.makePersistent(kept, in: one.environment)
        let configuration = try Stage.configuration()
        try await one.environment.authentication.signIn(configuration, agent: PretendBrowser(server))
        try await two.environment.credentials.makePersistent(kept, in: two.environment)
        two.handle { _ in .cancel }
    }

    private func steps(_ stage: Stage) -> [String] {
        stage.transport.sent.map { $0.form["grant_type"] ?? $0.token.map { "+\($0)" } ?? "bare" }
    }

    /// The refresh token that the store keeps.
    private var keptToken: String? {
        kept.entries()?.values.compactMap { $0["is"]?["session"]?["refresh"]?["token"]?.string }.first
    }

    /// Has the first process replace the refresh token, which ends the old one.
    private func rotate() async throws {
        one.time.advance(by: .seconds(13 * 86400 + 60))
        _ = try await one.ask(item)
        one.portal.change { $0.live = ["access2"] }
        #expect(keptToken == "refresh2")
    }

    @Test func `goes on in one with what the other one has renewed, and asks no handler`() async throws {
        try await rotate()
        _ = try await two.ask(item)
        #expect(steps(two) == ["+access1", "refresh_token", "+access2"] && two.challenges.isEmpty)
        two.portal.change { $0.live = [] }
        _ = try await two.ask(item)
        #expect(steps(two).suffix(3) == ["+access2", "refresh_token", "+access3"])
        #expect(two.transport.sent.last { $0.form["refresh_token"] != nil }?.form["refresh_token"] == "refresh2")
    }

    @Test func `is over in both where neither has renewed it`() async throws {
        two.portal.change { $0.live = [] }
        server.change { $0.refreshTokens = [:] }
        let error = await failure { () throws(PortalError) in try await two.ask(item) }
        #expect(error?.code == .cancelled && two.challenges.count == 1)
        #expect(steps(two) == ["+access1", "refresh_token"])
    }

    @Test func `is over in one where the other one has signed out`() async throws {
        await one.environment.authentication.signOut()
        two.portal.change { $0.live = [] }
        _ = await failure { () throws(PortalError) in try await two.ask(item) }
        #expect(two.challenges.count == 1 && steps(two) == ["+access1", "refresh_token"])
    }

    @Test func `keeps the newer refresh token, whichever writes last`() async throws {
        // The portal still takes the old one, so the second process has something of its own to write.
        try await rotate()
        server.change { $0.refreshTokens["refresh1"] = "alice" }
        two.portal.change { $0.live = [] }
        _ = try await two.ask(item)
        try await two.environment.credentials.save()
        #expect(steps(two) == ["+access1", "refresh_token", "+access3"] && keptToken == "refresh2")
        // What it gets later goes into the store.
        two.time.advance(by: .seconds(14 * 86400 - 3600))
        server.change { $0.refreshTokens["refresh1"] = "alice" }
        _ = try await two.ask(item)
        try await two.environment.credentials.save()
        #expect(keptToken == "refresh4", "\(steps(two))")
    }
}
