import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

/// Questions that wait for their turn, and answers that come when no task waits for them any more (rules R13, R24).
struct `Questions in turn` {
    private func ask(_ stage: Stage, _ url: String) async -> PortalError? {
        await failure { () throws(PortalError) in try await stage.ask(url) }
    }

    /// Opens a question about `a.test` that stays open, and begins a request to `b.test` whose question waits for its turn.
    private func queue(
        _ stage: Stage, _ door: Latch, then meanwhile: () async throws -> Void
    ) async throws -> PortalError? {
        stage.answer { challenge in
            if challenge.space.origin.host == "a.test" { await door.wait() }
            return .withoutCredential
        }
        let first = Task { await ask(stage, "https://a.test/portal/sharing/rest/x") }
        await stage.eventually { stage.challenges.count == 1 }
        let second = Task { await ask(stage, "https://b.test/portal/sharing/rest/x") }
        await stage.eventually { stage.environment.authentication.waitingForTurn == 1 }
        try await meanwhile()
        door.open()
        _ = await first.value
        return await second.value
    }

    @Test func `are not asked where a password is known by then`() async throws {
        let stage = PretendWebTier(PretendWebTier.basic).stage()
        let error = try await queue(stage, Latch()) {
            try await stage.environment.networkCredentials.add(
                .password(username: "alice", Secret("right")), for: try Web.space(at: "b.test"))
        }
        #expect(error == nil && stage.challenges == ["basic,0"])
    }

    @Test func `are not asked where an identity is chosen by then`() async throws {
        let alice = try Identities.named("alice")
        let host = PretendFront.Host(accepted: [alice], issuers: [])
        let stage = PretendFront(["a.test": host, "b.test": host]).stage()
        let error = try await queue(stage, Latch()) {
            try await stage.environment.networkCredentials.add(
                .certificate(alice), for: try Web.space(.clientCertificate, realm: nil, at: "b.test"))
        }
        #expect(error == nil && stage.challenges == ["clientCertificate,0"])
    }

