import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

private let token = "https://h.test/portal/sharing/rest/oauth2/token"
private let item = "https://h.test/portal/sharing/rest/content/items/private"

struct `Browsers and challenges` {
    /// Answers challenges of portals by signing in, those of the network by trusting.
    private func handle(
        _ stage: Stage, _ configurations: [OAuthUserConfiguration], _ browser: any AuthorizationAgent,
        trust: @escaping @Sendable (NetworkChallenge) async -> NetworkDisposition = { _ in .cancel }
    ) {
        stage.environment.authentication.setHandlers(
            arcGIS: ClosureHandler { challenge in
                guard let fitting = configurations.first(where: { $0.canBeUsed(for: challenge.requestURL) }) else {
                    return .credential(
                        try await TokenCredential.make(
                            for: challenge, username: "alice", password: Secret(Stage.password)))
                }
                return .credential(
                    try await OAuthUserCredential.make(fitting, agent: browser, in: challenge.environment))
            }, network: ClosureTrustHandler(body: trust))
    }

    @Test func `that come before a portal is loaded sign its user in`() async throws {
        let (stage, server) = Stage.oauth()
        handle(stage, [try Stage.configuration()], PretendBrowser(server))
        let portal = Portal(
            url: try PortalURL(Traffic.portal), connection: .authenticated, in: stage.environment)
        try await portal.load()
        #expect(portal.user?.username == "alice" && stage.challenges == ["oAuthOrToken,0"])
        #expect(
            stage.transport.lines == [
                "POST \(token)", "GET https://h.test/portal/sharing/rest/portals/self +access1",
            ])
        #expect(stage.environment.credentials.credentials.first is OAuthUserCredential)
    }

    @Test func `of many requests open one page`() async throws {
        let door = Latch()
        let (stage, server) = Stage.oauth(wrap: { sent in if sent.path == token { await door.wait() } })
        let browser = PretendBrowser(server)
        handle(stage, [try Stage.configuration()], browser)
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<5 {
                group.addTask { await failure { () throws(PortalError) in try await stage.ask(item) } }
            }
            await stage.eventually { stage.environment.authentication.waitingForAnswers == 5 }
            door.open()
            for await error in group { #expect(error == nil) }
        }
        #expect(browser.pages.withLock { $0.count } == 1 && stage.challenges == ["token,0"])
        #expect(stage.transport.sent.filter { $0.token == "access1" }.count == 5)
    }

    @Test func `of two portals open the page of each, and of another one none`() async throws {
        let (stage, server) = Stage.oauth()
        let browser = PretendBrowser(server)
        let others = ["https://h.test/portal", "https://two.test/gis"]
        handle(stage, try others.map { try Stage.configuration($0) }, browser)
        for root in others + ["https://h.test/third"] {
            _ = try await stage.ask("\(root)/sharing/rest/content/items/private")
        }
        #expect(
            browser.pages.withLock { $0.map(\.withoutQuery) } == others.map { "\($0)/sharing/rest/oauth2/authorize" })
        #expect(stage.transport.sent.last?.token == "tok1")
        #expect(stage.environment.credentials.credentials.last is TokenCredential)
    }

    @Test func `for trust are delivered while the user signs in`() async throws {
        let host = BadHost()
        let portal = PretendPortal()
        let server = PretendAuthorizationServer(portal: portal)
        let stage = Stage(
            portal: portal,
            script: { sent throws(TransportError) in
                if sent.path == token { _ = try host.check(sent) }
                return server.answer(sent) ?? portal.answer(sent)
            })
        host.transport.withLock { $0 = stage.transport }
        let asked = Locked<[String]>([])
        handle(stage, [try Stage.configuration()], PretendBrowser(server)) { challenge in
            asked.withLock { $0.append("\(challenge.space.method)") }
            return .credential(.serverTrust)
        }
        _ = try await stage.ask(item)
        #expect(asked.withLock { $0.count } == 1)
        #expect(stage.challenges == ["token,0", "serverTrust,0"])
        // Nothing of the first attempt reached the portal: the code is redeemed once.
        #expect(stage.transport.lines == ["GET \(item)", "POST \(token)", "POST \(token)", "GET \(item) +access1"])
    }

    @Test func `are not needed after a sign-in of one's own accord`() async throws {
        let (stage, server) = Stage.oauth()
        let browser = PretendBrowser(server)
        handle(stage, [], browser)
        let credential = try await stage.environment.authentication.signIn(try Stage.configuration(), agent: browser)
        #expect(stage.environment.credentials.credentials.contains { $0 === credential })
        _ = try await stage.ask(item)
        #expect(stage.challenges.isEmpty && stage.transport.sent.last?.token == "access1")
        #expect(!stage.recorded.contains(.userChanged(credential.serverContext)))
    }

    @Test func `make way for each other: one page at a time`() async throws {
        let door = Latch()
        let (stage, server) = Stage.oauth()
        let open = Locked((now: 0, most: 0))
        let browser = PretendBrowser { page, redirectURI in
            open.withLock { open in
                open.now += 1
                open.most = max(open.most, open.now)
            }
            await door.wait()
            open.withLock { $0.now -= 1 }
            return "\(redirectURI)?code=\(server.code(for: page))&state=\(page["state"] ?? "")"
        }
        let configuration = try Stage.configuration()
        handle(stage, [configuration], browser)
        let asking = Task { await failure { () throws(PortalError) in try await stage.ask(item) } }
        await stage.eventually { open.withLock { $0.now } == 1 }
        let signingIn = Task { try await stage.environment.authentication.signIn(configuration, agent: browser) }
        await stage.eventually { stage.environment.authentication.waitingForTurn == 1 }
        door.open()
        #expect(await asking.value == nil)
        // The challenge has signed the user in, who is not asked twice.
        let credential = try await signingIn.value
        #expect(stage.environment.credentials.credentials.contains { $0 === credential })
        #expect(open.withLock { $0.most } == 1 && browser.pages.withLock { $0.count } == 1)
    }

    /// A sign-in and a challenge at a portal, each of which an answer to another challenge makes needless.
    enum Other: CaseIterable { case signIn, challenge }

    @Test(arguments: Other.allCases) func `are shown once, also while the answer is not in the store yet`(
        _ other: Other
    ) async throws {
        let door = Latch()
        // To whom the server belongs is asked for between the answer and the store.
        let federated = FederatedStage { sent in if sent.path.hasSuffix("/server/rest/info") { await door.wait() } }
        let stage = federated.stage
        let browser = PretendBrowser(federated.server)
        let configuration = try Stage.configuration()
        stage.handle { challenge in
            .credential(try await OAuthUserCredential.make(configuration, agent: browser, in: challenge.environment))
        }
        let asking = Task { await failure { () throws(PortalError) in try await federated.ask() } }
        await stage.eventually { federated.steps.contains("server info") }
        let signingIn = Task {
            switch other {
            case .signIn:
                _ = try await stage.environment.authentication.signIn(configuration, agent: browser)
            case .challenge: _ = try await stage.ask(item)
            }
        }
        await stage.eventually {
            stage.environment.authentication.waitingForAnotherAnswer == 1 || browser.pages.withLock { $0.count } > 1
        }
        door.open()
        #expect(await asking.value == nil)
        try await signingIn.value
        #expect(browser.pages.withLock { $0.count } == 1)
        #expect(stage.environment.authentication.waitingForAnotherAnswer == 0)
    }

    @Test func `that bring another user drop what was kept for the first`() async throws {
        let (stage, server) = Stage.oauth()
        let configuration = try Stage.configuration()
        let manager = stage.environment.authentication
        let alice = try await manager.signIn(configuration, agent: PretendBrowser(server))
        try stage.environment.credentials.add(alice, for: try HTTPURL(item))
        let again = try await manager.signIn(configuration, agent: PretendBrowser(server))
        #expect(!stage.recorded.contains(.userChanged(alice.serverContext)))
        try stage.environment.credentials.add(again, for: try HTTPURL(item))
        server.change { $0.user = "bob" }
        let bob = try await manager.signIn(configuration, agent: PretendBrowser(server))
        #expect(stage.recorded.contains(.userChanged(bob.serverContext)) && bob.username == "bob")
        #expect(stage.environment.credentials.credentials.map(\.username) == ["bob"])
        _ = try await stage.ask(item)
        #expect(stage.transport.sent.last?.token == "access3")
    }

    @Test func `end where the user signs out meanwhile, and keep nothing`() async throws {
        let (reached, door) = (Latch(), Latch())
        let (stage, server) = Stage.oauth()
        let browser = PretendBrowser { page, redirectURI in
            reached.open()
            await door.wait()
            return "\(redirectURI)?code=\(server.code(for: page))&state=\(page["state"] ?? "")"
        }
        let configuration = try Stage.configuration()
        let signingIn = Task {
            await failure { () throws(PortalError) in
                try await stage.environment.authentication.signIn(configuration, agent: browser)
            }
        }
        await reached.wait()
        await stage.environment.authentication.signOut()
        #expect(await signingIn.value?.code == .signedOut)
        door.open()
        #expect(stage.transport.sent.isEmpty && stage.environment.credentials.credentials.isEmpty)
    }

    @Test(arguments: [PortalError.Code.authorizationDenied, .authorizationTimedOut, .oauthStateMismatch, .oauth])
    func `that fail in the browser fail the request, and are not repeated`(_ code: PortalError.Code) async throws {
        let (stage, _) = Stage.oauth()
        let browser = PretendBrowser { _, _ in throw PortalError(code, detail: "no") }
        handle(stage, [try Stage.configuration()], browser)
        let error = await failure { () throws(PortalError) in try await stage.ask(item) }
        #expect(error?.code == code && browser.pages.withLock { $0.count } == 1)
        #expect(stage.transport.lines == ["GET \(item)"])
    }
}
