import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Secrets` {
    private static let password = "s3cr3t-p4ss"
    private static let token = "s3cr3t-t0ken"

    private func texts(_ value: some Any) -> String {
        var dumped = ""
        dump(value, to: &dumped, maxDepth: 12)
        return "\(value)\n\(String(reflecting: value))\n\(dumped)"
    }

    @Test func `stand in no description and no mirror`() async throws {
        let stage = Stage()
        stage.portal.change { $0.passwords["alice"] = Self.password }
        let credential = TokenCredential(
            for: try HTTPURL(Traffic.server), username: "alice", password: Secret(Self.password), in: stage.environment)
        stage.environment.credentials.add(credential)
        stage.portal.can("/generateToken", .json(["token": .string(Self.token), "ssl": true]))
        stage.portal.change { $0.live.insert(Self.token) }
        _ = try await stage.ask(Traffic.server)
        let given = try PregeneratedTokenCredential(
            url: try HTTPURL(Traffic.portal), tokenInfo: TokenInfo(accessToken: Secret(Self.token)))
        let legacy = [
            LegacyCredential(user: "alice", password: Secret(Self.password)),
            LegacyCredential(token: Secret(Self.token)),
        ]
        let info = try await credential.tokenInfo()
        let said = [
            texts(credential), texts(given), texts(legacy), texts(info), texts(stage.environment.credentials),
            texts(stage.recorded),
        ]
        for text in said { #expect(!text.contains("s3cr3t")) }
        #expect(stage.transport.sent.contains { $0.body.contains(Self.password) && $0.method == "POST" })
    }

    @Test func `are taken out of what a server says`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(
            TokenCredential(
                for: try HTTPURL(Traffic.server), username: "alice", password: Secret(Self.password),
                in: stage.environment))
        stage.portal.can(
            "/generateToken",
            .json([
                "error": [
                    "code": 400, "message": .string("no: \(Self.password)"),
                    "details": ["Invalid username or password.", .string("\(Self.password)\(Self.password)")],
                ]
            ]))
        let refused = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(refused?.code == .invalidCredentials && refused?.serverMessage == "no: ***")
        #expect(refused?.serverDetails == ["Invalid username or password.", "******"])
        #expect(!texts(refused as Any).contains("s3cr3t"))

        let other = Stage()
        other.environment.credentials.add(
            try PregeneratedTokenCredential(
                url: try HTTPURL(Traffic.server), tokenInfo: TokenInfo(accessToken: Secret(Self.token))))
        other.portal.can("/MapServer", .json(["error": ["code": 498, "message": .string("bad token \(Self.token)")]]))
        let invalid = await failure { () throws(PortalError) in
            try await other.ask(Traffic.server + "?token=\(Self.token)")
        }
        #expect(invalid?.code == .tokenInvalid && !texts(invalid as Any).contains("s3cr3t"))
        #expect(!texts(other.recorded).contains("s3cr3t"))
    }

    @Test func `of a web tier are taken out, however the server writes them, and in every later answer`() async throws {
        let password = "pw HuNt+r2&é"
        let spellings = [
            password, "pw%20HuNt%2Br2%26%C3%A9", "pw%20HuNt%2br2%26%c3%a9", "pw+HuNt%2Br2%26%C3%A9", "pw HuNt+r2&amp;é",
        ]
        let stage = Stage(script: { sent throws(TransportError) in
            guard let field = sent.header("Authorization") else {
                return HTTPResponse(
                    status: 401, headers: [HeaderField("WWW-Authenticate", "Basic realm=\"gate\", charset=\"UTF-8\"")],
                    body: [])
            }
            let error: JSONValue = [
                "code": 500, "message": .string("you sent \(field)"), "details": .array(spellings.map { .string($0) }),
            ]
            return .json(["error": error])
        })
        stage.answer(inTurn: [.credential(.password(username: "alice", Secret(password)))])
        for _ in 0..<2 {
            let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
            #expect(error?.serverMessage == "you sent Basic ***")
            #expect(error?.serverDetails == spellings.map { _ in "***" })
        }
    }

    @Test func `that got a token are taken out of what a server says to the token`() async throws {
        let stage = Stage()
        stage.portal.change { $0.passwords["alice"] = Self.password }
        stage.environment.credentials.add(
            TokenCredential(
                for: try HTTPURL(Traffic.server), username: "alice", password: Secret(Self.password),
                in: stage.environment))
        stage.portal.can("/generateToken", .json(["token": .string(Self.token), "ssl": true]))
        stage.portal.change { $0.live.insert(Self.token) }
        stage.portal.can("/MapServer", .json(["error": ["code": 500, "message": .string("I know \(Self.password)")]]))
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.serverMessage == "I know ***")
    }

    @Test func `are not cut in two where a server repeats them as the word of an error`() async throws {
        let stage = Stage()
        let long = "s3cr3t-" + String(repeating: "x", count: 80)
        stage.environment.credentials.add(
            try PregeneratedTokenCredential(
                url: try HTTPURL(Traffic.server), tokenInfo: TokenInfo(accessToken: Secret(long))))
        for text in [long, "no \(long)"] {
            stage.portal.can("/MapServer", .json(["error": .string(text)]))
            let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
            #expect(error?.code == .service && !texts(error as Any).contains("s3cr3t"))
        }
    }

    @Test func `never stand in a URL`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        for _ in 0..<3 {
            _ = try await stage.ask(Traffic.server)
            stage.portal.change { $0.live = [] }
        }
        for sent in stage.transport.sent {
            #expect(!sent.url.contains("tok") || sent.url.contains("Token"))
            #expect(!sent.url.contains("p%2B") && !sent.query.contains("password"))
        }
    }

    @Test func `break no header`() async throws {
        let stage = Stage(policy: { $0.referer = "https://client.test/\r\nX-Evil: 1" })
        stage.environment.credentials.add(try stage.alice(Traffic.server, tokenURL: Traffic.token))
        #expect(
            await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }?.code == .invalidArgument)
        #expect(stage.transport.sent.isEmpty)
    }
}
