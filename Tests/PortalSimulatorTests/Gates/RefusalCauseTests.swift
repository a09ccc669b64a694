import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

/// What the journal says of why a request was refused, in the judge's words.
@Suite struct `Causes of refusals in the journal` {
    struct Row: CustomTestStringConvertible, Sendable {
        let cause: Journal.Cause?
        let name: String
        var preset = "token"
        var overlay: JSONValue = [:]
        let ask: @Sendable (inout SiteProbe) throws -> SiteProbe.Outcome
        var testDescription: String { name }

        init(
            _ cause: Journal.Cause?, _ name: String, preset: String = "token", _ overlay: JSONValue = [:],
            ask: @escaping @Sendable (inout SiteProbe) throws -> SiteProbe.Outcome
        ) {
            self.cause = cause
            self.name = name
            self.preset = preset
            self.overlay = overlay
            self.ask = ask
        }
    }

    private static let generate = "/portal/sharing/rest/generateToken"

    /// A right token request with more in its form, and the request for which its token is used.
    private static func bound(_ form: String, _ probe: inout SiteProbe) throws -> String {
        let right = "username=alice&password=\(probe.password(of: "alice"))&f=json"
        return try #require(probe.generate("\(right)&\(form)").json["token"]?.string)
    }

    private static let tokens = [
        Row(.tokenMissing, "no token") { $0.server("rest/services/Traffic/MapServer") },
        Row(.tokenMissing, "no user") { $0.get("community/self") },
        Row(.tokenExpired, "an expired token") {
            let token = try $0.token(for: "alice")
            $0.time += 120 * 60_000
            return $0.get("community/self", token: token)
        },
        Row(.tokenRevoked, "a revoked token") {
            let token = try $0.token(for: "alice")
            try $0.site.perform(.revoke("token#1"))
            return $0.get("community/self", token: token)
        },
        Row(.tokenUnknown, "a token that was never issued") { $0.get("community/self", token: "guess") },
        Row(.tokenReferer, "no referer") {
            $0.get("community/self", token: try bound("client=referer&referer=https://client.test", &$0))
        },
        Row(.tokenAddress, "another address") {
            $0.get("community/self", token: try bound("client=ip&ip=10.0.0.7", &$0))
        },
        Row(.tokenBinding, "client=referer without a referer") {
            $0.generate("username=alice&password=x&f=json&client=referer")
        },
        Row(.tokenExchange, "a bad token to exchange") { $0.generate("token=guess&serverUrl=https://x.test&f=json") },
        Row(nil, "a token that the blueprint refuses", ["tokens": ["refuse": "all"]]) {
            $0.get("community/self", token: try $0.token(for: "alice"))
        },
    ]

    private static let passwords = [
        Row(.passwordMissing, "no password") { $0.generate("username=alice&f=json") },
        Row(.passwordWrong, "a wrong password") { $0.generate("username=alice&password=wrong&f=json") },
        Row(.passwordWrong, "a wrong user") { $0.generate("username=mallory&password=wrong&f=json") },
        Row(nil, "a right password that the blueprint refuses", ["tokens": ["generate": "refuses"]]) {
            $0.generate("username=alice&password=\($0.password(of: "alice"))&f=json")
        },
        Row(.secretInQuery, "a password in the query") { $0.send("POST", "\(generate)?username=a&password=b&f=json") },
        Row(.method, "a token request by GET") { $0.send("GET", "\(generate)?f=json") },
        Row(.method, "another method") { $0.send("DELETE", "\(generate)?f=json") },
        Row(.plainHTTP, "a token request without TLS", ["http": "serve"]) {
            $0.listener = ListenerFacts(name: "http", origin: SiteProbe.origin("http://localhost:8080"))
            return $0.generate("username=alice&password=x&f=json")
        },
        Row(.plainHTTP, "plain HTTP where TLS is required", ["http": "refuse"]) {
            $0.listener = ListenerFacts(name: "http", origin: SiteProbe.origin("http://localhost:8080"))
            return $0.get("portals/self")
        },
    ]

