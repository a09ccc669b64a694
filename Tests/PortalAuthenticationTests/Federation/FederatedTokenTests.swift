import HTTPSemantics
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

struct `A token of a federated server` {
    @Test func `is exchanged once for everybody who waits`() async throws {
        let door = Latch()
        let federated = FederatedStage(holding: { sent in if sent.form["token"] != nil { await door.wait() } })
        try await federated.signIn()
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<64 {
                group.addTask { await failure { () throws(PortalError) in try await federated.ask() } }
            }
            await federated.stage.waitForTokenWaiters(64)
            door.open()
            for await error in group { #expect(error == nil) }
        }
        #expect(federated.steps.filter { $0.hasPrefix("exchange") } == ["exchange access1"])
        #expect(federated.steps.filter { $0.hasSuffix("info") } == ["server info", "info"])
        #expect(federated.steps.filter { $0 == "service +server1" }.count == 64)
    }

    @Test func `needs the word of its server once, also where the task that asked does not go on yet`() async throws {
        let (executor, isDone) = (ManualExecutor(), Locked(false))
        let federated = FederatedStage()
        try await federated.signIn()
        let first = Task(executorPreference: executor) {
            defer { isDone.withLock { $0 = true } }
            try await federated.ask()
        }
        while !federated.steps.contains("server info") {
            executor.step()
            await Task.yield()
        }
        while federated.stage.environment.core.discoveries.waiterCount > 0 { await Task.yield() }
        try await federated.ask()
        while !isDone.withLock({ $0 }) {
            executor.drain()
            await Task.yield()
        }
        try await first.value
        #expect(federated.steps.filter { $0.hasSuffix("info") } == ["server info", "info"])
        #expect(federated.steps.filter { $0.hasPrefix("exchange") } == ["exchange access1"])
    }

    @Test func `is replaced by another exchange before it ends`() async throws {
        let federated = FederatedStage()
        federated.federation.change { $0.lifetime = 600_000 }
        try await federated.signIn()
        try await federated.ask()
        federated.stage.time.advance(by: .seconds(539))
        try await federated.ask()
        federated.stage.time.advance(by: .seconds(2))
        try await federated.ask()
        #expect(
            federated.steps.dropFirst(2) == [
                "exchange access1", "service +server1", "service +server1", "exchange access1", "service +server2",
            ])
        #expect(federated.stage.recorded.contains { if case .tokenRenewed = $0 { true } else { false } })
    }

    @Test func `is replaced by another exchange once it is refused`() async throws {
        let federated = FederatedStage()
        try await federated.signIn()
        try await federated.ask()
        federated.federation.change { $0.live = [] }
        try await federated.ask()
        #expect(
            federated.steps.dropFirst(3) == [
                "service +server1", "service +server1", "exchange access1", "service +server2",
            ])
    }

    @Test func `waits for another one of the portal where that has ended`() async throws {
        let federated = FederatedStage()
        try await federated.signIn()
        try await federated.ask()
        federated.federation.change { $0.live = [] }
        federated.stage.portal.change { $0.live = [] }
        try await federated.ask()
        #expect(
            federated.steps.dropFirst(4) == [
                "service +server1", "exchange access1", "refresh_token", "exchange access2", "service +server2",
            ])
        // By the clock it is known to have ended, and is not sent any more.
        federated.stage.time.advance(by: .seconds(86_400 - 3600))
        try await federated.ask()
        #expect(federated.steps.suffix(3) == ["refresh_token", "exchange access3", "service +server3"])
    }

    @Test func `asks the user to sign in again where the portal's cannot be had`() async throws {
        let federated = FederatedStage()
        try await federated.signIn()
        try await federated.ask()
        federated.federation.change { $0.live = [] }
        federated.stage.portal.change { $0.live = [] }
        federated.server.change { $0.refreshTokens = [:] }
        let configuration = try Stage.configuration()
        federated.stage.handle { challenge in
            guard await configuration.canBeUsed(for: challenge) else { return .cancel }
            return .credential(
                try await OAuthUserCredential.make(
                    configuration, agent: PretendBrowser(federated.server), in: challenge.environment))
        }
        try await federated.ask()
        #expect(federated.stage.challenges == ["oAuthOrToken,1"])
        #expect(
            federated.steps.suffix(4) == ["exchange access1", "refresh_token", "exchange access2", "service +server2"])
    }

    @Test func `follows a sign-in that the server asked for, which is kept for the portal`() async throws {
        let federated = FederatedStage()
        let configuration = try Stage.configuration()
        federated.stage.handle { challenge in
            guard await configuration.canBeUsed(for: challenge) else { return .cancel }
            return .credential(
                try await OAuthUserCredential.make(
                    configuration, agent: PretendBrowser(federated.server), in: challenge.environment))
        }
        try await federated.ask()
        #expect(federated.steps == ["service", "server info", "info", "exchange access1", "service +server1"])
        #expect(
            federated.stage.environment.credentials.credentials.map(\.serverContext.url.description) == [Traffic.portal]
        )
        // The application cannot be used for a server of another portal.
        federated.federation.change { $0.owner = "https://other.test/portal" }
        let error = await failure { () throws(PortalError) in
            try await federated.ask("https://other.test/server/rest/services/Traffic/MapServer")
        }
        #expect(error?.code == .cancelled && federated.places(of: "access1") == [Traffic.token])
    }

    @Test func `is forgotten by a sign-out, and one that is on its way is not used`() async throws {
        let (door, isHeld) = (Latch(), Locked(false))
        let federated = FederatedStage(holding: { sent in
            if sent.form["token"] != nil, isHeld.withLock({ $0 }) { await door.wait() }
        })
        try await federated.signIn()
        try await federated.ask()
        let old = try await federated.signIn()
        isHeld.withLock { $0 = true }
        async let late = failure { () throws(PortalError) in try await federated.ask() }
        await federated.stage.waitForTokenWaiters(1)
        await federated.stage.eventually { federated.steps.last == "exchange access2" }
        await federated.stage.environment.authentication.clearCredentialStores()
        door.open()
        #expect(await late?.code == .signedOut)
        isHeld.withLock { $0 = false }
        let bare = await failure { () throws(PortalError) in try await federated.ask() }
        #expect(bare?.code == .tokenRequired && federated.steps.last == "service")
        // The same credential begins anew.
        federated.stage.environment.credentials.add(old)
        try await federated.ask()
        #expect(federated.steps.suffix(4).dropLast() == ["server info", "info", "exchange access2"])
        #expect(federated.steps.last?.hasPrefix("service +server") == true)
    }

    @Test func `is no longer used once the portal's was called in`() async throws {
        let federated = FederatedStage()
        let credential = try await federated.signIn()
        try await federated.ask()
        try await credential.revoke()
        let error = await failure { () throws(PortalError) in try await federated.ask() }
        #expect(error?.code == .tokenInvalid && federated.steps.filter { $0.hasPrefix("service") }.count == 1)
    }

    @Test func `is not another user's`() async throws {
        let federated = FederatedStage()
        try await federated.signIn()
        try await federated.ask()
        federated.server.change { $0.user = "bob" }
        try await federated.signIn()
        try await federated.ask()
        #expect(federated.steps.suffix(2) == ["exchange access2", "service +server2"])
    }
}
