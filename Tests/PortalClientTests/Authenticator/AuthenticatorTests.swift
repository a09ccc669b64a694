import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

struct Authenticators {
    private static let alice = SignInAnswer(username: "alice", password: Secret(Stage.password))
    private static let wrong = SignInAnswer(username: "alice", password: Secret("wrong"))

    /// Has an authenticator answer a stage's challenges from a script.
    private func install(
        _ stage: Stage, oauth: [OAuthUserConfiguration] = [], iap: [IAPConfiguration] = [], trusting: Bool = false,
        _ change: (inout ScriptedInterface.Script) -> Void
    ) -> ScriptedInterface {
        let interface = ScriptedInterface(change)
        stage.environment.authentication.handleChallenges(
            using: Authenticator(
                interface: interface, oAuthUserConfigurations: oauth, iapConfigurations: iap,
                promptForUntrustedHosts: trusting))
        return interface
    }

    private func ask(_ stage: Stage, _ url: String = Traffic.server) async -> PortalError? {
        await failure { () throws(PortalError) in try await stage.ask(url) }
    }

    // MARK: user name and password

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let answers: [SignInAnswer?]
        /// nil: the request succeeds.
        var code: PortalError.Code?
        let complaints: [String]
        /// The failures that the challenges were delivered with.
        let challenges: [String]
    }

    @Test(arguments: [
        Case(testDescription: "the right password", answers: [alice], complaints: [], challenges: ["token,0"]),
        Case(
            testDescription: "a wrong one and the right one", answers: [wrong, alice],
            complaints: ["password is wrong"], challenges: ["token,0", "token,1"]),
        Case(
            testDescription: "an empty name, an empty password and the right one",
            answers: [
                SignInAnswer(username: "", password: Secret("x")),
                SignInAnswer(username: "alice", password: Secret("")),
                alice,
            ], complaints: ["the user name is empty", "the password is empty"], challenges: ["token,0"]),
        Case(testDescription: "cancelled", answers: [nil], code: .cancelled, complaints: [], challenges: ["token,0"]),
        Case(
            testDescription: "a wrong one, then cancelled", answers: [wrong, nil], code: .cancelled,
            complaints: ["password is wrong"], challenges: ["token,0", "token,1"]),
        Case(testDescription: "dismissed", answers: [], code: .cancelled, complaints: [], challenges: ["token,0"]),
    ])
    func `User name and password are asked for until they are right or given up`(row: Case) async throws {
        let stage = Stage()
        let interface = install(stage) { $0.signIns = row.answers }
        #expect(await ask(stage)?.code == row.code)
        #expect(stage.challenges == row.challenges)
        #expect(interface.complaints.count == row.complaints.count)
        for (said, wanted) in zip(interface.complaints, row.complaints) { #expect(said.contains(wanted), "\(said)") }
        #expect(interface.asked.allSatisfy { $0 == "signIn h.test" } && interface.mostAtOnce == 1)
        // What is empty is sent nowhere.
        #expect(stage.transport.sent.allSatisfy { $0.form["username"] != "" && $0.form["password"] != "" })
    }

    @Test func `A password that is wrong for ever ends at the limit of attempts`() async throws {
        let stage = Stage()
        let interface = install(stage) {
            $0.signIns = (1...9).map { SignInAnswer(username: "alice", password: Secret("wrong\($0)")) }
        }
        #expect(await ask(stage)?.code == .invalidCredentials)
        #expect(interface.asked.count == stage.environment.policy.maxAttempts)
    }

    @Test func `No user is asked any more once the authenticator is taken away`() async throws {
        let stage = Stage()
        let interface = install(stage) { $0.signIns = [Self.alice] }
        stage.environment.authentication.handleChallenges(using: nil)
        #expect(await ask(stage)?.code == .tokenRequired)
        #expect(interface.asked.isEmpty)
    }

    @Test func `A token service on another host needs consent, and refusing it cancels`() async throws {
        for consents in [true, false] {
            let stage = Stage()
            stage.portal.change {
                $0.info = [
                    "authInfo": ["isTokenBasedSecurity": true, "tokenServicesUrl": "https://other.test/tokens/"]
                ]
            }
            let interface = install(stage) {
                $0.signIns = [Self.alice]
                $0.consents = [consents]
            }
            #expect(await ask(stage)?.code == (consents ? nil : .cancelled))
            #expect(interface.asked == ["signIn h.test", "consent other.test"])
            #expect(stage.transport.sent.contains { $0.url.contains("other.test") } == consents)
        }
    }

    // MARK: signing in through a browser

    @Test func `The first application that can be used signs in, through the page and without a prompt`() async throws {
        let (stage, server) = Stage.oauth()
        let browser = PretendBrowser(server)
        let interface = install(
            stage,
            oauth: [try Stage.configuration("https://other.test/portal"), try Stage.configuration()]
        ) { $0.agent = browser }
        #expect(await ask(stage, "https://h.test/portal/sharing/rest/content/items/private") == nil)
        #expect(interface.asked == ["page"])
        #expect(
            browser.pages.withLock { $0.map(\.withoutQuery) } == ["https://h.test/portal/sharing/rest/oauth2/authorize"]
        )
    }

    @Test func `Where no application can be used, a person is asked`() async throws {
        let (stage, server) = Stage.oauth()
        let interface = install(stage, oauth: [try Stage.configuration()]) {
            $0.agent = PretendBrowser(server)
            $0.signIns = [Self.alice]
        }
        // A server of its own, not the portal's.
        #expect(await ask(stage) == nil)
        #expect(interface.asked == ["signIn h.test"])
    }

    struct Ending: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let browser: PretendBrowser.Visit
        let code: PortalError.Code
        var notices: [PortalError.Code] = []
        var dispositions: [String] = ["cancel"]
    }

    @Test(arguments: [
        Ending(
            testDescription: "denied", browser: { "\($1)?error=access_denied&state=\($0["state"] ?? "")" },
            code: .cancelled, notices: [.authorizationDenied]),
        Ending(
            testDescription: "closed", browser: { _, _ in throw PortalError(.cancelled, detail: "closed") },
            code: .cancelled),
        Ending(
            testDescription: "left alone",
            browser: { _, _ in throw PortalError(.authorizationTimedOut, detail: "late") },
            code: .cancelled, notices: [.authorizationTimedOut]),
        Ending(
            testDescription: "with another state", browser: { "\($1)?code=\($0.count)&state=other" },
            code: .oauthStateMismatch, dispositions: ["threw"]),
        Ending(
            testDescription: "refused", browser: { "\($1)?error=invalid_request&state=\($0["state"] ?? "")" },
            code: .oauth, dispositions: ["threw"]),
    ])
    func `A page that is left ends the challenge, and what went wrong behind it surfaces`(ending: Ending) async throws {
        let (stage, _) = Stage.oauth()
        let interface = install(stage, oauth: [try Stage.configuration()]) {
            $0.agent = PretendBrowser(ending.browser)
        }
        #expect(await ask(stage, "https://h.test/portal/sharing/rest/content/items/private")?.code == ending.code)
        #expect(interface.notices.map(\.code) == ending.notices)
        let dispositions = stage.recorded.compactMap { event -> String? in
            if case .disposition(_, let answer) = event { answer } else { nil }
        }
        #expect(dispositions == ending.dispositions)
        #expect(!stage.transport.sent.contains { $0.path.contains("oauth2/token") })
    }

    @Test func `A proxy is got past where a configuration fits, and refused where none does`() async throws {
        for (hosts, isPassed) in [(["*.test"], true), (["*.h.test"], false)] {
            let (stage, proxy) = Stage.proxied()
            let interface = install(stage, iap: [try PretendIdentityProxy.configuration(hosts)]) {
                $0.agent = proxy.browser
            }
            let error = await ask(stage, "https://h.test/portal/sharing/rest/content/folder")
            #expect((error == nil) == isPassed, "\(String(describing: error))")
            #expect(error?.code != .cancelled)
            #expect(interface.asked == (isPassed ? ["page"] : []))
        }
    }

    @Test func `Requests that need the same sign-in see one page`() async throws {
        let (stage, server) = Stage.oauth()
        let browser = PretendBrowser(server)
        let interface = install(stage, oauth: [try Stage.configuration()]) { $0.agent = browser }
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<5 {
                group.addTask { await ask(stage, "https://h.test/portal/sharing/rest/content/items/private") }
            }
            for await error in group { #expect(error == nil) }
        }
        #expect(interface.asked == ["page"] && browser.pages.withLock { $0.count } == 1)
    }

    @Test func `Two environments share one authenticator and ask one question at a time`() async throws {
        let stages = [Stage(), Stage(), Stage()]
        let interface = ScriptedInterface { $0.signIns = [Self.wrong, Self.alice, Self.alice, Self.alice] }
        let authenticator = Authenticator(interface: interface)
        for stage in stages { stage.environment.authentication.handleChallenges(using: authenticator) }
        await withTaskGroup(of: PortalError?.self) { group in
            for stage in stages { group.addTask { await ask(stage) } }
            for await error in group { #expect(error == nil) }
        }
        #expect(interface.asked.count == 4 && interface.mostAtOnce == 1)
    }

    // MARK: the network layer

    @Test func `A server that is not trusted is refused, or asked about where that is wanted`() async throws {
        struct Row { let isPrompting: Bool, answers: [NetworkTrust?], code: PortalError.Code?, asked: [String] }
        for row in [
            Row(isPrompting: false, answers: [NetworkTrust()], code: .serverCertificateUntrusted, asked: []),
            Row(isPrompting: true, answers: [NetworkTrust()], code: nil, asked: ["trust h.test"]),
            Row(isPrompting: true, answers: [nil], code: .cancelled, asked: ["trust h.test"]),
        ] {
            let stage = BadHost().stage()
            let interface = install(stage, trusting: row.isPrompting) { $0.trusts = row.answers }
            #expect(await ask(stage, Web.site)?.code == row.code)
            #expect(interface.asked == row.asked)
        }
    }

    @Test func `A question about trust is asked between the page and the token`() async throws {
        let portal = PretendPortal()
        let server = PretendAuthorizationServer(portal: portal)
        let host = BadHost()
        let isBehindPage = Locked(false)
        let stage = Stage(
            portal: portal,
            script: { sent throws(TransportError) in
                if isBehindPage.withLock({ $0 }) { _ = try host.check(sent) }
                return server.answer(sent) ?? portal.answer(sent)
            })
        host.transport.withLock { $0 = stage.transport }
        let interface = install(stage, oauth: [try Stage.configuration()], trusting: true) {
            $0.trusts = [NetworkTrust()]
            $0.agent = PretendBrowser { page, redirectURI in
                isBehindPage.withLock { $0 = true }
                return "\(redirectURI)?code=\(server.code(for: page))&state=\(page["state"] ?? "")"
            }
        }
        #expect(await ask(stage, "https://h.test/portal/sharing/rest/content/items/private") == nil)
        #expect(interface.asked == ["page", "trust h.test"] && interface.mostAtOnce == 1)
    }

    @Test func `Basic asks once more with the reason, and Negotiate is passed over`() async throws {
        let tier = PretendWebTier("Negotiate", PretendWebTier.basic)
        let stage = tier.stage()
        let interface = install(stage) {
            $0.signIns = [
                SignInAnswer(username: "alice", password: Secret("wrong")),
                SignInAnswer(username: "alice", password: Secret("right")),
            ]
        }
        #expect(await ask(stage, Web.site) == nil)
        #expect(interface.asked == ["signIn h.test", "signIn h.test"])
        #expect(interface.complaints == ["user name or password is wrong"])
        #expect(stage.challenges.first == "negotiate,0")
    }

    struct Choice: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let answers: @Sendable (_ alice: ClientIdentity, _ p12: [UInt8]) -> [IdentityAnswer]
        var passwords: [Secret<String>?] = []
        var code: PortalError.Code?
        let asked: [String]
        var complaints: [String] = []
    }

    @Test(arguments: [
        Choice(
            testDescription: "one of the store", answers: { alice, _ in [.identity(alice)] }, asked: ["identity"]),
        Choice(
            testDescription: "a file with its password", answers: { [.file($1, name: "a.p12")] },
            passwords: [Secret("right")], asked: ["identity", "password"]),
        Choice(
            testDescription: "a file with a wrong password, then the right one",
            answers: { [.file($1, name: "a.p12")] }, passwords: [Secret("wrong"), Secret("right")],
            asked: ["identity", "password", "password"], complaints: ["that password does not open it"]),
        Choice(
            testDescription: "back to the choice from the password",
            answers: { [.file($1, name: "a.p12"), .identity($0)] }, passwords: [nil],
            asked: ["identity", "password", "identity"]),
        Choice(
            testDescription: "a file that is none",
            answers: { alice, _ in [.file([1, 2, 3], name: "a.txt"), .identity(alice)] },
            asked: ["identity", "identity"], complaints: ["a.txt"]),
        Choice(
            testDescription: "none", answers: { _, _ in [.none] }, code: .clientCertificateRequired, asked: ["identity"]
        ),
        Choice(testDescription: "cancelled", answers: { _, _ in [.cancel] }, code: .cancelled, asked: ["identity"]),
    ])
    func `A client certificate is chosen, imported or declined`(choice: Choice) async throws {
        let alice = try Identities.named("alice")
        let bytes = try Identities.pki().pkcs12("alice", password: "right")
        let stage = PretendFront([
            "h.test": PretendFront.Host(
                accepted: [alice, try PKCS12.identity(in: bytes, password: "right")], issuers: [])
        ]).stage()
        let interface = install(stage) {
            $0.identities = choice.answers(alice, bytes)
            $0.passwords = choice.passwords
        }
        #expect(await ask(stage, Web.site)?.code == choice.code)
        #expect(interface.asked.map { String($0.prefix { $0 != " " }) } == choice.asked)
        #expect(interface.complaints.count == choice.complaints.count)
        for (said, wanted) in zip(interface.complaints, choice.complaints) { #expect(said.contains(wanted), "\(said)") }
    }

    @Test func `A cancelled owner ends its question and lets the next one be asked`() async throws {
        let stage = Stage()
        let (asked, tell) = AsyncStream<Void>.makeStream()
        let hanging = HangingInterface { tell.yield() }
        stage.environment.authentication.handleChallenges(using: Authenticator(interface: hanging))
        let owner = Task { await ask(stage) }
        var questions = asked.makeAsyncIterator()
        await questions.next()
        owner.cancel()
        #expect(await owner.value?.code == .cancelled)
        let interface = install(stage) { $0.signIns = [Self.alice] }
        #expect(await ask(stage) == nil)
        #expect(interface.asked.count == 1)
    }

    // MARK: questions that send requests

    /// Has a person answer for `h.test` who first looks at another place, and gives up for that; gives who was asked about.
    private func lookingAround(
        at place: String, on stage: Stage
    ) -> (asked: Locked<[String]>, seen: Locked<[PortalError?]>) {
        let (asked, seen) = (Locked<[String]>([]), Locked<[PortalError?]>([]))
        let person = ActingInterface { question in
            asked.withLock { $0.append(question.host) }
            guard question.host == "h.test" else { return nil }
            let error = await ask(stage, place)
            seen.withLock { $0.append(error) }
            return Self.alice
        }
        stage.environment.authentication.handleChallenges(using: Authenticator(interface: person))
        return (asked, seen)
    }

    @Test func `What a question sends a request for is asked within it`() async throws {
        let stage = Stage()
        let (asked, seen) = lookingAround(at: "https://b.test/s/rest/services/B", on: stage)
        #expect(await ask(stage) == nil)
        #expect(asked.withLock { $0 } == ["h.test", "b.test"])
        #expect(seen.withLock { $0.map { $0?.code } } == [.cancelled])
    }

    @Test func `A question is not asked again by what its own answer needs`() async throws {
        let stage = Stage()
        let (asked, seen) = lookingAround(at: Traffic.server, on: stage)
        #expect(await ask(stage) == nil)
        #expect(asked.withLock { $0 } == ["h.test"])
        #expect(seen.withLock { $0.map { $0?.code } } == [.cancelled])
    }

    @Test func `What a page sends a request for is asked while it is shown`() async throws {
        let (stage, server) = Stage.oauth()
        let interface = install(stage, oauth: [try Stage.configuration()]) {
            $0.agent = PretendBrowser { page, redirectURI in
                let error = await ask(stage, "https://b.test/s/rest/services/B")
                #expect(error?.code == .cancelled)
                return "\(redirectURI)?code=\(server.code(for: page))&state=\(page["state"] ?? "")"
            }
        }
        #expect(await ask(stage, "https://h.test/portal/sharing/rest/content/items/private") == nil)
        #expect(interface.asked == ["page", "signIn b.test"])
    }
}

/// A person whose answers a body gives.
private struct ActingInterface: AuthenticatorInterface {
    let onSignIn: @Sendable (SignInQuestion) async -> SignInAnswer?

    func signIn(_ question: SignInQuestion) async -> SignInAnswer? { await onSignIn(question) }
}

/// A person who never answers.
private struct HangingInterface: AuthenticatorInterface {
    let onQuestion: @Sendable () -> Void

    func signIn(_ question: SignInQuestion) async -> SignInAnswer? {
        await FirstAnswer<SignInAnswer?>(ifCancelled: nil).from { _ in onQuestion() }
    }
}
