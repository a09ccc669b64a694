import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

private let folder = "https://h.test/portal/sharing/rest/content/folder"

struct `An identity-aware proxy` {
    private func signingIn(
        _ stage: Stage, _ proxy: PretendIdentityProxy, hosts: [String] = ["*.test"]
    ) throws -> PretendBrowser {
        let browser = proxy.browser
        let configuration = try PretendIdentityProxy.configuration(hosts)
        stage.handle { challenge in
            guard challenge.kind == .iap, configuration.canBeUsed(for: challenge.requestURL) else {
                return .withoutCredential
            }
            return .credential(
                try await IAPCredential.make(configuration, agent: browser, in: challenge.environment))
        }
        return browser
    }

    @Test func `is passed once the user has signed in, by every later request at once`() async throws {
        let (stage, proxy) = Stage.proxied()
        let browser = try signingIn(stage, proxy, hosts: ["h.test"])
        _ = try await stage.ask(folder)
        _ = try await stage.ask(folder)
        #expect(stage.challenges == ["iap,0"])
        #expect(
            stage.transport.lines == [
                "GET \(folder)", "POST \(PretendIdentityProxy.token)", "GET \(folder)", "GET \(folder)",
            ])
        #expect(stage.transport.sent.map { $0.idToken != nil } == [false, false, true, true])
        let page = try #require(browser.pages.withLock { $0.first })
        #expect(page.withoutQuery == PretendIdentityProxy.page)
        #expect(page.members["scope"] == "openid profile offline_access" && page.members["prompt"] == nil)
        #expect(page.members["code_challenge_method"] == "S256" && page.members["client_id"] == "proxied")
        let sent = stage.transport.sent[1].form
        #expect(sent["grant_type"] == "authorization_code" && sent["f"] == nil)
        let credential = try #require(stage.environment.credentials.credentials.first as? IAPCredential)
        #expect(credential.username == "alice@h.test")
    }

    @Test func `is passed beside the portal's own token`() async throws {
        let (stage, proxy) = Stage.proxied(policy: { $0.carriers = [.authorizationHeader] })
        _ = try signingIn(stage, proxy)
        stage.environment.credentials.add(try stage.alice(Traffic.server, tokenURL: Traffic.token))
        _ = try await stage.ask(Traffic.server)
        let last = try #require(stage.transport.sent.last)
        #expect(last.token == "tok1" && last.idToken?.hasPrefix("e30.") == true)
        #expect(last.headers.filter { $0.isNamed("Authorization") }.count == 1)
        // The password passed it too, once: the proxy had refused it before the portal saw it.
        #expect(stage.challenges == ["iap,0"])
    }

    @Test(arguments: [["*.d.com"], ["*"], ["d.com"]]) func `gets the token on the hosts behind it only`(
        _ patterns: [String]
    ) async throws {
        let hosts = ["a.d.com", "d.com", "x.com"]
        let (stage, proxy) = Stage.proxied(Set(hosts))
        _ = try signingIn(stage, proxy, hosts: patterns)
        let fitting = Set(hosts.filter { host in patterns.contains { (try? HostPattern($0))?.matches(host) == true } })
        for host in hosts {
            let url = "https://\(host)/portal/sharing/rest/x"
            let error = await failure { () throws(PortalError) in try await stage.ask(url) }
            #expect(error?.code == (fitting.contains(host) ? nil : .proxySignInRequired))
            #expect((stage.transport.sent.last?.idToken != nil) == fitting.contains(host))
        }
    }

    @Test func `that cannot be passed fails with its own error, and asks for no other token`() async throws {
        let (stage, _) = Stage.proxied()
        stage.handle { _ in .withoutCredential }
        let error = await failure { () throws(PortalError) in try await stage.ask(folder) }
        #expect(error?.code == .proxySignInRequired && error?.isAuthenticationError == true)
        #expect(stage.challenges == ["iap,0"] && stage.transport.lines == ["GET \(folder)"])
    }

    @Test func `is no concern where no handler is asked`() async throws {
        let (stage, _) = Stage.proxied()
        let error = await failure { () throws(PortalError) in try await stage.ask(folder) }
        #expect(error != nil && error?.code != .proxySignInRequired)
        #expect(stage.transport.sent.count == 2)
    }

    @Test(arguments: [
        "https://h.test/elsewhere/authorize?client_id=a&response_type=code", "https://login.test/sign-in?client_id=a",
        "https://login.test/authorize?client_id=a", "http://login.test/authorize?client_id=a&response_type=code",
        "https://login.test/authorized?client_id=a&response_type=code",
    ]) func `is not seen in another redirect`(_ target: String) async throws {
        let stage = Stage()
        stage.handle { _ in .cancel }
        stage.portal.can("/folder", .redirect(302, target))
        _ = await failure { () throws(PortalError) in try await stage.ask(folder) }
        #expect(!stage.challenges.contains("iap,0"))
    }

    @Test func `is not asked through a wire without TLS`() async throws {
        let (stage, proxy) = Stage.proxied()
        _ = try signingIn(stage, proxy)
        _ = try await stage.ask(folder)
        stage.environment.core.secureOrigins.noteNoTLS(of: try HTTPURL("http://h.test"))
        _ = await failure { () throws(PortalError) in try await stage.ask("http://h.test/portal/x") }
        #expect(stage.transport.sent.contains { $0.url.hasPrefix("http:") })
        #expect(stage.transport.sent.filter { $0.url.hasPrefix("http:") }.allSatisfy { $0.idToken == nil })
    }

    @Test func `has its token left behind where a redirect leads to another origin`() async throws {
        let (stage, proxy) = Stage.proxied(["h.test"])
        _ = try signingIn(stage, proxy, hosts: ["*"])
        stage.portal.can("/folder", .redirect(302, "https://other.test/x"))
        _ = try await stage.ask(folder)
        #expect(stage.transport.sent.last?.url == "https://other.test/x")
        #expect(stage.transport.sent.last?.idToken == nil && stage.transport.sent.last?.headers.isEmpty == true)
    }

    @Test func `that stands at the end of a redirect is passed there`() async throws {
        let (stage, proxy) = Stage.proxied(["h.test", "other.test"])
        _ = try signingIn(stage, proxy)
        stage.portal.can("/folder", .redirect(302, "https://other.test/x"))
        _ = try await stage.ask(folder)
        #expect(stage.challenges == ["iap,0"])
        #expect(stage.transport.sent.suffix(2).map { $0.idToken != nil } == [false, true])
    }

    @Test func `has its token renewed before the end that the token names`() async throws {
        let (stage, proxy) = Stage.proxied()
        _ = try signingIn(stage, proxy)
        _ = try await stage.ask(folder)
        stage.time.advance(by: .seconds(3600 - 299))
        _ = try await stage.ask(folder)
        #expect(stage.challenges == ["iap,0"])
        #expect(stage.transport.sent.suffix(2).map(\.path) == [PretendIdentityProxy.token, folder])
        #expect(stage.transport.sent[3].form["refresh_token"] == "idrefresh1")
    }

    @Test func `that refuses a token gets a renewed one, without asking`() async throws {
        let (stage, proxy) = Stage.proxied()
        _ = try signingIn(stage, proxy)
        _ = try await stage.ask(folder)
        proxy.change { $0.live = [] }
        _ = try await stage.ask(folder, method: .post, [("adds", "1")])
        #expect(stage.challenges == ["iap,0"])
        #expect(stage.transport.sent.suffix(3).map(\.method) == ["POST", "POST", "POST"])
        #expect(stage.transport.sent.last?.form["adds"] == "1")
    }

    @Test func `whose session is over is signed in to again after one attempt`() async throws {
        let (stage, proxy) = Stage.proxied()
        let browser = try signingIn(stage, proxy)
        _ = try await stage.ask(folder)
        proxy.change { state in
            state.live = []
            state.refreshTokens = []
        }
        _ = try await stage.ask(folder)
        #expect(stage.challenges == ["iap,0", "iap,1"] && browser.pages.withLock { $0.count } == 2)
        #expect(
            stage.transport.sent.dropFirst(3).map { $0.form["grant_type"] ?? $0.method } == [
                "GET", "refresh_token", "authorization_code", "GET",
            ])
    }

    @Test func `that accepts no user is left after so many attempts`() async throws {
        let (stage, proxy) = Stage.proxied(policy: { $0.maxAttempts = 3 })
        proxy.change { $0.acceptsNobody = true }
        let browser = try signingIn(stage, proxy)
        let error = await failure { () throws(PortalError) in try await stage.ask(folder) }
        #expect(error?.code == .proxySignInRequired)
        #expect(stage.challenges == ["iap,0", "iap,1", "iap,2"] && browser.pages.withLock { $0.count } == 3)
    }

    @Test func `asks no handler for a request that suppresses challenges`() async throws {
        let (stage, proxy) = Stage.proxied()
        let browser = try signingIn(stage, proxy)
        let error = await failure { () throws(PortalError) in
            try await stage.environment.request(ArcGISRequest(try HTTPURL(folder), challenges: .suppress))
        }
        #expect(error?.code == .proxySignInRequired && browser.pages.withLock { $0.isEmpty })
    }

    @Test func `asks once for everybody who waits`() async throws {
        let door = Latch()
        let (stage, proxy) = Stage.proxied(wrap: { sent in
            if sent.path == PretendIdentityProxy.token { await door.wait() }
        })
        let browser = try signingIn(stage, proxy)
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<5 {
                group.addTask { await failure { () throws(PortalError) in try await stage.ask(folder) } }
            }
            await stage.eventually { stage.environment.authentication.waitingForAnswers == 5 }
            door.open()
            for await error in group { #expect(error == nil) }
        }
        #expect(browser.pages.withLock { $0.count } == 1)
    }

    @Test func `takes no credential of another kind, and gives its own to no portal`() async throws {
        let (stage, proxy) = Stage.proxied(policy: { $0.maxAttempts = 2 })
        stage.handle { challenge in
            .credential(
                try PregeneratedTokenCredential(
                    url: challenge.requestURL, tokenInfo: TokenInfo(accessToken: Secret("given"))))
        }
        let wrong = await failure { () throws(PortalError) in try await stage.ask(folder) }
        #expect(wrong?.code == .invalidArgument && stage.environment.credentials.credentials.isEmpty)
        let other = Stage()
        let credential = try await IAPCredential.make(
            try PretendIdentityProxy.configuration(["h.test"]), agent: proxy.browser, in: stage.environment)
        other.handle { _ in .credential(credential) }
        let refused = await failure { () throws(PortalError) in try await other.ask(Traffic.server) }
        #expect(refused?.code == .invalidArgument)
        #expect(other.transport.sent.allSatisfy { $0.token == nil && $0.idToken == nil })
        other.environment.credentials.add(credential)
        #expect(other.environment.credentials.credential(for: try HTTPURL(PretendIdentityProxy.token)) == nil)
    }

    @Test func `ends the session where it is told to`() async throws {
        let (stage, proxy) = Stage.proxied()
        _ = try signingIn(stage, proxy)
        _ = try await stage.ask(folder)
        proxy.change { $0.refusals = [.text("busy", status: 503)] }
        #expect(await !stage.environment.authentication.invalidateIAPCredentials())
        let token = try #require(stage.transport.sent.first { $0.idToken != nil }?.idToken)
        #expect(await stage.environment.authentication.signOut())
        let sent = try #require(stage.transport.sent.last)
        #expect(sent.description == "POST \(PretendIdentityProxy.logout)" && sent.query.isEmpty)
        #expect(sent.form == ["client_id": "proxied", "id_token_hint": token] && sent.idToken == nil)
        #expect(stage.environment.credentials.credentials.isEmpty)
        _ = try await stage.ask(folder)
        #expect(stage.challenges == ["iap,0", "iap,0"])
    }

    @Test func `is passed by two applications of one place to sign in at, and both outlive a restart`() async throws {
        let (stage, proxy) = Stage.proxied()
        let kept = MemoryPersistence()
        try await stage.environment.credentials.makePersistent(kept, in: stage.environment)
        let first = try await IAPCredential.make(
            try PretendIdentityProxy.configuration(["h.test"]), agent: proxy.browser, in: stage.environment)
        let text = first.stored().text().replacing("proxied", with: "other")
        let second = try IAPCredential.restored(from: try JSONValue(parsing: text), in: stage.environment)
        stage.environment.credentials.add(first)
        stage.environment.credentials.add(second)
        stage.environment.credentials.add(second)
        try await stage.environment.credentials.save()
        let next = Stage()
        try await next.environment.credentials.makePersistent(kept, in: next.environment)
        for environment in [stage.environment, next.environment] {
            let applications = environment.credentials.credentials.compactMap {
                ($0 as? IAPCredential)?.configuration.clientID
            }
            #expect(applications.sorted() == ["other", "proxied"])
        }
    }

    @Test func `is remembered over a restart`() async throws {
        let (stage, proxy) = Stage.proxied()
        let credential = try await IAPCredential.make(
            try PretendIdentityProxy.configuration(["*.h.test", "h.test"], prompt: .selectAccount),
            agent: proxy.browser, in: stage.environment)
        let restored = try IAPCredential.restored(
            from: try JSONValue(parsing: credential.stored().text()), in: stage.environment)
        #expect(restored.configuration == credential.configuration && restored.username == "alice@h.test")
        stage.environment.credentials.add(restored)
        _ = try await stage.ask(folder)
        proxy.change { $0.live = [] }
        _ = try await stage.ask(folder)
        #expect(stage.challenges.isEmpty)
        var said = "\(restored) \(String(reflecting: restored))"
        dump(restored, to: &said)
        dump(stage.recorded, to: &said)
        #expect(!said.contains("e30.") && !said.contains("idrefresh"))
    }

    @Test(arguments: [
        ("http://login.test/authorize", "client", ["h.test"], ["openid"]),
        ("https://login.test/authorize", "", ["h.test"], ["openid"]),
        ("https://login.test/authorize", "client", [], ["openid"]),
        ("https://login.test/authorize", "client", ["https://h.test"], ["openid"]),
        ("https://login.test/authorize", "client", ["h.test"], ["a b"]),
    ]) func `is described without mistakes`(
        _ page: String, _ client: String, _ hosts: [String], _ scopes: [String]
    ) throws {
        let error = #expect(throws: PortalError.self) {
            try IAPConfiguration(
                authorizeURL: try HTTPURL(page), tokenURL: try HTTPURL(PretendIdentityProxy.token),
                logoutURL: try HTTPURL(PretendIdentityProxy.logout), clientID: client, redirectURI: .outOfBand,
                scopes: scopes, hostsBehindProxy: hosts)
        }
        #expect(error?.code == .invalidArgument)
    }
}
