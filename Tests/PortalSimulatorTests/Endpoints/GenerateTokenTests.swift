import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `generateToken` {
    @Test func `issues a token that opens the portal`() throws {
        let probe = try SiteProbe("token")
        let outcome = probe.generate("username=alice&password=\(probe.password(of: "alice"))&client=requestip&f=json")
        #expect(outcome.json["expires"]?.integer == probe.time + 120 * 60_000)
        #expect(outcome.json["ssl"] == true)
        #expect(outcome.answer.notes.issued == "token#1")
        #expect(outcome.answer.operation == "generateToken")
        #expect(outcome.reasons == "password:true")
        let token = try #require(outcome.json["token"]?.string)
        let answer = probe.get("community/self", token: token)
        #expect(answer.json["username"] == "alice")
        #expect(answer.answer.presented == [.init(carrier: .esriHeader, alias: "token#1")])
    }

    struct Lifetime: CustomTestStringConvertible, Sendable {
        let name: String
        var overlay: JSONValue = [:]
        let expiration: String
        let minutes: Int64
        var testDescription: String { name }
    }

    @Test(arguments: [
        Lifetime(name: "none asked", expiration: "", minutes: 120),
        Lifetime(name: "30 minutes", expiration: "&expiration=30", minutes: 30),
        Lifetime(name: "more than the maximum", expiration: "&expiration=100000", minutes: 20160),
        Lifetime(name: "an absurd number", expiration: "&expiration=9223372036854775807", minutes: 20160),
        Lifetime(name: "no number", expiration: "&expiration=soon", minutes: 120),
        Lifetime(name: "negative", expiration: "&expiration=-1", minutes: 120),
        Lifetime(
            name: "a lower maximum", overlay: ["tokens": ["maximum": "60m"]], expiration: "&expiration=90", minutes: 60),
    ])
    func `cuts lifetimes silently`(row: Lifetime) throws {
        let probe = try SiteProbe("token", row.overlay)
        let outcome = probe.generate("username=alice&password=\(probe.password(of: "alice"))\(row.expiration)&f=json")
        #expect(outcome.json["expires"]?.integer == probe.time + row.minutes * 60_000)
    }

    @Test(arguments: [
        ("client=referer&referer=", "referer", 4_096), ("referer=", "referer", 4_096), ("client=ip&ip=", "ip", 1_024),
    ])
    func `binds tokens to nothing that is too long`(form: String, parameter: String, most: Int) throws {
        let probe = try SiteProbe("token")
        let login = "username=alice&password=\(probe.password(of: "alice"))&f=json&" + form
        let refused = probe.generate(login + String(repeating: "r", count: most + 1))
        #expect(refused.error?["message"] == "Unable to generate token.")
        #expect(refused.error?["details"]?[0].string == "'\(parameter)' has more than \(most) bytes: \(most + 1).")
        #expect(probe.generate(login + String(repeating: "r", count: most)).json["token"] != nil)
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let name: String
        var method = "POST"
        var query = ""
        let form: String
        let body: JSONValue
        var path = "/portal/sharing/rest/generateToken"
        var testDescription: String { name }
        static func unable(_ details: JSONValue...) -> JSONValue {
            ["error": ["code": 400, "message": "Unable to generate token.", "details": .array(details)]]
        }
    }

    @Test(arguments: [
        Refusal(
            name: "wrong password", form: "username=alice&password=no",
            body: Refusal.unable("Invalid username or password.")),
        Refusal(
            name: "unknown user", form: "username=zoe&password=no",
            body: Refusal.unable("Invalid username or password.")),
        Refusal(
            name: "nothing given", form: "client=referer&referer=x",
            body: Refusal.unable("'username' must be specified.", "'password' must be specified.")),
        Refusal(
            name: "referer missing", form: "username=alice&password={alice}&client=referer",
            body: Refusal.unable("'referer' must be specified.")),
        Refusal(
            name: "ip missing", form: "username=alice&password={alice}&client=ip",
            body: Refusal.unable("'ip' must be specified.")),
        Refusal(
            name: "user name in another case", form: "username=Alice&password={alice}",
            body: Refusal.unable("Invalid username or password.")),
        Refusal(
            name: "credentials in the query", query: "&username=alice&password=x", form: "",
            body: [
                "error": [
                    "code": 400, "message": "POST request should not contain username and password in the query string",
                    "details": [],
                ]
            ]),
        Refusal(
            name: "GET", method: "GET", form: "",
            body: ["error": ["code": 405, "message": "Method not supported", "details": []]]),
        Refusal(
            name: "server: wrong password", form: "username=alice&password=no",
            body: [
                "error": [
                    "code": 401, "message": "You are not authorized to access this information",
                    "details": "Invalid credentials",
                ]
            ], path: "/server/tokens/"),
        Refusal(
            name: "server: credentials in the query", query: "&username=alice&password=x", form: "",
            body: [
                "error": [
                    "code": 405, "message": "Method not supported",
                    "details": "Generate Token request should not contain username and password in the query string.",
                ]
            ], path: "/server/tokens/generateToken"),
    ])
    func `refuses in the documented words`(row: Refusal) throws {
        let probe = try SiteProbe("standalone")
        let form = row.form.replacing("{alice}", with: probe.password(of: "alice"))
        let outcome = probe.send(
            row.method, "\(row.path)?f=json\(row.query)", form: row.method == "POST" ? form : nil)
        #expect(outcome.status == 200)
        #expect(outcome.json == row.body)
        #expect(outcome.answer.notes.issued == nil)
        #expect(probe.site.canaries().filter { $0.kind == .token }.isEmpty)
    }

    @Test func `compares passwords byte for byte`() throws {
        let probe = try SiteProbe("token", ["accounts": ["alice": ["password": "p+&=%20\u{E9}"]]])
        let right = "p%2B%26%3D%2520%C3%A9", decomposed = "p%2B%26%3D%2520e%CC%81", unescaped = "p+%26%3D%2520%C3%A9"
        #expect(probe.generate("username=alice&password=\(decomposed)&f=json").code == 400)
        #expect(probe.generate("username=alice&password=\(unescaped)&f=json").code == 400)
        #expect(probe.generate("username=alice&password=\(right)&f=json").code == 200)
    }

    @Test func `locks an account after five failures and opens it again after a while`() throws {
        var probe = try SiteProbe("token")
        for _ in 1...5 {
            #expect(
                probe.generate("username=alice&password=no&f=json").error?["details"] == [
                    "Invalid username or password."
                ])
        }
        let right = "username=alice&password=\(probe.password(of: "alice"))&f=json"
        #expect(probe.generate(right).error?["details"] == ["Too many invalid attempts. Please try again later."])
        #expect(probe.generate("username=bob&password=\(probe.password(of: "bob"))&f=json").code == 200)
        probe.time += 15 * 60_000
        #expect(probe.generate(right).code == 200)
    }

    @Test func `a right password forgets the failures before it`() throws {
        let probe = try SiteProbe("token", ["lockout": ["attempts": 2]])
        for _ in 1...3 {
            #expect(probe.generate("username=alice&password=no&f=json").code == 400)
            #expect(probe.generate("username=alice&password=\(probe.password(of: "alice"))&f=json").code == 200)
        }
    }

    @Test func `without a lock-out nothing locks`() throws {
        let probe = try SiteProbe("token", ["lockout": nil])
        for _ in 1...20 { _ = probe.generate("username=alice&password=no&f=json") }
        #expect(probe.generate("username=alice&password=\(probe.password(of: "alice"))&f=json").code == 200)
    }

    @Test func `a changed password counts at once, and both stay canaries`() throws {
        let probe = try SiteProbe("token")
        let old = probe.password(of: "alice")
        try probe.site.perform(.password(["alice": .init("new-secret")]))
        #expect(probe.generate("username=alice&password=\(old)&f=json").code == 400)
        #expect(probe.generate("username=alice&password=new-secret&f=json").code == 200)
        let passwords = probe.site.canaries().filter { $0.name == "password:alice" }.map(\.value)
        #expect(passwords == [old, "new-secret"])
    }

    @Test func `a password that an overlay sets counts at once too`() throws {
        let probe = try SiteProbe("token")
        try probe.site.perform(.set(["accounts": ["alice": ["password": "from-overlay"]]]))
        #expect(probe.generate("username=alice&password=from-overlay&f=json").code == 200)
        #expect(probe.site.canaries().contains { $0.value == "from-overlay" })
    }

    @Test(arguments: [("portal", true), ("tokens", false), ("nothing", false)])
    func `a host under another name may see a password only where it is a portal`(serves: String, may: Bool) throws {
        let host: JSONValue = ["address": "127.0.0.2", "serves": .string(serves)]
        let probe = try SiteProbe("token", ["hosts": ["other": host]])
        let password = try #require(probe.site.canaries().first { $0.name == "password:alice" })
        #expect(password.origins.contains("https://localhost:8443"))
        #expect(password.origins.contains("https://127.0.0.2:9443") == may)
    }

    @Test func `may refuse right passwords, leave out expiry, and say ssl false`() throws {
        let probe = try SiteProbe("token", ["tokens": ["expires": false, "ssl": false]])
        let form = "username=alice&password=\(probe.password(of: "alice"))&f=json"
        let document = probe.generate(form).json
        #expect(document.object?.keys.sorted() == ["ssl", "token"])
        #expect(document["ssl"] == false)
        try probe.site.perform(.set(["tokens": ["generate": "refuses"]]))
        #expect(probe.generate(form).code == 400)
    }

    @Test func `without f it shows the token in a text area`() throws {
        let probe = try SiteProbe("token")
        let outcome = probe.generate("username=alice&password=\(probe.password(of: "alice"))")
        let token = try #require(probe.site.canaries().first { $0.name == "token#1" }?.value)
        #expect(outcome.header("Content-Type") == "text/html;charset=utf-8")
        #expect(outcome.text.contains("<textarea name=\"token\""))
        #expect(outcome.text.contains(">\(token)</textarea>"))
    }

    @Test func `is refused over plain HTTP`() throws {
        var probe = try SiteProbe("legacy")
        probe.listener = ListenerFacts(name: "http", origin: SiteProbe.origin("http://localhost:8080"))
        let outcome = probe.generate("username=alice&password=\(probe.password(of: "alice"))&f=json")
        #expect(outcome.code == 403)
        #expect(outcome.error?["subcode"] == 4)
    }

    @Test func `HEAD and GET with credentials get 405`() throws {
        let probe = try SiteProbe("token")
        #expect(probe.send("HEAD", "/portal/sharing/rest/generateToken?f=json").code == 405)
        #expect(probe.send("GET", "/portal/sharing/rest/generateToken?username=a&password=b&f=json").code == 405)
    }

    @Test func `hostile tokens hold every byte that must be escaped`() throws {
        let probe = try SiteProbe("token", ["tokens": ["characters": "hostile"]])
        let token = try probe.token(for: "alice")
        for byte in "+/=.-_" { #expect(token.contains(byte)) }
        let escaped = PercentEncoding.encode(token)
        #expect(probe.send("GET", "/portal/sharing/rest/community/self?f=json&token=\(escaped)").code == 200)
        #expect(probe.send("GET", "/portal/sharing/rest/community/self?f=json&token=\(token)").code == 498)
        #expect(probe.send("POST", "/portal/sharing/rest/community/self", form: "f=json&token=\(escaped)").code == 200)
    }

    @Test func `exchanges a portal token for one of the server`() throws {
        let probe = try SiteProbe("exchange")
        let token = try probe.token(for: "alice")
        #expect(probe.server("rest/services/Traffic/MapServer", token: token).code == 498)
        for url in [
            "https://localhost:8443/server", "https://localhost:8443",
            "https://localhost:8443/server/rest/services/Traffic/MapServer",
        ] {
            let outcome = probe.generate("token=\(token)&serverURL=\(url)&f=json")
            let exchanged = try #require(outcome.json["token"]?.string)
            #expect(probe.server("rest/services/Traffic/MapServer", token: exchanged).code == 200)
            #expect(probe.get("community/self", token: exchanged).code == 498)
        }
    }

    @Test(arguments: [
        "https://localhost:8443/serverless", "https://evil.example/server", "https://localhost:8443/server.evil", "",
    ])
    func `exchanges nothing for a server that is not federated`(url: String) throws {
        let probe = try SiteProbe("exchange")
        let outcome = probe.generate("token=\(try probe.token(for: "alice"))&serverUrl=\(url)&f=json")
        #expect(outcome.code == 400)
        #expect(outcome.error?["message"] == "Unable to generate token for this server.")
    }

    @Test func `exchanges for another portal's server only what that portal has issued, and there`() throws {
        var probe = try SiteProbe(
            "token",
            [
                "server": ["federation": "foreign", "owner": "https://127.0.0.2:9443/portal"],
                "hosts": ["other": ["address": "127.0.0.2", "serves": "tokens"]],
            ])
        let (own, server) = (probe.listener, "serverUrl=https://localhost:8443/server&f=json")
        let token = try probe.token(for: "alice")
        #expect(probe.generate("token=\(token)&\(server)").code == 400)
        probe.listener = ListenerFacts(name: "other", origin: SiteProbe.origin("https://127.0.0.2:9443"))
        #expect(probe.generate("token=\(token)&\(server)").code == 400)
        let answer = probe.generate("token=\(try probe.token(for: "alice"))&\(server)")
        let exchanged = try #require(answer.json["token"]?.string)
        probe.listener = own
        #expect(probe.server("rest/services/Traffic/MapServer", token: exchanged).code == 200)
    }

    @Test func `exchanges no expired token`() throws {
        let probe = try SiteProbe("exchange")
        let token = try probe.token(for: "alice")
        try probe.site.perform(.expire("all"))
        #expect(probe.generate("token=\(token)&serverUrl=https://localhost:8443/server&f=json").code == 498)
    }

    @Test func `a token that a test asks for is as good as any`() throws {
        let probe = try SiteProbe("token")
        let issued = try probe.site.issueToken(for: "alice", lifetime: .seconds(60), referer: nil, at: probe.time)
        #expect(issued.alias == "token#1")
        #expect(probe.get("community/self", token: issued.token.reveal { $0 }).json["username"] == "alice")
        #expect(throws: BlueprintError.self) {
            try probe.site.issueToken(for: "zoe", lifetime: nil, referer: nil, at: probe.time)
        }
    }
}
