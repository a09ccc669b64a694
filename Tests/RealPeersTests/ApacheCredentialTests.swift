import HTTPSemantics
import PortalAuthentication
import PortalClient
import Testing

@Suite(.apache) struct `Passwords at Apache httpd` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let credentials: WebTier.Credentials
        let method: AuthenticationMethod
        /// Apache names no charset: its files hold bytes, and Digest's are UTF-8 (RFC 7616 §4).
        var password = "p+&=%20 \"7:"
    }

    static let cases = [
        Case(testDescription: "Basic", credentials: .basic, method: .basic),
        Case(
            testDescription: "Digest", credentials: .digest(nonceLifetime: 300), method: .digest,
            password: "pä\\ss \"7:"),
        Case(testDescription: "Digest, each nonce once", credentials: .digest(nonceLifetime: 0), method: .digest),
    ]

    @Test(arguments: cases) func `let the client in, and the portal names who came`(_ row: Case) async throws {
        try await WebFront.run(.apache, WebTier(credentials: row.credentials), password: row.password) { front in
            let app = try App(username: WebFront.username, password: front.password)
            #expect(try await app.user(of: front.url) == WebFront.username, "\(front.log)")
            #expect(app.challenges.map(\.space.method) == [row.method])
            #expect(app.challenges.map(\.space.realm) == [WebTier.realm])
        }
    }

    @Test(arguments: cases) func `are asked for again when they are wrong`(_ row: Case) async throws {
        try await WebFront.run(.apache, WebTier(credentials: row.credentials), password: row.password) { front in
            let app = try App { challenge in
                let password = challenge.previousFailureCount == 0 ? "wrong" : front.password
                return .credential(.password(username: WebFront.username, Secret(password)))
            }
            #expect(try await app.user(of: front.url) == WebFront.username, "\(front.log)")
            #expect(app.challenges.map(\.previousFailureCount) == [0, 1])
        }
    }

    @Test(arguments: cases) func `are not sent again once they were refused`(_ row: Case) async throws {
        let log = try await WebFront.run(.apache, WebTier(credentials: row.credentials), password: row.password) {
            front in
            let app = try App(username: WebFront.username, password: "wrong")
            #expect(await app.failure(of: front.url)?.code == .httpAuthentication, "\(front.log)")
        }
        // AH01617 is mod_auth_basic's word for it, AH01794 mod_auth_digest's.
        let refusals = log.split(separator: "\n").count { $0.contains("AH01617") || $0.contains("AH01794") }
        #expect(refusals == 1, "\(log)")
    }

    @Test func `Nonces that are used up are replaced without asking anybody`() async throws {
        let tier = WebTier(credentials: .digest(nonceLifetime: 0))
        try await WebFront.run(.apache, tier) { front in
            let app = try App(username: WebFront.username, password: front.password)
            for _ in 1...4 { #expect(try await app.user(of: front.url) == WebFront.username, "\(front.log)") }
            let replays = app.events.filter { event in
                if case .replay(_, .newNonce) = event { true } else { false }
            }
            #expect(replays.count >= 3)
            #expect(app.challenges.count == 1)
        }
    }

    @Test(arguments: [300, 0]) func `Many requests at once are answered with one password`(lifetime: Int) async throws {
        try await WebFront.run(.apache, WebTier(credentials: .digest(nonceLifetime: lifetime))) { front in
            // httpd's one-time nonce is the last that it gave to anybody: each request may end those of the seven others.
            let app = try App(username: WebFront.username, password: front.password)
            let users = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 1...8 { group.addTask { try await app.user(of: front.url) } }
                return try await group.reduce(into: [String?]()) { $0.append($1) }
            }
            #expect(users == Array(repeating: WebFront.username, count: 8), "\(front.log)")
            #expect(app.challenges.count == 1)
        }
    }
}
