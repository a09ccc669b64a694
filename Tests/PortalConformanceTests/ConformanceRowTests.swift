import HTTPSemantics
import JSONValues
import MockPortalServer
import Platform
import PortalConformance
import PortalJudge
import PortalTransport
import ScenarioFormat
import Testing

/// Rows of a real portal that need more than an account, against the fake: sound, with a rule broken, and with a wrong client.
@Suite struct `Rows of conformance` {
    private static let traffic = "federatedService: {server}/rest/services/Traffic/FeatureServer"
    /// Changes what goes to the federated server's services.
    private static func atService(
        _ change: @escaping @Sendable (inout HTTPRequest, Locked<String?>) -> Void
    ) -> @Sendable (inout HTTPRequest, Locked<String?>) -> Void {
        { request, seen in
            let token = request.headers.first(named: "X-Esri-Authorization")
            if request.url.contains("/sharing/rest/portals/self"), let token { seen.withLock { $0 = token } }
            if request.url.contains("/rest/services/"), token != nil { change(&request, seen) }
        }
    }

    static let federation = [
        ConformanceCase(
            testDescription: "a server that wants its own tokens", preset: "exchange", profile: traffic, row: "F01"),
        ConformanceCase(testDescription: "a server that takes the portal's tokens too", profile: traffic, row: "F01"),
        ConformanceCase(testDescription: "no service", row: "F01", reason: "names no federatedService"),
        ConformanceCase(
            testDescription: "an unowned server", preset: "token", portal: ["server": ["federation": "standalone"]],
            profile: traffic, row: "F01", reason: "belongs to no portal"),
        ConformanceCase(
            testDescription: "a server of another portal",
            portal: [
                "answers": [
                    ConformanceCase.json(
                        "server/info",
                        [
                            "owningSystemUrl": "https://gis.example.com/portal",
                            "authInfo": ["isTokenBasedSecurity": false],
                        ])
                ]
            ], profile: traffic, row: "F01", reason: "belongs to https://gis.example.com/portal"),
        ConformanceCase(
            testDescription: "a service that is open to everybody", portal: ["secured": []], profile: traffic,
            row: "F01", reason: "open to everybody"),
        ConformanceCase(
            testDescription: "a portal that issues no token for its server", preset: "exchange",
            portal: [
                "after": [
                    [
                        "operation": "generateToken",
                        "do": ["set": ["answers": [ConformanceCase.json("generateToken", ConformanceCase.refusal)]]],
                    ]
                ]
            ],
            profile: traffic, row: "F01", code: "portal.exchange-refused"),
        ConformanceCase(
            testDescription: "a server that takes no token", preset: "exchange",
            portal: ["answers": [ConformanceCase.json("Traffic", ConformanceCase.invalid)]], profile: traffic,
            row: "F01", code: "portal.token-refused"),
        ConformanceCase(
            testDescription: "a client that sends the portal's token to the server", profile: traffic, row: "F01",
            code: "client.portal-token-at-server",
            fault: atService { request, seen in
                request.headers.removeAll { $0.isNamed("X-Esri-Authorization") }
                if let token = seen.withLock({ $0 }) {
                    request.headers.append(HeaderField("X-Esri-Authorization", token))
                }
            }),
        ConformanceCase(
            testDescription: "a client that sends the portal's token in the query", profile: traffic, row: "F01",
            code: "client.portal-token-at-server",
            fault: atService { request, seen in
                if let token = seen.withLock({ $0 }) { request.url += "&token=\(token.dropFirst(7))" }
            }),
        ConformanceCase(
            testDescription: "a client that sends the server no token", preset: "exchange", profile: traffic,
            row: "F01",
            code: "client.no-server-token",
            fault: atService { request, _ in request.headers.removeAll { $0.isNamed("X-Esri-Authorization") } }),
        ConformanceCase(
            testDescription: "a client that binds the server's token to nothing", profile: traffic, row: "F01",
            code: "client.exchange-referer",
            fault: { request, _ in
                let form = String(decoding: request.body ?? [], as: UTF8.self)
                if form.contains("serverUrl=") {
                    request.body = Array(form.replacing("client=referer", with: "client=requestip").utf8)
                }
            }),
        ConformanceCase(
            testDescription: "a client that has the token of another server", profile: traffic, row: "F01",
            code: "client.exchange-server",
            fault: { request, _ in
                let form = String(decoding: request.body ?? [], as: UTF8.self)
                if form.contains("serverUrl=") {
                    request.body = Array(form.replacing("%2Fserver&", with: "%2Fother&").utf8)
                }
            }),
    ]

    @Test(arguments: federation) func `a federated server is judged`(_ example: ConformanceCase) async throws {
        try await example.check()
    }

