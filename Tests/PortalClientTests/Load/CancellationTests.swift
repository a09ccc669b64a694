import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

/// A cancelled load ends where it is: nothing more is sent or asked, and no task is left waiting (rule R22).
struct `Cancellation` {
    /// A point of a load at which everything stands still for ever.
    struct Point: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Builds the stage, given what stands still.
        let stage: @Sendable (_ still: Latch) throws -> Stage
        /// Whether the load has come there.
        let isThere: @Sendable (Stage) -> Bool
        var url = Traffic.server
    }

    private static func sent(_ end: String) -> @Sendable (Stage) -> Bool {
        { stage in stage.transport.sent.contains { $0.path.hasSuffix(end) } }
    }

    private static let signedIn: @Sendable (Stage) throws -> Void = { stage in
        stage.environment.credentials.add(try stage.alice(Traffic.server))
    }

    static let points = [
        Point(
            testDescription: "the request itself",
            stage: { still in Stage(wrap: { _ in await still.wait() }) }, isThere: sent("/MapServer")),
        Point(
            testDescription: "discovery",
            stage: { still in
                let stage = Stage(wrap: { if $0.path.hasSuffix("/info") { await still.wait() } })
                try signedIn(stage)
                return stage
            }, isThere: sent("/info")),
        Point(
            testDescription: "the token request",
            stage: { still in
                let stage = Stage(wrap: { if $0.method == "POST" { await still.wait() } })
                try signedIn(stage)
                return stage
            }, isThere: sent("/generateToken")),
        Point(
            testDescription: "the target of a redirect",
            stage: { still in
                let stage = Stage(wrap: { if $0.path.hasSuffix("/next") { await still.wait() } })
                stage.portal.can("/MapServer", .redirect(302, "/next"), forEver: true)
                return stage
            }, isThere: sent("/next")),
        Point(
            testDescription: "the wait before a retry",
            stage: { _ in
                let stage = Stage(waits: .hold)
                stage.portal.can("/MapServer", .text("busy", status: 503), forEver: true)
                return stage
            },
            isThere: { stage in stage.recorded.contains { if case .retrying = $0 { true } else { false } } }),
        Point(
            testDescription: "a handler for tokens",
            stage: { still in
                let stage = Stage()
                stage.handle { _ in
                    await still.wait()
                    return .withoutCredential
                }
                return stage
            }, isThere: { !$0.challenges.isEmpty }),
        Point(
            testDescription: "a handler that pays no heed",
            stage: { still in
                let stage = Stage()
                let deaf = Task.detached { await still.wait() }
                stage.handle { _ in
                    await deaf.value
                    return .withoutCredential
                }
                return stage
            }, isThere: { !$0.challenges.isEmpty }),
        Point(
            testDescription: "a handler for the web tier",
            stage: { still in
                let stage = PretendWebTier(PretendWebTier.basic).stage()
                stage.answer { _ in
                    await still.wait()
                    return .withoutCredential
                }
                return stage
            }, isThere: { !$0.challenges.isEmpty }),
        Point(
            testDescription: "the turn of a question",
            stage: { still in
                let stage = Stage()
                stage.handle { _ in
                    await still.wait()
                    return .withoutCredential
                }
                Task {
                    await failure { () throws(PortalError) in try await stage.ask("https://z.test/s/rest/services/Z") }
                }
                return stage
            },
            isThere: { $0.environment.authentication.waitingForTurn == 1 }),
    ]

    @Test(arguments: points) func `ends a load at`(_ point: Point) async throws {
        let still = Latch()
        defer { still.open() }
        let stage = try point.stage(still)
        if point.testDescription.hasPrefix("the turn") { await stage.eventually { !stage.challenges.isEmpty } }
        let task = Task { await failure { () throws(PortalError) in try await stage.ask(point.url) } }
        await stage.eventually { point.isThere(stage) }
        let (sent, asked) = (stage.transport.sent.count, stage.challenges.count)
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        for _ in 0..<100 { await Task.yield() }
        #expect(stage.transport.sent.count == sent && stage.challenges.count == asked, "it went on")
        #expect(stage.environment.authentication.waitingForTokens == 0)
        #expect(stage.environment.authentication.waitingForTurn == 0)
    }

    /// Catalogue Q06: tasks that share the wait go on.
    @Test(arguments: points.dropFirst(2).prefix(1)) func `of one leaves the others at`(_ point: Point) async throws {
        let still = Latch()
        let stage = try point.stage(still)
        let tasks = (0..<3).map { _ in
            Task { await failure { () throws(PortalError) in try await stage.ask(point.url) } }
        }
        await stage.waitForTokenWaiters(3)
        tasks[1].cancel()
        #expect(await tasks[1].value?.code == .cancelled)
        still.open()
        #expect(await tasks[0].value == nil)
        #expect(await tasks[2].value == nil)
        #expect(stage.transport.sent.filter { $0.method == "POST" }.count == 1)
    }

    @Test func `of a portal's load reaches whatever it waits for`() async throws {
        let stage = Stage(waits: .hold)
        stage.portal.can("/portals/self", .text("busy", status: 503), forEver: true)
        let portal = Portal(url: try PortalURL(Traffic.portal), in: stage.environment)
        let task = Task { await failure { () throws(PortalError) in try await portal.load() } }
        await stage.time.until { waits, _ in waits == 1 }
        portal.cancelLoad()
        #expect(await task.value?.code == .cancelled && portal.loadStatus == .failed)
    }
}
