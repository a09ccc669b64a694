import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

struct `Basic before a portal` {
    private func ask(_ stage: Stage, _ url: String = Web.site) async -> PortalError? {
        await failure { () throws(PortalError) in try await stage.ask(url) }
    }

    @Test func `is asked about once and then sent before anybody asks`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right])
        #expect(await ask(stage) == nil)
        #expect(await ask(stage, Web.item) == nil)
        #expect(tier.lines == ["self", "self basic=alice", "abc basic=alice"])
        #expect(stage.challenges == ["basic,0"])
        #expect(
            stage.environment.networkCredentials.credential(for: try Web.space())
                == .password(username: "alice", Secret("right")))
    }

    @Test func `is not asked about where the store holds a password`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        try await stage.environment.networkCredentials.add(
            .password(username: "alice", Secret("right")), for: try Web.space())
        #expect(await ask(stage) == nil)
        #expect(tier.lines == ["self", "self basic=alice"] && stage.challenges.isEmpty)
    }

    @Test func `counts a wrong password and keeps only the right one`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        stage.answer(inTurn: [Web.wrong(), Web.right])
        #expect(await ask(stage) == nil)
        #expect(tier.lines == ["self", "self basic=wrong", "self basic=alice"])
        #expect(stage.challenges == ["basic,0", "basic,1"])
        #expect(stage.environment.networkCredentials.credentials.count == 1)
    }

    @Test func `is tried five times and no more`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        stage.answer(inTurn: (1...9).map { Web.wrong($0) })
        let error = await ask(stage)
        #expect(error?.code == .httpAuthentication && error?.httpStatus == 401 && error?.legacyCode == -1013)
        #expect(error?.isAuthenticationError == true)
        #expect(error?.challenges.first?.method == .basic && error?.protectionSpace?.realm == "portal")
        #expect(tier.lines.count == 6 && stage.challenges.last == "basic,4")
        #expect(stage.environment.networkCredentials.credentials.isEmpty)
    }

    @Test func `does not send a refused pair again`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        stage.answer(inTurn: [Web.wrong(), Web.wrong(), Web.right])
        #expect(await ask(stage) == nil)
        #expect(tier.lines == ["self", "self basic=wrong", "self basic=alice"])
        #expect(stage.challenges == ["basic,0", "basic,1", "basic,2"])
        #expect(stage.recorded.contains { if case .refusedCredentialsNotSent = $0 { true } else { false } })
        tier.change { $0.passwords["alice"] = "wrong1" }
        stage.environment.authentication.forgetRefusals()
        stage.answer(inTurn: [Web.wrong()])
        #expect(await ask(stage) == nil)
    }

    @Test func `sends no byte of a password without TLS`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right])
        let origin = try #require(Origin(scheme: "http", host: "h.test"))
        try await stage.environment.networkCredentials.add(
            .password(username: "alice", Secret("right")),
            for: ProtectionSpace(origin: origin, method: .basic, realm: "portal"))
        stage.environment.core.secureOrigins.noteNoTLS(of: try HTTPURL("http://h.test"))
        let error = await ask(stage, "http://h.test/portal/sharing/rest/portals/self")
        #expect(error?.code == .basicInsecure && error?.legacyCode == -1013)
        #expect(tier.lines == ["self"] && stage.challenges.isEmpty)
        #expect(!stage.transport.sent.contains { $0.header("Authorization") != nil })
    }

    @Test func `goes without TLS where the policy allows it`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage { $0.allowsInsecureBasic = true }
        stage.answer(inTurn: [Web.right])
        stage.environment.core.secureOrigins.noteNoTLS(of: try HTTPURL("http://h.test"))
        #expect(await ask(stage, "http://h.test/portal/sharing/rest/portals/self") == nil)
        #expect(stage.transport.sent.allSatisfy { $0.url.hasPrefix("http:") })
    }

    @Test func `refuses a name with a colon before anything is sent`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        let causes = Locked<[PortalError.Code?]>([])
        let answers = Locked([
            NetworkDisposition.credential(.password(username: "a:b", Secret("x"))), Web.right,
        ])
        stage.answer { challenge in
            causes.withLock { $0.append(challenge.cause?.code) }
            return answers.withLock { $0.removeFirst() }
        }
        #expect(await ask(stage) == nil)
        #expect(tier.lines == ["self", "self basic=alice"] && stage.challenges == ["basic,0", "basic,1"])
        #expect(causes.withLock { $0 } == [.httpAuthentication, .invalidArgument])
    }

    @Test(arguments: [
        (NetworkDisposition.cancel, PortalError.Code.cancelled), (.withoutCredential, .httpAuthentication),
        (.rejectProtectionSpace, .httpAuthentication), (.credential(.serverTrust), .invalidArgument),
    ])
    func `ends as the handler says`(_ disposition: NetworkDisposition, _ code: PortalError.Code) async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        stage.answer(inTurn: [disposition])
        #expect(await ask(stage)?.code == code)
        #expect(tier.lines == ["self"])
    }

    @Test func `fails where no handler is asked`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        #expect(await ask(stage)?.code == .httpAuthentication)
        #expect(tier.lines == ["self"] && stage.challenges.isEmpty)
    }

    @Test func `replaces a stored password that is refused`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right, .credential(.password(username: "alice", Secret("new")))])
        #expect(await ask(stage) == nil)
        tier.change { $0.passwords["alice"] = "new" }
        #expect(await ask(stage) == nil)
        #expect(tier.lines == ["self", "self basic=alice", "self basic=wrong", "self basic=alice"])
        #expect(stage.challenges == ["basic,0", "basic,1"])
        #expect(
            stage.environment.networkCredentials.credential(for: try Web.space())
                == .password(username: "alice", Secret("new")))
    }

    @Test func `is one question for requests that run together`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        let everybodyWaits = Latch()
        let answers = Locked([Web.wrong(), Web.right])
        stage.answer { _ in
            await everybodyWaits.wait()
            return answers.withLock { $0.isEmpty ? .withoutCredential : $0.removeFirst() }
        }
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<8 { group.addTask { await ask(stage) } }
            await stage.eventually { stage.environment.authentication.waitingForSignIns == 8 }
            everybodyWaits.open()
            for await error in group { #expect(error == nil) }
        }
        #expect(stage.challenges == ["basic,0", "basic,1"])
        // The wrong password went out once, not eight times.
        #expect(tier.lines.filter { $0 == "self basic=wrong" }.count == 1)
        #expect(tier.lines.filter { $0 == "self basic=alice" }.count == 8 && tier.lines.count == 17)
    }

    @Test func `is cancelled for everybody at once`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let everybodyIsThere = Latch()
        let count = Locked(0)
        let stage = tier.stage(wrap: { _ in
            if count.withLock({
                $0 += 1; return $0 == 4
            }) {
                everybodyIsThere.open()
            }
            await everybodyIsThere.wait()
        })
        let isAsked = Latch()
        stage.answer { _ in
            await isAsked.wait()
            return .cancel
        }
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<4 { group.addTask { await ask(stage) } }
            await stage.eventually { stage.environment.authentication.waitingForSignIns == 4 }
            isAsked.open()
            for await error in group { #expect(error?.code == .cancelled) }
        }
        #expect(stage.challenges == ["basic,0"])
    }
}