    static let general = [
        ConformanceCase(testDescription: "a portal of no organization", preset: "general", row: "C04"),
        ConformanceCase(testDescription: "an organization's own", row: "C04", reason: "an organization's own"),
        ConformanceCase(
            testDescription: "a portal that names another user", preset: "general",
            portal: [
                "answers": [
                    ConformanceCase.json("portals/self", ["portalName": "ArcGIS Online", "user": ["username": "bob"]])
                ]
            ],
            row: "C04", code: "portal.other-user"),
        ConformanceCase(
            testDescription: "a portal that names no user", preset: "general",
            portal: ["answers": [ConformanceCase.json("portals/self", ["portalName": "ArcGIS Online"])]], row: "C04",
            code: "portal.no-user"),
        ConformanceCase(
            testDescription: "a client that sends no token", preset: "general", row: "C04", code: "client.no-token",
            fault: { request, _ in request.headers.removeAll { $0.isNamed("X-Esri-Authorization") } }),
    ]

    @Test(arguments: general) func `signing in at no organization's address is judged`(_ example: ConformanceCase)
        async throws
    {
        try await example.check()
    }

    private static let bare: JSONValue = [
        "portalName": "City GIS", "id": "cItYGiS000000001", "isPortal": true, "access": "public", "allSSL": true,
    ]

    static let upgrades = [
        ConformanceCase(
            testDescription: "a redirect to TLS", preset: "http-redirect", profile: "plainURL: '{plain}'", row: "Z01"),
        ConformanceCase(
            testDescription: "plain HTTP that is refused", preset: "http-refused", profile: "plainURL: '{plain}'",
            row: "Z01"),
        ConformanceCase(testDescription: "no plain address", row: "Z01", reason: "names no plainURL"),
        ConformanceCase(
            testDescription: "a redirect to plain HTTP", preset: "http-redirect",
            portal: [
                "answers": [
                    [
                        "operation": "portals/self", "listener": "http", "status": 302,
                        "headers": ["Location": "http://gis.invalid/portal/sharing/rest/portals/self?f=json"],
                    ]
                ]
            ], profile: "plainURL: '{plain}'", row: "Z01", code: "portal.redirect"),
        ConformanceCase(
            testDescription: "plain answers though TLS is demanded",
            portal: ["http": "serve", "answers": [ConformanceCase.json("portals/self", bare)]],
            profile: "plainURL: '{plain}'",
            row: "Z01",
            code: "portal.plain-http"),
        ConformanceCase(
            testDescription: "a client that goes back to plain HTTP with its token", preset: "http-redirect",
            profile: "plainURL: '{plain}'", row: "Z01", code: "client.plain-text",
            fault: { request, seen in
                if request.url.hasPrefix("http://") { seen.withLock { $0 = String(request.url.prefix { $0 != "?" }) } }
                guard request.headers.first(named: "X-Esri-Authorization") != nil else { return }
                if let plain = seen.withLock({ $0 }) { request.url = plain + "?f=json" }
            }),
    ]

    @Test(arguments: upgrades) func `the way from plain HTTP to TLS is judged`(_ example: ConformanceCase) async throws
    {
        try await example.check()
    }

    static let refreshing = [
        ConformanceCase(testDescription: "a live refresh token", preset: "oauth", row: "O09"),
        ConformanceCase(
            testDescription: "an error that is a text", preset: "oauth",
            portal: [
                "after": [
                    [
                        "operation": "oauth2/token",
                        "do": ["set": ["answers": [ConformanceCase.json("oauth2/token", ["error": "invalid_grant"])]]],
                    ]
                ]
            ], row: "O09",
            code: "portal.error-form"),
        ConformanceCase(
            testDescription: "an access token that is refused at once", preset: "oauth",
            portal: ["tokens": ["refuse": "all"]], row: "O09", code: "portal.token-refused"),
        ConformanceCase(
            testDescription: "a client that does not use what it got", preset: "oauth", row: "O09",
            code: "client.no-token",
            fault: { request, _ in request.headers.removeAll { $0.isNamed("X-Esri-Authorization") } }),
        ConformanceCase(
            testDescription: "a client that asks with another grant", preset: "oauth", row: "O09",
            code: "client.grant-type",
            fault: { request, _ in
                let form = String(decoding: request.body ?? [], as: UTF8.self)
                request.body = request.body.map { _ in
                    Array(form.replacing("grant_type=refresh_token", with: "grant_type=exchange_refresh_token").utf8)
                }
            }),
    ]

    @Test(arguments: refreshing) func `a refresh token is judged`(_ example: ConformanceCase) async throws {
        try await example.check(refreshToken: true)
    }

