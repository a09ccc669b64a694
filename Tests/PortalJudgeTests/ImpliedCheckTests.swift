import HTTPSemantics
import PortalJudge
import Testing

@Suite struct `Implied checks` {
    private func codes(_ builder: EvidenceBuilder) -> [String] {
        Judge.verdict(on: builder.evidence, expecting: Expectation()).findings.map(\.code)
    }

    @Test(arguments: [
        ("/x?token=\(EvidenceBuilder.token)&f=json", true), ("/x?f=json&note=\(EvidenceBuilder.token)", false),
        ("/x?token=\(EvidenceBuilder.token)&note=\(EvidenceBuilder.token)", false),
        ("/\(EvidenceBuilder.token)/x?token=\(EvidenceBuilder.token)", false),
    ])
    func `a token may stand in the query where the app chose that carrier, and nowhere else`(
        _ target: String, isFine: Bool
    ) throws {
        var builder = EvidenceBuilder()
        builder.request("GET", "Traffic", target: target)
        builder.evidence.journal.requests[0].presented = [Journal.PresentedToken(carrier: .query, alias: "token#1")]
        var expectation = Expectation()
        expectation.allow = [.tokenInQuery]
        let found = Judge.verdict(on: builder.evidence, expecting: expectation).findings.map(\.code)
        #expect(found.contains("secret.in-url") == !isFine, "\(found)")
        #expect(codes(builder).contains("secret.in-url"))
    }

    @Test(arguments: [
        ("localhost:8443", "/x", true), ("LOCALHOST:8443", "/x", true), ("localhost.:8443", "/x", true),
        ("localhost", "/x", false), ("127.0.0.1", "/x", false), ("localhost:443", "/x", false),
        ("127.0.0.2:9443", "/x", false), ("gis.example.com", "/x", true), ("localhost:9000", "/x", true),
        // A target in absolute form is for a proxy, and says for whom it is.
        ("localhost", "http://localhost:8080/x", true), ("localhost", "localhost:8443", true),
    ])
    func `a request names the host and port of its address`(_ host: String, target: String, isRight: Bool) {
        var builder = EvidenceBuilder(.foreign)
        builder.connection(listener: "other", origin: "https://127.0.0.2:9443")
        builder.request("GET", "info", target: target, headers: [HeaderField("host", host)])
        #expect(codes(builder) == (isRight ? [] : ["host.wrong"]))
    }

