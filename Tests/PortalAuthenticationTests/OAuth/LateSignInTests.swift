import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

private let item = "https://h.test/portal/sharing/rest/content/items/private"

/// Rule R24: the credential of a sign-in during which a sign-out happens is discarded, at the portal too.
struct `A sign-in that comes too late` {
    /// A stage whose portal has traded the code and holds the answer back.
    private func trading(_ door: Latch) -> (stage: Stage, server: PretendAuthorizationServer) {
        Stage.oauth(holdingAnswer: { sent in
            if sent.form["grant_type"] == "authorization_code" { await door.wait() }
        })
    }

    private func revoked(_ server: PretendAuthorizationServer) -> [String] { server.state.withLock { $0.revoked } }

    @Test func `has what its code was traded for called in after a sign-out`() async throws {
        let door = Latch()
        let (stage, server) = trading(door)
        let configuration = try Stage.configuration()
        let signingIn = Task {
            await failure { () throws(PortalError) in
                try await stage.environment.authentication.signIn(configuration, agent: PretendBrowser(server))
            }
        }
        await stage.eventually { server.state.withLock { $0.issued == 1 } }
        await stage.environment.authentication.signOut()
        #expect(await signingIn.value?.code == .signedOut)
        door.open()
        await stage.eventually { !revoked(server).isEmpty }
        #expect(revoked(server) == ["refresh1"] && stage.environment.credentials.credentials.isEmpty)
        #expect(!stage.recorded.contains { if case .tokenAcquired = $0 { true } else { false } })
    }

    @Test func `has a lone access token called in`() async throws {
        let door = Latch()
        let (stage, server) = trading(door)
        server.change { $0.refusals = [.json(["access_token": "lone"])] }
        let configuration = try Stage.configuration()
        let signingIn = Task {
            await failure { () throws(PortalError) in
                try await stage.environment.authentication.signIn(configuration, agent: PretendBrowser(server))
            }
        }
        await stage.eventually { server.state.withLock { $0.refusals.isEmpty } }
        await stage.environment.authentication.signOut()
        #expect(await signingIn.value?.code == .signedOut)
        door.open()
        await stage.eventually { !revoked(server).isEmpty }
        #expect(revoked(server) == ["lone"])
    }

    @Test func `of a task that was cancelled leaves at once, and has its late tokens called in`() async throws {
        let door = Latch()
        let (stage, server) = trading(door)
        let configuration = try Stage.configuration()
        let signingIn = Task {
            await failure { () throws(PortalError) in
                try await OAuthUserCredential.make(
                    configuration, agent: PretendBrowser(server), in: stage.environment)
            }
        }
        await stage.eventually { server.state.withLock { $0.issued == 1 } }
        signingIn.cancel()
        #expect(await signingIn.value?.code == .cancelled && revoked(server).isEmpty)
        door.open()
        await stage.eventually { !revoked(server).isEmpty }
        #expect(revoked(server) == ["refresh1"])
    }

    @Test func `says so where its late tokens cannot be called in`() async throws {
        let door = Latch()
        let (stage, server) = trading(door)
        let configuration = try Stage.configuration()
        let signingIn = Task {
            await failure { () throws(PortalError) in
                try await OAuthUserCredential.make(
                    configuration, agent: PretendBrowser(server), in: stage.environment)
            }
        }
        await stage.eventually { server.state.withLock { $0.issued == 1 } }
        server.change { $0.refusals = [.json(["success": false])] }
        signingIn.cancel()
        #expect(await signingIn.value?.code == .cancelled)
        door.open()
        await stage.eventually { stage.recorded.contains(.clearedWithoutRevoking(count: 1)) }
        #expect(stage.recorded.contains(.clearedWithoutRevoking(count: 1)))
    }