    private static let places = [
        Row(.path, "a path outside the context") { $0.send("GET", "/sharing/rest/portals/self?f=json") },
        Row(.path, "a path in another case") { $0.get("Portals/Self") },
        Row(.format, "no format") { $0.send("GET", "/portal/sharing/rest/portals/self") },
        Row(.format, "a token request without a format") {
            $0.generate("username=alice&password=\($0.password(of: "alice"))")
        },
        Row(nil, "f=json") { $0.get("portals/self") },
    ]

    private static let webTier = [
        Row(.credentialsMissing, "no credentials", preset: "basic") {
            $0.get("portals/self")
        },
        Row(.credentialsWrong, "a wrong password of Basic", preset: "basic") {
            $0.get("portals/self", headers: [("Authorization", "Basic YWxpY2U6d3Jvbmc=")])
        },
        Row(.credentialsMalformed, "no Base64", preset: "basic") {
            $0.get("portals/self", headers: [("Authorization", "Basic ***")])
        },
        Row(.credentialsUnasked, "another scheme", preset: "basic") {
            $0.get("portals/self", headers: [("Authorization", "Negotiate YWJj")])
        },
    ]

    struct DigestChange: CustomTestStringConvertible, Sendable {
        let cause: Journal.Cause
        let changes: [String: String?]
        var testDescription: String { cause.rawValue }
    }

    @Test(arguments: [
        DigestChange(cause: .digestURI, changes: ["uri": "\"/portal/sharing/rest/portals/self\""]),
        DigestChange(cause: .credentialsMalformed, changes: ["nc": nil]),
        DigestChange(cause: .credentialsWrong, changes: ["response": "\"\(String(repeating: "0", count: 64))\""]),
        DigestChange(cause: .credentialsUnasked, changes: ["realm": "\"another\""]),
    ])
    func `are told of a Digest answer that is refused`(_ row: DigestChange) throws {
        let probe = try SiteProbe("digest")
        let challenged = probe.get("portals/self")
        let answer = try DigestAnswerer(challenged, password: probe.password(of: "alice"))
        let outcome = probe.get("portals/self", headers: [answer.header(row.changes)])
        #expect(outcome.answer.notes.decisions.compactMap(\.cause) == [row.cause])
        #expect(
            probe.get("portals/self", headers: [answer.header()]).answer.notes.decisions.allSatisfy { $0.cause == nil })
        // The same answer once more has a count that was used.
        let again = probe.get("portals/self", headers: [answer.header()])
        #expect(again.answer.notes.decisions.compactMap(\.cause) == [.digestCount])
    }

    @Test(arguments: tokens + passwords + places + webTier)
    func `are told where the client is the cause, and only there`(_ row: Row) throws {
        var probe = try SiteProbe(row.preset, row.overlay)
        let outcome = try row.ask(&probe)
        let causes = outcome.answer.notes.decisions.compactMap(\.cause)
        #expect(causes == (row.cause.map { [$0] } ?? []), "\(outcome.answer.notes.decisions)")
    }

    struct Grant: CustomTestStringConvertible, Sendable {
        let cause: Journal.Cause
        let changes: [(String, String?)]
        var testDescription: String { "\(cause.rawValue) \(changes)" }
    }

    @Test(arguments: [
        Grant(cause: .application, changes: [("client_id", "nobody")]),
        Grant(cause: .code, changes: [("code", "guess")]),
        Grant(cause: .code, changes: [("client_id", "pythonapi")]),
        Grant(cause: .parameter, changes: [("grant_type", nil)]),
        Grant(cause: .redirectURI, changes: [("redirect_uri", OAuthProbe.redirect + "?x")]),
        Grant(cause: .verifier, changes: [("code_verifier", nil)]),
        Grant(cause: .verifier, changes: [("code_verifier", String(repeating: "v", count: 43))]),
        Grant(cause: .applicationSecret, changes: [("client_secret", "guess")]),
    ])
    func `are told of a code that is not redeemed`(_ grant: Grant) throws {
        let oauth = try OAuthProbe()
        let answer = oauth.redeem(oauth.code(), grant.changes)
        #expect(answer.answer.notes.decisions.compactMap(\.cause) == [grant.cause])
    }
}