    @Test func `a portal may be published at another port, and behind a front that is trusted`() {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "info", headers: [HeaderField("Host", "localhost")])
        builder.refuse("forwarded", "the front at 127.0.0.1 tells its host", nil, passed: true)
        #expect(codes(builder) == [])
        builder.request("GET", "info", headers: [HeaderField("Host", "localhost")])
        #expect(codes(builder) == ["host.wrong"])
        builder.evidence.canaries[0].origins.append("https://localhost")
        #expect(codes(builder) == [])
    }

    struct Leak: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: String
        let plant: @Sendable (inout EvidenceBuilder) -> Void
    }

    private static let base64 = "Y2FuYXJ5LXBhc3N3b3JkLTE="
    private static let shifted = "YWxpY2U6Y2FuYXJ5LXBhc3N3b3JkLTE="

    @Test(arguments: [
        Leak(testDescription: "password in a URL", code: "secret.in-url") {
            $0.request("GET", "info", target: "/x?password=\(EvidenceBuilder.password)")
        },
        Leak(testDescription: "percent-encoded password in a URL", code: "secret.in-url") {
            $0.request("GET", "info", target: "/x?password=canary%2Dpass%77ord-1")
        },
        Leak(testDescription: "password in base64 in a header", code: "secret.in-header") {
            $0.request("GET", "info", headers: [HeaderField("Authorization", "Basic \(shifted)")])
        },
        Leak(testDescription: "token at a foreign origin", code: "secret.foreign-origin") {
            let number = $0.connection(listener: "other", origin: "https://127.0.0.2:9443")
            $0.request(
                "GET", "Traffic", token: "token#1", connection: number, listener: "other",
                origin: "https://127.0.0.2:9443")
        },
        Leak(testDescription: "token over plain HTTP", code: "secret.plain-http") {
            let number = $0.connection(listener: "http", origin: "http://localhost:8080")
            $0.evidence.canaries[1].origins.append("http://localhost:8080")
            $0.request(
                "GET", "Traffic", token: "token#1", connection: number, listener: "http",
                origin: "http://localhost:8080")
        },
        Leak(testDescription: "token in the query of our client", code: "secret.in-url") {
            $0.request("GET", "Traffic", target: "/x?token=\(EvidenceBuilder.token)")
        },
        Leak(testDescription: "password to no token service", code: "secret.in-body") {
            $0.request("POST", "search", body: "q=\(EvidenceBuilder.password)")
        },
        Leak(testDescription: "password in the log", code: "secret.in-output") {
            $0.evidence.output.append(ClientOutput(place: "log", text: "signing in with \(EvidenceBuilder.password)"))
        },
        Leak(testDescription: "base64 password in the log", code: "secret.in-output") {
            $0.evidence.output.append(ClientOutput(place: "log", text: "Basic \(base64)"))
        },
        Leak(testDescription: "password in hex in the log", code: "secret.in-output") {
            $0.evidence.output.append(ClientOutput(place: "log", text: "63616e6172792d70617373776F72642D31"))
        },
        Leak(testDescription: "password as JSON in the log", code: "secret.in-output") {
            $0.evidence.canaries[0].value = "p\u{E4}ss\"w/\\\u{1F511}rd"
            $0.evidence.output.append(
                ClientOutput(place: "log", text: #"{"p":"p\u00e4ss\"w\/\\\ud83d\uDD11rd"}"#))
        },
        Leak(testDescription: "password as server name, in small letters", code: "secret.in-handshake") {
            $0.evidence.canaries[0].value = "Canary-Password-1"
            $0.evidence.journal.connections[0].tls?.serverName = "canary-password-1.test"
        },
        Leak(testDescription: "token among the application protocols", code: "secret.in-handshake") {
            $0.evidence.journal.connections[0].tls?.alpn = ["http/1.1", EvidenceBuilder.token]
        },
        Leak(testDescription: "password in a client certificate", code: "secret.in-handshake") {
            $0.evidence.journal.connections[0].tls?.clientCertificate = "CN=\(EvidenceBuilder.password)"
        },
        Leak(testDescription: "password as NTLM's domain", code: "secret.in-header") {
            var windows = Journal.WindowsCredentials(message: "authenticate", mechanism: "NTLM")
            windows.domain = EvidenceBuilder.password
            $0.request(
                "GET", "info",
                authorization: Journal.Authorization(
                    scheme: "ntlm", username: "alice", verdict: .wrong, windows: windows))
        },
        Leak(testDescription: "token in an event", code: "secret.in-events") {
            $0.evidence.events = ["loaded", "got \(EvidenceBuilder.token)"]
        },
        Leak(testDescription: "refused password sent again", code: "credential.repeated") {
            $0.login(code: 400)
            $0.login(code: 400)
        },
        Leak(testDescription: "refused token sent again", code: "token.repeated") {
            $0.request("GET", "Traffic", token: "token#1", code: 498)
            $0.request("GET", "Traffic", token: "token#1", code: 498)
        },
        Leak(testDescription: "request over an expired certificate", code: "trust.verification-off") {
            $0.evidence.certificates = ["expired": [.certificateExpired]]
            let number = $0.connection(certificate: "expired")
            $0.request("GET", "info", connection: number)
        },
        Leak(testDescription: "connection left open", code: "connection.open") { $0.connection(endedBy: nil) },
        Leak(testDescription: "connection ended by the portal's stop", code: "connection.open") {
            $0.connection(endedBy: "shutdown")
        },
    ])
    func `catch what no scenario has to say`(_ leak: Leak) {
        var builder = EvidenceBuilder()
        #expect(codes(builder).isEmpty)
        leak.plant(&builder)
        #expect(codes(builder).contains(leak.code))
    }

    @Test(arguments: [
        ("http://localhost:8080", ["secret.plain-http", "secret.foreign-origin"]),
        ("http://other.localhost:8080", ["secret.foreign-origin", "secret.plain-http"]),
    ])
    func `name the missing TLS first where a secret went to its own host`(_ origin: String, _ expected: [String]) {
        var builder = EvidenceBuilder()
        let number = builder.connection(listener: "plain", origin: origin)
        builder.request(
            "GET", "portals/self", token: "token#1", connection: number, listener: "plain", origin: origin)
        #expect(codes(builder).filter { $0.hasPrefix("secret.") } == expected)
    }

    @Test func `name the missing TLS first where a plain portal of another address takes the password`() {
        var builder = EvidenceBuilder()
        let origin = "http://127.0.0.2:8080"
        let number = builder.connection(listener: "plain", origin: origin)
        builder.basic(listener: "plain", connection: number, origin: origin)
        #expect(codes(builder).first { $0.hasPrefix("secret.") } == "secret.plain-http")
    }

    @Test func `say nothing about a flow in order`() {
        var builder = EvidenceBuilder()
        builder.login()
        builder.request("GET", "Traffic", token: "token#1")
        #expect(codes(builder).isEmpty)
    }

    @Test func `an access token in the query of a foreign client is loose, not wrong`() {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "Traffic", target: "/x?token=\(EvidenceBuilder.token)")
        #expect(Judge.verdict(on: builder.evidence, expecting: Expectation()).kind == .passedNonStrictly)
    }

    @Test func `an answer that was cut off is no refusal of a password`() {
        var builder = EvidenceBuilder()
        builder.login(code: 400, fault: "reset body 3")
        builder.login(code: 200)
        // Sending it again at all is another matter (rule R21).
        #expect(codes(builder) == ["request.blind-repeat"])
    }

    struct BrokenOff: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var headers: [HeaderField] = []
        var target = "/x?f=json"
        var body = ""
        var origin = EvidenceBuilder.origin
        var codes: [String] = []
    }

    private static let plain = "http://localhost:8080"

    @Test(arguments: [
        BrokenOff(
            testDescription: "a password over plain HTTP", body: "username=alice&password=\(EvidenceBuilder.password)",
            origin: plain, codes: ["secret.plain-http", "secret.foreign-origin"]),
        BrokenOff(
            testDescription: "a password in a URL", target: "/x?password=\(EvidenceBuilder.password)",
            codes: ["secret.in-url"]),
        BrokenOff(
            testDescription: "a token at a foreign origin",
            headers: [HeaderField("X-Esri-Authorization", "Bearer \(EvidenceBuilder.token)")],
            origin: "https://127.0.0.2:9443", codes: ["secret.foreign-origin"]),
        BrokenOff(
            testDescription: "a password in a header", headers: [HeaderField("X-Note", EvidenceBuilder.password)],
            codes: ["secret.in-header"]),
        BrokenOff(testDescription: "a sign-in", body: "username=alice&password=\(EvidenceBuilder.password)"),
        BrokenOff(testDescription: "Basic", headers: [HeaderField("Authorization", "Basic \(shifted)")]),
        BrokenOff(
            testDescription: "an upload with a token",
            headers: [HeaderField("X-Esri-Authorization", "Bearer \(EvidenceBuilder.token)")], body: "text=a"),
        BrokenOff(testDescription: "a code that the portal sent the browser on with", target: "/x?code=canary-code-1"),
        BrokenOff(
            testDescription: "an identity token that the portal sent the browser on with",
            target: "/x?id_token_hint=\(OAuthTexts.identity)"),
        BrokenOff(testDescription: "nothing at all", target: ""),
    ])
    func `a request that was broken off holds its secrets all the same`(_ row: BrokenOff) {
        var builder = EvidenceBuilder()
        builder.evidence.canaries += [
            Canary(name: "code#1", kind: .authorizationCode, value: "canary-code-1", origins: [EvidenceBuilder.origin]),
            Canary(
                name: "idtoken#1", kind: .identityToken, value: OAuthTexts.identity, origins: [EvidenceBuilder.origin]),
        ]
        builder.breakOff(row.headers, target: row.target, body: row.body, origin: row.origin)
        #expect(codes(builder) == row.codes)
    }

    @Test(arguments: [("/x?token=\(EvidenceBuilder.token)", true), ("/x?note=\(EvidenceBuilder.token)", false)])
    func `a request that was broken off has its token in the query where the app chose that carrier`(
        _ target: String, isFine: Bool
    ) {
        var builder = EvidenceBuilder()
        builder.breakOff([], target: target)
        var expectation = Expectation()
        expectation.allow = [.tokenInQuery]
        let found = Judge.verdict(on: builder.evidence, expecting: expectation).findings.map(\.code)
        #expect(found == (isFine ? [] : ["secret.in-url"]))
    }

    @Test func `a refused password is repeated at any address of the operation that refused it`() {
        var builder = EvidenceBuilder()
        builder.login(code: 400)
        builder.request(
            "POST", "generateToken", code: 400, body: "username=alice&password=\(EvidenceBuilder.password)&f=json",
            target: "/portal/sharing/generateToken")
        #expect(codes(builder) == ["credential.repeated"])
    }

    @Test func `a refused client secret is repeated at any address of the operation that refused it`() {
        var builder = EvidenceBuilder()
        for path in ["/portal/sharing/rest/oauth2/token", "/portal/sharing/oauth2/token"] {
            #expect(!codes(builder).contains("credential.repeated"))
            builder.request(
                "POST", "oauth2/token", code: 400,
                body: "client_id=app&client_secret=\(OAuthTexts.secret)&grant_type=client_credentials", target: path)
            builder.refuse("oauth", "no", .applicationSecret)
        }
        #expect(codes(builder).contains("credential.repeated"))
    }

    @Test func `a refused password may go to another token service`() {
        var builder = EvidenceBuilder()
        builder.login(code: 400)
        builder.request(
            "POST", "server/generateToken", code: 400,
            body: "username=alice&password=\(EvidenceBuilder.password)&f=json", target: "/server/tokens/generateToken")
        #expect(codes(builder).isEmpty)
    }

    struct Granted: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let grant: Grant
        let isCovered: Bool
    }

    @Test(arguments: [
        Granted(
            testDescription: "this certificate",
            grant: Grant(
                origin: EvidenceBuilder.origin, fingerprint: "leaf-self-signed", tolerating: [.certificateSelfSigned],
                after: 1),
            isCovered: true),
        Granted(
            testDescription: "another certificate",
            grant: Grant(
                origin: EvidenceBuilder.origin, fingerprint: "leaf-old", tolerating: [.certificateSelfSigned], after: 1),
            isCovered: false),
        Granted(
            testDescription: "another origin",
            grant: Grant(
                origin: "https://127.0.0.2:1", fingerprint: nil, tolerating: [.certificateSelfSigned], after: 1),
            isCovered: false),
        Granted(
            testDescription: "another defect",
            grant: Grant(
                origin: EvidenceBuilder.origin, fingerprint: nil, tolerating: [.certificateUnknownRoot], after: 1),
            isCovered: false),
        Granted(
            testDescription: "granted later",
            grant: Grant(
                origin: EvidenceBuilder.origin, fingerprint: nil, tolerating: [.certificateSelfSigned], after: 2),
            isCovered: false),
        Granted(
            testDescription: "taken back before",
            grant: Grant(
                origin: EvidenceBuilder.origin, fingerprint: nil, tolerating: [.certificateSelfSigned], after: 0,
                until: 1),
            isCovered: false),
    ])
    func `a grant covers what it names and nothing else`(_ granted: Granted) {
        var builder = EvidenceBuilder()
        builder.evidence.certificates = ["self-signed": [.certificateSelfSigned]]
        builder.evidence.grants = [granted.grant]
        let number = builder.connection(certificate: "self-signed")
        builder.request("GET", "info", connection: number)
        #expect(codes(builder).contains("trust.verification-off") == !granted.isCovered)
    }
}
