import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

struct `Concurrent requests` {
    private func many(_ stage: Stage, _ count: Int = 10) async -> [PortalError?] {
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<count {
                group.addTask { await failure { () throws(PortalError) in try await stage.ask(Traffic.server) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func posts(_ stage: Stage) -> Int { stage.transport.sent.filter { $0.method == "POST" }.count }

    @Test func `share one discovery and one token`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        #expect(await many(stage).allSatisfy { $0 == nil })
        #expect(stage.transport.lines.prefix(2) == ["GET \(Traffic.info)", "POST \(Traffic.token)"])
        #expect(stage.transport.lines.dropFirst(2) == Array(repeating: "GET \(Traffic.server) +tok1", count: 10)[...])
    }

    @Test func `that are refused at once share one renewal`() async throws {
        let allRefused = Latch()
        let count = Locked(0)
        let isCounting = Locked(false)
        let stage = Stage(wrap: { sent in
            guard isCounting.withLock({ $0 }), sent.token == "tok1" else { return }
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 10 { allRefused.open() }
            await allRefused.wait()
        })
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        _ = try await stage.ask(Traffic.server)
        stage.portal.change { $0.live = [] }
        isCounting.withLock { $0 = true }
        #expect(await many(stage).allSatisfy { $0 == nil })
        #expect(posts(stage) == 2)
        #expect(stage.transport.sent.filter { $0.token == "tok2" }.count == 10)
    }

    @Test func `whose old token is refused late only replay`() async throws {
        let door = Latch()
        let held = Locked(false)
        let stage = Stage(wrap: { sent in
            if held.withLock({ $0 }), sent.path.hasSuffix("/late"), sent.token == "tok1" { await door.wait() }
        })
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        _ = try await stage.ask(Traffic.server)
        stage.portal.change { $0.live = [] }
        held.withLock { $0 = true }
        async let late = stage.ask(Traffic.server + "/late")
        await stage.transport.waitForRequests(4)
        _ = try await stage.ask(Traffic.server)
        door.open()
        _ = try await late
        #expect(posts(stage) == 2)
        #expect(stage.transport.lines.last == "GET \(Traffic.server)/late +tok2")
    }

    @Test func `share one failure, and the next one tries again`() async throws {
        let door = Latch()
        let waiting = Stage(wrap: { sent in if sent.method == "POST" { await door.wait() } })
        waiting.portal.can(
            "/generateToken", .json(["error": ["code": 400, "message": "Unable to generate token.", "details": []]]))
        waiting.environment.credentials.add(try waiting.alice(Traffic.server))
        async let failures = many(waiting)
        await waiting.transport.waitForRequests(2)
        await waiting.waitForTokenWaiters(10)
        door.open()
        #expect(await failures.allSatisfy { $0?.code == .tokenNotGenerated })
        #expect(posts(waiting) == 1)
        _ = try await waiting.ask(Traffic.server)
        #expect(posts(waiting) == 2)
    }

    @Test func `do without one that is cancelled`() async throws {
        let door = Latch()
        let stage = Stage(wrap: { sent in if sent.method == "POST" { await door.wait() } })
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        let one = Task { await failure { () throws(PortalError) in try await stage.ask(Traffic.server) } }
        let other = Task { await failure { () throws(PortalError) in try await stage.ask(Traffic.server) } }
        await stage.transport.waitForRequests(2)
        await stage.waitForTokenWaiters(2)
        one.cancel()
        #expect(await one.value?.code == .cancelled)
        door.open()
        #expect(await other.value == nil)
        #expect(posts(stage) == 1)
    }

    @Test func `that are all cancelled end the token request`() async throws {
        let stage = Stage(wrap: { sent in if sent.method == "POST" { await Latch().wait() } })
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        let only = Task { await failure { () throws(PortalError) in try await stage.ask(Traffic.server) } }
        await stage.transport.waitForRequests(2)
        only.cancel()
        #expect(await only.value?.code == .cancelled)
    }

    @Test func `ask once and share the answer`() async throws {
        let door = Latch()
        let stage = Stage()
        stage.handle { challenge in
            await door.wait()
            return .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(Stage.password)))
        }
        async let outcomes = many(stage)
        await stage.transport.waitForRequests(10)
        door.open()
        #expect(await outcomes.allSatisfy { $0 == nil })
        #expect(stage.challenges == ["token,0"])
        #expect(stage.transport.sent.filter { $0.token == "tok1" }.count == 10)
    }

    @Test func `to two places are asked about one after the other`() async throws {
        let open = Locked((now: 0, most: 0))
        let stage = Stage()
        stage.handle { _ in
            open.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
            }
            for _ in 0..<50 { await Task.yield() }
            open.withLock { $0.now -= 1 }
            return .cancel
        }
        async let one = failure { () throws(PortalError) in try await stage.ask("https://a.test/s/rest/services/A") }
        async let other = failure { () throws(PortalError) in try await stage.ask("https://b.test/s/rest/services/B") }
        #expect(await (one?.code, other?.code) == (.cancelled, .cancelled))
        #expect(stage.challenges.count == 2 && open.withLock { $0.most } == 1)
    }

    @Test func `that wait for a handler can be cancelled, and the next challenge comes`() async throws {
        let stage = Stage()
        let door = Latch()
        let never = Task.detached { await door.wait() }
        defer { door.open() }
        stage.handle { challenge in
            if challenge.requestURL.description.contains("a.test") { await never.value }
            return .withoutCredential
        }
        let stuck = Task {
            await failure { () throws(PortalError) in try await stage.ask("https://a.test/s/rest/services/A") }
        }
        await stage.eventually { !stage.challenges.isEmpty }
        let next = Task {
            await failure { () throws(PortalError) in try await stage.ask("https://b.test/s/rest/services/B") }
        }
        await stage.transport.waitForRequests(2)
        stuck.cancel()
        #expect(await stuck.value?.code == .cancelled)
        #expect(await next.value?.code == .tokenRequired)
    }

    @Test func `are discarded by signing out`() async throws {
        let door = Latch()
        let stage = Stage(wrap: { sent in if sent.method == "POST" { await door.wait() } })
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        let waiting = Task { await failure { () throws(PortalError) in try await stage.ask(Traffic.server) } }
        await stage.transport.waitForRequests(2)
        await stage.environment.authentication.signOut()
        door.open()
        #expect(await waiting.value?.code == .signedOut)
        #expect(stage.environment.credentials.credentials.isEmpty && stage.transport.retirements == 1)
        #expect(await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }?.code == .tokenRequired)
        #expect(stage.transport.sent.last?.token == nil)
    }
}
