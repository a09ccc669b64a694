import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

private let token = "https://h.test/portal/sharing/rest/oauth2/token"
private let item = "https://h.test/portal/sharing/rest/content/items/private"

/// What a test of a renewed sign-in stands on.
private struct SignedIn {
    let stage: Stage
    let server: PretendAuthorizationServer
    let credential: OAuthUserCredential

    init(
        exchange: Duration? = nil, accessLifetime: Int64? = 1800, refreshLifetime: Int64? = 1_209_600,
        wrap: (@Sendable (ScriptedTransport.Sent) async -> Void)? = nil,
        holdingAnswer: (@Sendable (ScriptedTransport.Sent) async -> Void)? = nil
    ) async throws {
        (stage, server) = Stage.oauth(wrap: wrap, holdingAnswer: holdingAnswer)
        server.change {
            $0.accessLifetime = accessLifetime
            $0.refreshLifetime = refreshLifetime
        }
        credential = try await OAuthUserCredential.make(
            try Stage.configuration(exchange: exchange), agent: PretendBrowser(server), in: stage.environment)
        stage.environment.credentials.add(credential)
    }

    /// The grants and requests since the code was redeemed.
    var steps: [String] {
        stage.transport.sent.dropFirst().map { $0.form["grant_type"] ?? $0.token.map { "+\($0)" } ?? "bare" }
    }
    var updates: Int { stage.recorded.filter { if case .credentialUpdated = $0 { true } else { false } }.count }
    func ask() async throws(PortalError) { _ = try await stage.ask(item) }
}

struct `A sign-in through a browser` {
    @Test func `is renewed shortly before the token ends and without a challenge`() async throws {
        let signedIn = try await SignedIn()
        signedIn.stage.handle { _ in .cancel }
        signedIn.stage.time.advance(by: .seconds(1800 - 181))
        try await signedIn.ask()
        signedIn.stage.time.advance(by: .seconds(3))
        try await signedIn.ask()
        #expect(signedIn.steps == ["+access1", "refresh_token", "+access2"] && signedIn.stage.challenges.isEmpty)
        #expect(signedIn.stage.transport.sent[2].form["refresh_token"] == "refresh1")
        #expect(signedIn.credential.username == "alice" && signedIn.updates == 2)
    }

    @Test func `lives as long as the portal said, by whatever clock`() async throws {
        let (stage, server) = Stage.oauth()
        let answer: JSONValue = ["access_token": "a", "expires_in": "1800", "refresh_token": "r", "username": "alice"]
        var response = HTTPResponse.json(answer)
        response.headers.append(HeaderField("Date", "Tue, 14 Nov 2023 20:13:20 GMT"))
        server.change { $0.refusals = [response] }
        let credential = try await OAuthUserCredential.make(
            try Stage.configuration(), agent: PretendBrowser(server), in: stage.environment)
        let info = try await credential.tokenInfo()
        // Two hours before this side's clock: the portal's is what the end is told by.
        #expect(info.expires == Timestamp(milliseconds: 1_700_000_000_000 - 7_200_000 + 1_800_000))
        #expect(info.renewal == Timestamp(milliseconds: 1_700_000_000_000 + 1_620_000))
        #expect(credential.refreshTokenExpires == nil)
    }

    @Test(arguments: [nil, 0, -5] as [Int64?]) func `without a lifetime is used until it is refused`(
        _ lifetime: Int64?
    ) async throws {
        let signedIn = try await SignedIn(accessLifetime: lifetime)
        signedIn.stage.time.advance(by: .seconds(1_000_000))
        try await signedIn.ask()
        #expect(signedIn.steps == ["+access1"])
    }

    @Test func `is renewed once where the token is refused`() async throws {
        let signedIn = try await SignedIn()
        signedIn.stage.portal.change { $0.live = [] }
        try await signedIn.ask()
        #expect(signedIn.steps == ["+access1", "refresh_token", "+access2"])
    }

