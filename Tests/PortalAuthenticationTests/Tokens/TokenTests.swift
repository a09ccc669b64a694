import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

struct `Tokens` {
    @Test func `are requested by a clean form over TLS`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice(Traffic.server, lifetime: .seconds(1800)))
        _ = try await stage.ask(Traffic.server)
        let sent = stage.transport.sent
        #expect(
            stage.transport.lines == ["GET \(Traffic.info)", "POST \(Traffic.token)", "GET \(Traffic.server) +tok1"])
        #expect(
            sent[1].form == [
                "username": "alice", "password": Stage.password, "client": "referer", "referer": Stage.referer,
                "expiration": "30", "f": "json",
            ])
        #expect(sent[1].query == "" && sent[1].header("Content-Type") == "application/x-www-form-urlencoded")
        #expect(sent[1].header("Referer") == Stage.referer && sent[2].header("Referer") == Stage.referer)
        #expect(sent[0].headers.isEmpty)
    }

    @Test func `come from an explicit address without asking`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice(Traffic.server, tokenURL: Traffic.token))
        _ = try await stage.ask(Traffic.server)
        #expect(stage.transport.lines == ["POST \(Traffic.token)", "GET \(Traffic.server) +tok1"])
        #expect(stage.transport.sent[0].form["expiration"] == nil)
    }

    @Test func `come from the advertised address as it stands`() async throws {
        let stage = Stage()
        stage.portal.change { $0.info = ["authInfo": ["tokenServicesUrl": "https://h.test/arcgis/tokens/"]] }
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        _ = try await stage.ask(Traffic.server)
        #expect(stage.transport.lines[1] == "POST https://h.test/arcgis/tokens/")
    }

    @Test(arguments: [
        HTTPResponse.text("<html>", status: 404), HTTPResponse.text("<html>"),
        HTTPResponse.json(["currentVersion": 11.1]),
        HTTPResponse.json(["error": ["code": 499, "message": "Token Required"]]),
    ])
    func `come from the usual address where the server does not say`(_ answer: HTTPResponse) async throws {
        let stage = Stage()
        stage.portal.can("/rest/info", answer)
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        _ = try await stage.ask(Traffic.server)
        #expect(stage.transport.lines[1] == "POST https://h.test/server/tokens/generateToken")
        #expect(stage.recorded.contains(.discoveryFallback(url: Traffic.info)))
    }

    @Test func `are not requested where the server has no token security`() async throws {
        let stage = Stage()
        stage.portal.change { $0.info = ["authInfo": ["isTokenBasedSecurity": false]] }
        stage.portal.can("/MapServer", .json(["ok": true]))
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        _ = try await stage.ask(Traffic.server)
        #expect(stage.transport.lines == ["GET \(Traffic.info)", "GET \(Traffic.server)"])
    }

    @Test(arguments: [
        ("http://h.test/tokens", PortalError.Code.tokenServiceInsecure),
        ("https://evil.test/tokens", .tokenServiceNotConsented),
    ])
    func `are not requested from where no password may go`(_ address: String, _ code: PortalError.Code) async throws {
        let stage = Stage()
        stage.portal.change { $0.info = ["authInfo": ["tokenServicesUrl": .string(address)]] }
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        #expect(await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }?.code == code)
        #expect(stage.transport.lines == ["GET \(Traffic.info)"])
    }

    @Test func `go to a foreign host after consent that names it`() async throws {
        let stage = Stage()
        stage.portal.change { $0.info = ["authInfo": ["tokenServicesUrl": "https://other.test/generateToken"]] }
        stage.handle { challenge in
            #expect(challenge.authenticatingHost == "other.test")
            return .consent
        }
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        _ = try await stage.ask(Traffic.server)
        #expect(stage.challenges == ["tokenServiceConsent(other.test),0"])
        #expect(stage.transport.lines[1] == "POST https://other.test/generateToken")
    }

    @Test func `are renewed before they expire`() async throws {
        let stage = Stage()
        stage.portal.change { $0.lifetime = 60_000 }
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        _ = try await stage.ask(Traffic.server)
        stage.time.advance(by: .seconds(53))
        _ = try await stage.ask(Traffic.server)
        #expect(stage.transport.sent.last?.token == "tok1")
        stage.time.advance(by: .seconds(3))
        _ = try await stage.ask(Traffic.server)
        #expect(stage.transport.sent.last?.token == "tok2")
        #expect(stage.recorded.filter { if case .tokenRenewed = $0 { true } else { false } }.count == 1)
    }

    @Test func `live by the issuer's clock although ours is wrong`() async throws {
        let stage = Stage()
        stage.time.advance(by: .seconds(7200))
        stage.portal.change { $0.date = "Tue, 14 Nov 2023 22:13:20 GMT" }
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        for _ in 0..<3 { _ = try await stage.ask(Traffic.server) }
        #expect(stage.transport.lines.filter { $0.hasPrefix("POST") }.count == 1)
    }

    @Test func `without an expiry are used until they are refused`() async throws {
        let stage = Stage()
        stage.portal.change { $0.lifetime = nil }
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        _ = try await stage.ask(Traffic.server)
        stage.time.advance(by: .seconds(1_000_000))
        _ = try await stage.ask(Traffic.server)
        #expect(stage.transport.sent.last?.token == "tok1")
    }

    struct Shape: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let body: JSONValue
        var status = 200
    }
    static let shapes = [
        Shape(testDescription: "envelope", body: ["error": ["code": 498, "message": "Invalid token.", "details": []]]),
        Shape(testDescription: "code as text", body: ["error": ["code": "498", "message": "Invalid Token"]]),
        Shape(testDescription: "details null", body: ["error": ["code": 498, "message": nil, "details": nil]]),
        Shape(testDescription: "details text", body: ["error": ["code": 498, "message": "x", "details": "y"]]),
        Shape(
            testDescription: "administrator", body: ["status": "error", "messages": ["Token Expired."], "code": 498]),
        Shape(testDescription: "top level", body: ["code": 498, "message": "Invalid"]),
        Shape(testDescription: "status", body: ["unrelated": true], status: 498),
    ]

    @Test(arguments: shapes) func `that are refused in any shape are renewed once and the request replayed`(
        _ shape: Shape
    ) async throws {
        let stage = Stage()
        stage.portal.change { state in
            state.refusal = shape.body
            state.refusalStatus = shape.status
        }
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        _ = try await stage.ask(Traffic.server)
        stage.portal.change { $0.live = [] }
        _ = try await stage.ask(Traffic.server, method: .post, [("adds", "[1]")])
        let tail = stage.transport.sent.suffix(3)
        #expect(
            tail.map(\.description) == [
                "POST \(Traffic.server) +tok1", "POST \(Traffic.token)", "POST \(Traffic.server) +tok2",
            ])
        #expect(tail.first?.body == tail.last?.body && tail.last?.form == ["adds": "[1]", "f": "json"])
        #expect(stage.challenges.isEmpty)
    }

    @Test func `that are refused after renewal surface`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        _ = try await stage.ask(Traffic.server)
        stage.portal.change { $0.refusesEveryToken = true }
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.code == .tokenInvalid)
        #expect(
            stage.transport.lines.suffix(3) == [
                "GET \(Traffic.server) +tok1", "POST \(Traffic.token)", "GET \(Traffic.server) +tok2",
            ])
    }

    @Test func `that another client acquired are sent with their referer and never renewed`() async throws {
        let stage = Stage()
        let token = TokenInfo(accessToken: Secret("given"))
        stage.environment.credentials.add(
            try PregeneratedTokenCredential(
                url: try HTTPURL(Traffic.server), tokenInfo: token, referer: "https://bound.test/"))
        stage.portal.change {
            $0.refusal = ["error": ["code": 498, "details": ["make sure the referrer is available"]]]
        }
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(
            error?.code == .tokenInvalid && error?.isRefererSuspected == true && error?.isAuthenticationError == true)
        #expect(stage.transport.lines == ["GET \(Traffic.server) +given"])
        #expect(stage.transport.sent[0].header("Referer") == "https://bound.test/")
    }

    @Test(arguments: ["a\r\nX: y", "a\nb", ""]) func `that would break a header are refused locally`(_ token: String)
        throws
    {
        #expect(throws: PortalError(.invalidArgument, detail: "")) {
            try PregeneratedTokenCredential(
                url: try HTTPURL(Traffic.server), tokenInfo: TokenInfo(accessToken: Secret(token)))
        }
    }

    @Test func `that a proxy strips go by form once and from then on`() async throws {
        let stage = Stage()
        stage.portal.change { $0.seesOnlyForms = true }
        stage.environment.credentials.add(try stage.alice(Traffic.server, tokenURL: Traffic.token))
        _ = try await stage.ask(Traffic.server)
        #expect(
            stage.transport.lines == ["POST \(Traffic.token)", "GET \(Traffic.server) +tok1", "POST \(Traffic.server)"])
        #expect(stage.transport.sent[2].form["token"] == "tok1" && stage.transport.sent[2].query == "")
        _ = try await stage.ask(Traffic.server)
        #expect(stage.transport.lines.last == "POST \(Traffic.server)")
    }

    @Test func `do not help where access is denied`() async throws {
        let stage = Stage()
        stage.handle { _ in .cancel }
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        stage.portal.can("/MapServer", .denied)
        #expect(await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }?.code == .accessDenied)
        #expect(stage.challenges.isEmpty && stage.transport.sent.count == 3)
    }

    @Test func `never go to another context or a host that looks alike`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice())
        for url in [
            "https://h.test.evil/portal/sharing/rest/x", "https://h.test/server/rest/services/A",
            "https://h.test/portal2/sharing/rest",
        ] {
            _ = await failure { () throws(PortalError) in try await stage.ask(url) }
        }
        #expect(stage.transport.sent.allSatisfy { $0.token == nil && $0.form.isEmpty })
        #expect(
            stage.transport.sent.map(\.path) == [
                "https://h.test.evil/portal/sharing/rest/x", Traffic.info, "https://h.test/server/rest/services/A",
                "https://h.test/portal2/sharing/rest",
            ])
    }

    @Test func `are not replaced by an older one that a task learns of late`() async throws {
        let (door, executor, isDone) = (Latch(), ManualExecutor(), Locked(false))
        let stage = Stage(wrap: { sent in if sent.method == "POST" { await door.wait() } })
        let alice = try stage.alice(tokenURL: Traffic.token)
        let leader = Task { await failure { () throws(PortalError) in try await alice.tokenInfo() } }
        await stage.transport.waitForRequests(1)
        _ = Task(executorPreference: executor) {
            _ = await failure { () throws(PortalError) in try await alice.tokenInfo() }
            isDone.withLock { $0 = true }
        }
        while stage.environment.authentication.waitingForTokens < 2 { executor.step() }
        door.open()
        #expect(await leader.value == nil)
        let newer = try await alice.renew(replacing: try await alice.tokenInfo())
        #expect(newer.accessToken == Secret("tok2"))
        // Only now does the other one hear of the first token.
        while !isDone.withLock({ $0 }) { executor.step() }
        #expect(try await alice.tokenInfo() == newer)
    }
}