    @Test func `by a handler is called in although it was finished`() async throws {
        let (made, door) = (Latch(), Latch())
        let (stage, server) = Stage.oauth()
        let configuration = try Stage.configuration()
        stage.handle { challenge in
            let credential = try await OAuthUserCredential.make(
                configuration, agent: PretendBrowser(server), in: challenge.environment)
            made.open()
            await door.wait()
            return .credential(credential)
        }
        let asking = Task { await failure { () throws(PortalError) in try await stage.ask(item) } }
        await made.wait()
        await stage.environment.authentication.signOut()
        #expect(await asking.value?.code == .signedOut)
        door.open()
        await stage.eventually { !revoked(server).isEmpty }
        #expect(revoked(server) == ["refresh1"] && stage.environment.credentials.credentials.isEmpty)
    }

    @Test func `is called in although it was finished and was about to be kept`() async throws {
        let (stage, server) = Stage.oauth()
        let kept = MemoryPersistence()
        try await stage.environment.credentials.makePersistent(kept, in: stage.environment)
        try await stage.environment.credentials.save()
        kept.hold(true)
        // The task that is told of a new token waits for what is to be written.
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        let configuration = try Stage.configuration()
        let signingIn = Task {
            await failure { () throws(PortalError) in
                try await stage.environment.authentication.signIn(configuration, agent: PretendBrowser(server))
            }
        }
        await stage.eventually { stage.recorded.contains { if case .credentialUpdated = $0 { true } else { false } } }
        let leaving = Task { await stage.environment.authentication.signOut() }
        #expect(await signingIn.value?.code == .signedOut)
        kept.hold(false)
        #expect(await leaving.value)
        await stage.eventually { !revoked(server).isEmpty }
        #expect(revoked(server) == ["refresh1"] && stage.environment.credentials.credentials.isEmpty)
    }

    @Test func `to a proxy has its session ended`() async throws {
        let (traded, ended) = (Latch(), Latch())
        let (stage, proxy) = Stage.proxied(wrap: { sent in
            if sent.path == PretendIdentityProxy.token { await traded.wait() }
            if sent.path == PretendIdentityProxy.logout { await ended.wait() }
        })
        let configuration = try PretendIdentityProxy.configuration(["h.test"])
        stage.handle { challenge in
            .credential(
                try await IAPCredential.make(configuration, agent: proxy.browser, in: challenge.environment))
        }
        let asking = Task { await failure { () throws(PortalError) in try await stage.ask(item) } }
        await stage.transport.waitForRequests(2)
        await stage.environment.authentication.signOut()
        #expect(await asking.value?.code == .signedOut)
        traded.open()
        await stage.eventually { stage.transport.sent.last?.path == PretendIdentityProxy.logout }
        let hint = try #require(stage.transport.sent.last?.form["id_token_hint"])
        #expect(hint.hasPrefix("e30.") && proxy.state.withLock { $0.live == [hint] })
        ended.open()
        await stage.eventually { proxy.state.withLock { $0.live.isEmpty } }
        #expect(proxy.state.withLock { $0.issued == 1 })
    }

    /// The documents' store replaces without revoking: the app is told, and may hold on to the old one.
    @Test(arguments: ["alice", "bob"])
    func `in the place of another one revokes nothing, and says so`(next: String) async throws {
        let (stage, server) = Stage.oauth()
        let configuration = try Stage.configuration()
        let authentication = stage.environment.authentication
        var told: Int { stage.recorded.count { if case .signInReplaced = $0 { true } else { false } } }
        let first = try await authentication.signIn(configuration, agent: PretendBrowser(server))
        #expect(told == 0)
        server.change { $0.user = next }
        let second = try await authentication.signIn(configuration, agent: PretendBrowser(server))
        #expect(told == 1 && revoked(server).isEmpty && first.holdsLiveTokens)
        #expect(stage.environment.credentials.credentials.map { $0 === second } == [true])
        // One that is over leaves nothing behind.
        try await second.revoke()
        _ = try await authentication.signIn(configuration, agent: PretendBrowser(server))
        #expect(told == 1)
    }
}