    @Test func `is renewed once for everybody who waits`() async throws {
        let door = Latch()
        let signedIn = try await SignedIn(wrap: { sent in
            if sent.form["grant_type"] == "refresh_token" { await door.wait() }
        })
        signedIn.stage.portal.change { $0.live = [] }
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<64 {
                group.addTask { await failure { () throws(PortalError) in try await signedIn.ask() } }
            }
            await signedIn.stage.waitForTokenWaiters(64)
            door.open()
            for await error in group { #expect(error == nil) }
        }
        #expect(signedIn.steps.filter { $0 == "refresh_token" }.count == 1 && signedIn.updates == 2)
    }

    struct Due: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var exchange: Duration?
        var refreshLifetime: Int64? = 1_209_600
        let after: Duration
        let grant: String
    }
    static let dues = [
        Due(testDescription: "days before its end", after: .seconds(12 * 86400), grant: "refresh_token"),
        Due(testDescription: "its last day", after: .seconds(13 * 86400 + 60), grant: "exchange_refresh_token"),
        Due(
            testDescription: "a life of less than a day", refreshLifetime: 7200, after: .seconds(1700),
            grant: "exchange_refresh_token"),
        Due(
            testDescription: "an end that is not known", refreshLifetime: nil, after: .seconds(90 * 86400),
            grant: "refresh_token"),
        Due(
            testDescription: "before the interval", exchange: .seconds(86400), after: .seconds(86_000),
            grant: "refresh_token"),
        Due(
            testDescription: "the interval", exchange: .seconds(86400), after: .seconds(86_400),
            grant: "exchange_refresh_token"),
        Due(
            testDescription: "the last day before the interval", exchange: .seconds(86400 * 30),
            after: .seconds(13 * 86400 + 60), grant: "exchange_refresh_token"),
        Due(testDescription: "never", exchange: .zero, after: .seconds(13 * 86400 + 60), grant: "refresh_token"),
    ]

    @Test(arguments: dues) func `has its refresh token replaced when that is due`(_ due: Due) async throws {
        let signedIn = try await SignedIn(exchange: due.exchange, refreshLifetime: due.refreshLifetime)
        signedIn.stage.time.advance(by: due.after)
        try await signedIn.ask()
        #expect(signedIn.steps == [due.grant, "+access2"])
        guard due.grant == "exchange_refresh_token" else { return }
        let sent = signedIn.stage.transport.sent[1].form
        #expect(sent["refresh_token"] == "refresh1" && sent["redirect_uri"] == "https://app.test/auth")
        signedIn.stage.portal.change { $0.live = [] }
        signedIn.server.change { $0.refreshLifetime = 1_209_600 }
        try await signedIn.ask()
        #expect(
            signedIn.stage.transport.sent.last { $0.form["refresh_token"] != nil }?.form["refresh_token"] == "refresh2")
    }

    @Test func `is kept with both new tokens before a request uses them`() async throws {
        let signedIn = try await SignedIn()
        signedIn.stage.time.advance(by: .seconds(13 * 86400 + 60))
        try await signedIn.ask()
        let events = signedIn.stage.recorded
        let update = try #require(events.lastIndex(of: .credentialUpdated(signedIn.credential.serverContext)))
        let use = try #require(
            events.lastIndex { if case .request(_, "GET", item, true) = $0 { true } else { false } })
        #expect(update < use)
    }

    @Test func `goes on with the refresh token where the portal knows no exchange`() async throws {
        let signedIn = try await SignedIn()
        signedIn.server.change { $0.refusals = [.refused("unsupported_grant_type")] }
        signedIn.stage.time.advance(by: .seconds(13 * 86400 + 60))
        try await signedIn.ask()
        #expect(signedIn.steps == ["exchange_refresh_token", "refresh_token", "+access2"])
    }

    @Test func `keeps what an exchange brought although no task waits for it any more`() async throws {
        let door = Latch()
        let signedIn = try await SignedIn(wrap: { sent in
            if sent.form["grant_type"] == "exchange_refresh_token" { await door.wait() }
        })
        signedIn.stage.time.advance(by: .seconds(13 * 86400 + 60))
        let asking = Task { await failure { () throws(PortalError) in try await signedIn.ask() } }
        await signedIn.stage.transport.waitForRequests(2)
        asking.cancel()
        #expect(await asking.value?.code == .cancelled)
        // A request that comes now waits for the same exchange: the old token may be gone.
        let next = Task { await failure { () throws(PortalError) in try await signedIn.ask() } }
        await signedIn.stage.waitForTokenWaiters(1)
        door.open()
        #expect(await next.value == nil)
        #expect(signedIn.steps == ["exchange_refresh_token", "+access2"])
    }

    struct Death: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let answer: HTTPResponse
    }
    static let deaths = [
        Death(testDescription: "expired", answer: .refused("invalid_request", code: 498)),
        Death(testDescription: "invalid grant", answer: .refused("invalid_grant")),
        Death(testDescription: "invalid request", answer: .refused("invalid_request")),
        Death(
            testDescription: "RFC 6749 §5.2",
            answer: .json(["error": "invalid_grant", "error_description": "gone"], status: 400)),
        Death(testDescription: "no word", answer: .json(["error": ["code": 400, "message": "no"]])),
    ]

    @Test(arguments: deaths) func `whose refresh token is dead is asked for again after one attempt`(
        _ death: Death
    ) async throws {
        let signedIn = try await SignedIn()
        let (stage, server) = (signedIn.stage, signedIn.server)
        stage.portal.change { $0.live = [] }
        server.change { $0.refusals = [death.answer] }
        let configuration = signedIn.credential.configuration
        stage.handle { challenge in
            #expect(challenge.cause.code == .tokenInvalid)
            return .credential(
                try await OAuthUserCredential.make(
                    configuration, agent: PretendBrowser(server), in: challenge.environment))
        }
        try await signedIn.ask()
        #expect(stage.challenges == ["oAuthOrToken,1"])
        #expect(signedIn.steps == ["+access1", "refresh_token", "authorization_code", "+access2"])
    }

    @Test func `whose refresh token is dead sends it no more`() async throws {
        let signedIn = try await SignedIn()
        signedIn.stage.portal.change { $0.live = [] }
        signedIn.server.change { $0.refreshTokens = [:] }
        for _ in 0..<2 {
            let error = await failure { () throws(PortalError) in try await signedIn.ask() }
            #expect(error?.code == .tokenInvalid && error?.oauthError == "invalid_grant")
        }
        #expect(signedIn.steps == ["+access1", "refresh_token", "+access1"])
    }

    struct Trouble: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let answer: HTTPResponse
        let code: PortalError.Code
        var word: String?
    }
    static let troubles = [
        Trouble(testDescription: "page", answer: .text("<html>login"), code: .unexpectedContent),
        Trouble(testDescription: "page with 400", answer: .text("<html>no", status: 400), code: .http),
        Trouble(testDescription: "nothing", answer: .text("", type: "application/json"), code: .emptyBody),
        Trouble(testDescription: "no token", answer: .json(["username": "alice"]), code: .malformedJSON),
        Trouble(testDescription: "a broken token", answer: .json(["access_token": "a\r\nX: y"]), code: .malformedJSON),
        Trouble(
            testDescription: "a broken refresh token", answer: .json(["access_token": "a", "refresh_token": "r\n"]),
            code: .malformedJSON),
        Trouble(
            testDescription: "unknown application", answer: .refused("invalid_client_id"), code: .oauth,
            word: "invalid_client_id"),
        Trouble(
            testDescription: "refused with 400", answer: .refused("invalid_client_id", status: 400), code: .oauth,
            word: "invalid_client_id"),
        Trouble(
            testDescription: "RFC 6749 §5.2",
            answer: .json(["error": "unauthorized_client", "error_description": "no"], status: 401), code: .oauth,
            word: "unauthorized_client"),
        Trouble(testDescription: "busy", answer: .text("busy", type: "text/plain", status: 503), code: .http),
        Trouble(testDescription: "too often", answer: .text("", status: 429), code: .rateLimited),
        Trouble(testDescription: "not there", answer: .text("<html>", status: 404), code: .notFound),
        Trouble(
            testDescription: "redirect", answer: .redirect(307, "https://evil.test/token"), code: .redirectRefused),
        Trouble(
            testDescription: "redirect on the host", answer: .redirect(307, "https://h.test/portal/other"),
            code: .redirectRefused),
        Trouble(testDescription: "redirect to a page", answer: .redirect(302, "/login"), code: .redirectRefused),
    ]

    @Test(arguments: troubles) func `that the portal does not grant fails with its reason, and is tried once`(
        _ trouble: Trouble
    ) async throws {
        let (stage, server) = Stage.oauth()
        server.change { $0.refusals = [trouble.answer] }
        let configuration = try Stage.configuration()
        let error = await failure { () throws(PortalError) in
            try await OAuthUserCredential.make(configuration, agent: PretendBrowser(server), in: stage.environment)
        }
        #expect(error?.code == trouble.code && error?.oauthError == trouble.word)
        #expect(stage.transport.lines == ["POST \(token)"])
    }

    @Test(arguments: troubles) func `that cannot be renewed for another reason asks no user to sign in`(
        _ trouble: Trouble
    ) async throws {
        let signedIn = try await SignedIn()
        signedIn.stage.handle { _ in .cancel }
        signedIn.stage.portal.change { $0.live = [] }
        signedIn.server.change { $0.refusals = [trouble.answer] }
        let error = await failure { () throws(PortalError) in try await signedIn.ask() }
        #expect(error?.code == trouble.code && signedIn.stage.challenges.isEmpty)
        // The refresh token is not dead: the next request tries again.
        try await signedIn.ask()
        #expect(signedIn.steps == ["+access1", "refresh_token", "+access1", "refresh_token", "+access2"])
    }

    @Test func `whose renewal fails early goes on with the old token`() async throws {
        let signedIn = try await SignedIn()
        signedIn.server.change { $0.refusals = [.text("busy", type: "text/plain", status: 503)] }
        signedIn.stage.time.advance(by: .seconds(1700))
        try await signedIn.ask()
        #expect(signedIn.steps == ["refresh_token", "+access1"])
    }

    @Test func `is over once it is revoked`() async throws {
        let signedIn = try await SignedIn()
        try await signedIn.credential.revoke()
        let sent = try #require(signedIn.stage.transport.sent.last)
        #expect(sent.description == "POST https://h.test/portal/sharing/rest/oauth2/revokeToken")
        #expect(sent.form["auth_token"] == "refresh1" && sent.form["token_type_hint"] == "refresh_token")
        #expect(sent.form["client_id"] == "app" && sent.query.isEmpty)
        let count = signedIn.stage.transport.sent.count
        let error = await failure { () throws(PortalError) in try await signedIn.credential.tokenInfo() }
        #expect(error?.code == .tokenInvalid && signedIn.credential.refreshTokenExpires == nil)
        try await signedIn.credential.revoke()
        #expect(signedIn.stage.transport.sent.count == count)
    }

    @Test(arguments: [
        (HTTPResponse.json(["success": false]), PortalError.Code.oauth), (.text("oops", status: 500), .http),
        (.json(["error": ["code": 400, "message": "Invalid client_id"]]), .oauth), (.json([]), .oauth),
        (.redirect(307, "https://evil.test/"), .redirectRefused),
    ]) func `that is not revoked says so and can be revoked again`(
        _ answer: HTTPResponse, _ code: PortalError.Code
    ) async throws {
        let signedIn = try await SignedIn()
        signedIn.server.change { $0.refusals = [answer] }
        let error = await failure { () throws(PortalError) in try await signedIn.credential.revoke() }
        #expect(error?.code == code && signedIn.stage.transport.sent.count == 2)
        try await signedIn.credential.revoke()
        #expect(signedIn.server.state.withLock { $0.revoked } == ["refresh1"])
    }

    @Test func `that ends in a sign-out is discarded`() async throws {
        let door = Latch()
        let signedIn = try await SignedIn(wrap: { sent in
            if sent.form["grant_type"] == "refresh_token" { await door.wait() }
        })
        signedIn.stage.portal.change { $0.live = [] }
        let asking = Task { await failure { () throws(PortalError) in try await signedIn.ask() } }
        await signedIn.stage.waitForTokenWaiters(1)
        await signedIn.stage.environment.authentication.signOut()
        #expect(await asking.value?.code == .signedOut)
        door.open()
        #expect(signedIn.stage.environment.credentials.credentials.isEmpty)
    }

    @Test func `has what a late exchange brought called in after a sign-out`() async throws {
        let door = Latch()
        let signedIn = try await SignedIn(holdingAnswer: { sent in
            if sent.form["grant_type"] == "exchange_refresh_token" { await door.wait() }
        })
        let stage = signedIn.stage
        stage.time.advance(by: .seconds(13 * 86400 + 60))
        let asking = Task { await failure { () throws(PortalError) in try await signedIn.ask() } }
        await stage.waitForTokenWaiters(1)
        await stage.eventually { signedIn.server.state.withLock { $0.issued == 2 } }
        await stage.environment.authentication.signOut()
        #expect(await asking.value?.code == .signedOut)
        door.open()
        await stage.eventually { signedIn.server.state.withLock { $0.revoked.count } == 2 }
        // The old one at the sign-out, the new one as soon as it was there.
        #expect(signedIn.server.state.withLock { $0.revoked } == ["refresh1", "refresh2"])
    }

    @Test func `is revoked with what an exchange brings at the same time`() async throws {
        let (exchanged, revoked) = (Latch(), Latch())
        let signedIn = try await SignedIn(holdingAnswer: { sent in
            if sent.form["grant_type"] == "exchange_refresh_token" { await exchanged.wait() }
            if sent.form["auth_token"] == "refresh1" { await revoked.wait() }
        })
        signedIn.stage.time.advance(by: .seconds(13 * 86400 + 60))
        let asking = Task { await failure { () throws(PortalError) in try await signedIn.ask() } }
        await signedIn.stage.eventually { signedIn.server.state.withLock { $0.issued == 2 } }
        let leaving = Task { await failure { () throws(PortalError) in try await signedIn.credential.revoke() } }
        await signedIn.stage.eventually { signedIn.server.state.withLock { $0.revoked.count == 1 } }
        exchanged.open()
        #expect(await asking.value == nil)
        revoked.open()
        #expect(await leaving.value == nil)
        #expect(signedIn.server.state.withLock { $0.revoked } == ["refresh1", "refresh2"])
        #expect(!signedIn.credential.holdsLiveTokens)
    }

    @Test func `shows none of its secrets`() async throws {
        let (stage, server) = Stage.oauth()
        server.change {
            $0.refusals = [
                .json(["access_token": "s3cr3t-a", "refresh_token": "s3cr3t-r", "expires_in": 1800]),
                .json(["error": ["code": 400, "error": "no_s3cr3t-r", "message": "bad s3cr3t-r"]]),
            ]
        }
        let browser = PretendBrowser(server)
        let credential = try await OAuthUserCredential.make(
            try Stage.configuration(), agent: browser, in: stage.environment)
        let info = try await credential.tokenInfo()
        let error = await failure { () throws(PortalError) in try await credential.renew(replacing: info) }
        #expect(error?.serverMessage == "bad ***")
        var said = "\(credential) \(String(reflecting: credential)) \(String(describing: error))"
        dump(credential, to: &said)
        dump(error, to: &said)
        dump(stage.recorded, to: &said)
        #expect(!said.contains("s3cr3t"))
        #expect(stage.transport.sent.allSatisfy { $0.query.isEmpty && $0.header("Referer") == nil })
    }
}