    @Test func `are not asked twice for one consent`() async throws {
        let stage = Stage()
        stage.portal.change {
            $0.info = [
                "authInfo": ["isTokenBasedSecurity": true, "tokenServicesUrl": "https://sso.test/generateToken"]
            ]
        }
        let door = Latch()
        stage.handle { _ in
            await door.wait()
            return .consent
        }
        for path in ["s1", "s2"] {
            stage.environment.credentials.add(try stage.alice("https://h.test/\(path)/rest/services"))
        }
        let tasks = ["s1", "s2"].map { path in
            Task { await ask(stage, "https://h.test/\(path)/rest/services/X") }
        }
        await stage.eventually {
            stage.challenges.count == 1 && stage.environment.authentication.waitingForTurn == 1
        }
        door.open()
        for task in tasks { #expect(await task.value == nil) }
        #expect(stage.challenges.count == 1)
    }

    @Test func `that were withdrawn are not answered any more`() async throws {
        let stage = Stage()
        let door = Latch()
        let late = Task.detached { await door.wait() }
        stage.handle { challenge in
            await late.value
            return .credential(
                TokenCredential(
                    for: challenge.requestURL, username: "alice", password: Secret(Stage.password),
                    tokenURL: try HTTPURL(Traffic.token), in: challenge.environment))
        }
        let task = Task { await ask(stage, Traffic.server) }
        await stage.eventually { !stage.challenges.isEmpty }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        door.open()
        await stage.eventually { stage.recorded.contains(.disposition(id: 1, answer: "credential")) }
        for _ in 0..<200 { await Task.yield() }
        #expect(stage.environment.credentials.credentials.isEmpty)
        #expect(stage.transport.sent.allSatisfy { $0.method == "GET" } && stage.challenges.count == 1)
    }

    @Test func `are finished by the handler that began them`() async throws {
        let stage = Stage()
        let door = Latch()
        stage.handle { challenge in
            await door.wait()
            return .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(Stage.password)))
        }
        let task = Task { await ask(stage, Traffic.server) }
        await stage.eventually { !stage.challenges.isEmpty }
        stage.handle { _ in .cancel }
        door.open()
        #expect(await task.value == nil && stage.challenges == ["token,0"])
    }

    @Test func `of a task that a handler left behind wait like any other`() async throws {
        let stage = Stage()
        let doors = (answered: Latch(), asked: Latch())
        let left = Locked<Task<PortalError?, Never>?>(nil)
        stage.handle { challenge in
            if challenge.requestURL.origin.host == "a.test" {
                let task = Task {
                    await doors.answered.wait()
                    return await ask(stage, "https://c.test/s/rest/services/C")
                }
                left.withLock { $0 = task }
            }
            if challenge.requestURL.origin.host == "b.test" { await doors.asked.wait() }
            return .withoutCredential
        }
        _ = await ask(stage, "https://a.test/s/rest/services/A")
        let second = Task { await ask(stage, "https://b.test/s/rest/services/B") }
        await stage.eventually { stage.challenges.count == 2 }
        doors.answered.open()
        await stage.eventually {
            stage.challenges.count == 3 || stage.environment.authentication.waitingForTurn == 1
        }
        #expect(stage.challenges.count == 2, "two questions were open at once")
        doors.asked.open()
        #expect(await second.value?.code == .tokenRequired)
        #expect(await left.withLock { $0 }?.value?.code == .tokenRequired)
    }

    @Test func `of a handler itself are asked at once`() async throws {
        let stage = Stage()
        stage.handle { challenge in
            if challenge.requestURL.origin.host == "a.test" {
                _ = await ask(stage, "https://b.test/s/rest/services/B")
            }
            return .withoutCredential
        }
        #expect(await ask(stage, "https://a.test/s/rest/services/A")?.code == .tokenRequired)
        #expect(stage.challenges.count == 2)
    }

    @Test func `that are open at a sign-out are answered in vain`() async throws {
        let stage = Stage()
        let door = Latch()
        let late = Task.detached { await door.wait() }
        stage.handle { challenge in
            await late.value
            return .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(Stage.password)))
        }
        let tasks = (0..<3).map { _ in Task { await ask(stage, Traffic.server) } }
        // An app that was not asked yet is not asked after a sign-out.
        await stage.eventually {
            stage.environment.authentication.waitingForAnswers == 3 && !stage.challenges.isEmpty
        }
        await stage.environment.authentication.signOut()
        for task in tasks { #expect(await task.value?.code == .signedOut) }
        door.open()
        for _ in 0..<200 { await Task.yield() }
        #expect(stage.environment.credentials.credentials.isEmpty && stage.challenges == ["token,0"])
    }

    @Test func `about trust grant nothing after a sign-out`() async throws {
        let host = try #require(Origin(scheme: "https", host: "h.test"))
        let summary = CertificateSummary(
            subject: "CN=h.test", issuer: "CN=h.test", names: [], notBefore: 0, notAfter: 1, sha256: "aa")
        let stage = Stage(script: { sent throws(TransportError) in
            throw TransportError(
                .serverTrust, url: sent.path, detail: "not trusted",
                serverTrust: ServerTrustFailure(origin: host, defects: [.selfSigned], chain: [summary]))
        })
        let door = Latch()
        let late = Task.detached { await door.wait() }
        stage.answer { _ in
            await late.value
            return .credential(.serverTrust)
        }
        let task = Task { await ask(stage, "https://h.test/x") }
        await stage.eventually { !stage.challenges.isEmpty }
        await stage.environment.authentication.signOut()
        #expect(await task.value?.code == .signedOut)
        door.open()
        await stage.eventually { stage.recorded.contains(.disposition(id: 1, answer: "credential")) }
        for _ in 0..<200 { await Task.yield() }
        #expect(stage.environment.trust.grants.isEmpty && stage.transport.trust.grants.isEmpty)
    }

    /// Catalogue Q17.
    @Test func `need no second token where a renewal and a refusal meet`() async throws {
        let door = Latch()
        let isHeld = Locked(false)
        let stage = Stage(wrap: { sent in
            if isHeld.withLock({ $0 }), sent.method == "POST" || sent.path.hasSuffix("/refused") { await door.wait() }
        })
        stage.environment.credentials.add(try stage.alice(Traffic.server, tokenURL: Traffic.token))
        _ = try await stage.ask(Traffic.server)
        stage.portal.change { $0.live = [] }
        isHeld.withLock { $0 = true }
        let refused = Task { await ask(stage, Traffic.server + "/refused") }
        await stage.transport.waitForRequests(3)
        stage.time.advance(by: .seconds(3500))
        let due = Task { await ask(stage, Traffic.server + "/due") }
        await stage.transport.waitForRequests(4)
        door.open()
        #expect(await refused.value == nil)
        #expect(await due.value == nil)
        #expect(stage.transport.sent.filter { $0.method == "POST" }.count == 2)
    }
}