struct `Schemes and scopes of a web tier` {
    private func ask(_ stage: Stage, _ url: String = Web.site) async -> PortalError? {
        await failure { () throws(PortalError) in try await stage.ask(url) }
    }

    @Test func `a rejected scheme makes room for the next one`() async throws {
        let tier = PretendWebTier("Negotiate", PretendWebTier.basic)
        let stage = tier.stage()
        stage.answer(inTurn: [.rejectProtectionSpace, Web.right])
        #expect(await ask(stage) == nil)
        #expect(stage.challenges == ["negotiate,0", "basic,0"])
    }

    @Test func `a password for a scheme that takes none goes nowhere`() async throws {
        let tier = PretendWebTier("Negotiate", PretendWebTier.basic)
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right, .cancel])
        #expect(await ask(stage)?.code == .cancelled)
        #expect(tier.lines == ["self"] && stage.challenges == ["negotiate,0", "basic,0"])
    }

    @Test func `without a scheme that can be answered the error names what was offered`() async throws {
        let tier = PretendWebTier("Negotiate")
        let stage = tier.stage()
        stage.answer(inTurn: [.rejectProtectionSpace])
        let error = await ask(stage)
        #expect(error?.code == .httpAuthentication && error?.description.contains("Negotiate") == true)
        #expect(stage.challenges == ["negotiate,0"])
    }

    @Test func `a 401 without a challenge asks no handler`() async throws {
        let tier = PretendWebTier()
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right])
        #expect(await ask(stage)?.code == .httpAuthentication)
        #expect(stage.challenges.isEmpty)
    }

    @Test func `schemes that the policy leaves out are not used`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage { $0.httpSchemes = [.digest] }
        stage.answer(inTurn: [Web.right])
        #expect(await ask(stage)?.code == .httpAuthentication)
        #expect(stage.challenges.isEmpty)
    }

    @Test func `two realms of a host are two questions`() async throws {
        let tier = PretendWebTier(PretendWebTier.digest)
        tier.change { $0.realms = [("/portal/sharing/rest/content", "Content")] }
        let stage = tier.stage()
        let realms = Locked<[String?]>([])
        stage.answer { challenge in
            realms.withLock { $0.append(challenge.space.realm) }
            return Web.right
        }
        for url in [Web.site, Web.item, Web.site, Web.item] { #expect(await ask(stage, url) == nil) }
        #expect(realms.withLock { $0 } == ["portal", "Content"])
        #expect(stage.environment.networkCredentials.credentials.count == 2)
        #expect(
            tier.lines == [
                "self", "self digest=alice nonce#1 nc=1", "abc digest=alice nonce#1 nc=2 wrong",
                "abc digest=alice nonce#2 nc=1", "self digest=alice nonce#1 nc=3", "abc digest=alice nonce#2 nc=2",
            ])
    }

    @Test func `a redirect to another host starts with nothing`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let portal = PretendPortal()
        let stage = Stage(script: { sent throws(TransportError) in
            tier.answer(sent) {
                sent.url.hasPrefix("https://h.test/portal/sharing/rest/content")
                    ? .redirect(302, "https://b.test/portal/sharing/rest/content/items/abc?f=json")
                    : portal.answer(sent)
            }
        })
        let hosts = Locked<[String]>([])
        stage.answer { challenge in
            hosts.withLock { $0.append(challenge.space.origin.host) }
            return challenge.space.origin.host == "h.test"
                ? Web.right : .credential(.password(username: "bob", Secret("other")))
        }
        #expect(await ask(stage) == nil)
        #expect(await ask(stage, Web.item) == nil)
        #expect(hosts.withLock { $0 } == ["h.test", "b.test"])
        #expect(
            tier.lines == ["self", "self basic=alice", "abc basic=alice", "abc", "abc basic=bob"])
        #expect(stage.environment.networkCredentials.credentials.count == 2)
    }

    @Test(arguments: [TokenCarrier.esriHeader, .authorizationHeader])
    func `a token travels beside the password, never in its place`(_ carrier: TokenCarrier) async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage { $0.carriers = [carrier] }
        stage.answer(inTurn: [Web.right])
        stage.environment.credentials.add(try stage.alice())
        #expect(await ask(stage) == nil)
        #expect(tier.lines == ["info", "info basic=alice", "generateToken basic=alice", "self basic=alice"])
        let last = try #require(stage.transport.sent.last)
        #expect(last.headers.filter { $0.isNamed("Authorization") }.count == 1)
        #expect(last.header("Authorization")?.hasPrefix("Basic ") == true && last.token == "tok1")
        #expect(stage.challenges == ["basic,0"])
    }

    @Test func `a token can be had for a user whom the web tier knows`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = Stage(script: { sent throws(TransportError) in
            tier.answer(sent) {
                sent.path.hasSuffix("/generateToken")
                    ? .json(["token": "web", "expires": 1_800_000_000_000, "ssl": true]) : .json(["ok": true])
            }
        })
        stage.answer(inTurn: [Web.right])
        stage.environment.credentials.add(
            TokenCredential(
                forWebTierUserOf: try HTTPURL(Traffic.portal), tokenURL: try HTTPURL(Traffic.token),
                in: stage.environment))
        #expect(await ask(stage) == nil)
        let order = try #require(stage.transport.sent.last { $0.path.hasSuffix("/generateToken") })
        #expect(order.method == "POST" && order.form["username"] == nil && order.form["password"] == nil)
        #expect(order.form["client"] == "referer" && order.form["serverURL"] == nil)
        #expect(stage.transport.sent.last?.token == "web")
        #expect(stage.environment.credentials.credentials.first?.username == nil)
    }

    @Test func `a token for a server is asked of its portal by name`() async throws {
        let stage = Stage(script: { sent throws(TransportError) in
            sent.path.hasSuffix("/generateToken") ? .json(["token": "web"]) : .json(["ok": true])
        })
        stage.environment.credentials.add(
            TokenCredential(
                forWebTierUserOf: try HTTPURL(Traffic.server), tokenURL: try HTTPURL(Traffic.token),
                in: stage.environment))
        #expect(await ask(stage, Traffic.server) == nil)
        #expect(stage.transport.sent.first?.form["serverURL"] == "https://h.test/server")
        #expect(stage.transport.sent.first?.form["request"] == "getToken")
    }

    @Test func `signing out forgets passwords`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right])
        #expect(await ask(stage) == nil)
        await stage.environment.authentication.signOut()
        #expect(stage.environment.networkCredentials.credentials.isEmpty)
        #expect(await ask(stage)?.code == .httpAuthentication)
        #expect(tier.lines.last == "self" && stage.challenges.count == 2)
    }

    @Test func `a removed password is not sent any more`() async throws {
        let tier = PretendWebTier(PretendWebTier.digest)
        let stage = tier.stage()
        stage.answer(inTurn: [Web.right])
        #expect(await ask(stage) == nil)
        await stage.environment.networkCredentials.remove(for: try Web.space())
        #expect(await ask(stage)?.code == .httpAuthentication)
        #expect(tier.lines.last == "self")
    }

    @Test func `a handler may send requests of its own`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        let environment = stage.environment
        let depth = Locked(0)
        stage.answer { _ in
            if depth.withLock({
                $0 += 1; return $0 == 1
            }), let url = try? HTTPURL(Web.item) {
                _ = try? await environment.request(ArcGISRequest(url))
            }
            return Web.right
        }
        #expect(await ask(stage) == nil)
        #expect(stage.challenges == ["basic,0", "basic,0"])
    }

    @Test func `secrets stay out of descriptions`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let stage = tier.stage()
        stage.answer(inTurn: (1...5).map { .credential(.password(username: "alice", Secret("geheim\($0)"))) })
        let error = await ask(stage)
        let store = stage.environment.networkCredentials
        try await store.add(.password(username: "alice", Secret("geheim")), for: try Web.space())
        var dumped = ""
        for value in [error as Any, store, store.credentials, stage.recorded, stage.environment] {
            dump(value, to: &dumped)
            dumped += "\(value) \(String(reflecting: value))"
        }
        #expect(!dumped.contains("geheim") && !dumped.contains(PretendWebTier.basicValue("alice", "geheim")))
    }
}