    static let revoking = [
        ConformanceCase(testDescription: "a portal that revokes", preset: "oauth", row: "O14"),
        ConformanceCase(
            testDescription: "a portal that will not", preset: "oauth", portal: ["oauth": ["revoke": "refuses"]],
            row: "O14", code: "portal.not-revoked"),
        ConformanceCase(
            testDescription: "a portal that fails", preset: "oauth", portal: ["oauth": ["revoke": "fails"]], row: "O14",
            code: "portal.http-status"),
        ConformanceCase(
            testDescription: "a portal that only says that it did", preset: "oauth",
            portal: ["answers": [ConformanceCase.json("oauth2/revokeToken", ["success": true])]], row: "O14",
            code: "portal.still-refreshes"),
        ConformanceCase(
            testDescription: "a client that keeps its token", preset: "oauth", row: "O14",
            code: "client.token-after-sign-out",
            fault: { request, _ in
                guard request.url.contains("portals/self"), !request.url.contains("conformance") else { return }
                request.headers.append(HeaderField("X-Esri-Authorization", "Bearer kept"))
            }),
    ]

    @Test(arguments: revoking) func `signing out for good is judged`(_ example: ConformanceCase) async throws {
        try await example.check(refreshToken: true)
    }

    @Test(arguments: ["pki", "pki-nginx"]) func `a certificate that TLS asks for counts for no refusal`(
        preset: String
    ) async throws {
        let bench = try ConformanceBench(preset)
        defer { bench.portal.stop() }
        let verdicts = try await bench.run(["C01", "T17", "P10", "P11"], identity: "alice")
        for row in ["survey", "T17", "P10", "P11"] { #expect(verdicts[row]?.kind == .passed, "\(row): \(verdicts)") }
        #expect(
            verdicts["C01"]?.reason == "the web tier asks everybody for a client certificate: no request is anonymous")
    }

    @Test(arguments: [
        "basic", "basic-token", "basic-digest", "digest", "digest-sha256", "digest-token", "iwa-ntlm", "pki",
        "pki-token", "pki-nginx", "pki-optional",
    ])
    func `a right client is not blamed for what stands in front of the portal`(preset: String) async throws {
        let bench = try ConformanceBench(preset)
        defer { bench.portal.stop() }
        let isPKI = preset.hasPrefix("pki")
        let done = try await bench.report(
            ["C09", "T17", "F01", "N01", "N08", "W01", "W10"], more: "\(Self.traffic)\n\(Self.maps)",
            identity: isPKI ? "alice" : nil, asWebTier: !isPKI)
        for result in done.report.results {
            #expect(
                !result.verdict.findings.contains { $0.code.hasPrefix("client.") },
                "\(result.scenario): \(result.verdict)")
        }
    }

    private static let maps =
        "maps: {public: 3a900000000000000000000000000004, private: 3a900000000000000000000000000019}"

    @Test func `a web tier that asks again in between is not counted`() async throws {
        // Each nonce is good for one request, so that the next one is challenged before it comes through.
        let bench = try ConformanceBench(
            "digest", ["httpAuthentication": ["nonce": ["uses": 1], "under": ["/portal", "/server"]]])
        defer { bench.portal.stop() }
        let portal = bench.portal
        let done = try await bench.report(
            ["C09", "T12", "T17", "T23", "F01", "N08", "W01", "W10"],
            more: "\(Self.traffic)\n\(Self.maps)\ntokenLifetime: 1m", asWebTier: true
        ) { options in
            options.pause = { try portal.perform(.advance($0)) }
        }
        #expect(done.report.results.count == 9)
        for result in done.report.results {
            #expect(result.verdict.kind == .passed, "\(result.scenario): \(result.verdict)")
        }
    }

    @Test func `a web tier that asks before a token is granted is not counted`() async throws {
        let challenge: JSONValue = ["scheme": "Digest", "realm": "portal", "algorithm": "MD5", "qop": ["auth"]]
        let tier: JSONValue = ["challenges": [challenge], "under": ["/portal"]]
        // It is there only once the test has a refresh token.
        let bench = try ConformanceBench(
            "oauth", ["after": [["operation": "oauth2/token", "do": ["set": ["httpAuthentication": tier]]]]])
        defer { bench.portal.stop() }
        let token = try await bench.refreshToken()
        let done = try await bench.report(["O09"], refreshToken: token, asWebTier: true)
        let result = try #require(done.report.results.first { $0.scenario.hasSuffix("/O09") })
        #expect(result.verdict.kind == .passed, "\(result.verdict)")
    }

    @Test func `a refresh token is revoked only where the profile allows it`() async throws {
        let bench = try ConformanceBench("oauth")
        defer { bench.portal.stop() }
        let verdicts = try await bench.run(["O01", "O14"])
        #expect(verdicts["O14"]?.reason == "the profile names no refresh token")
        let person = verdicts["O01"]?.reason ?? ""
        #expect(person.contains("mockportal user \(bench.portal.url) --client-id <id>"), "\(person)")
    }
}
