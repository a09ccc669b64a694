import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Token gate` {
    struct Carrier: CustomTestStringConvertible, Sendable {
        let name: String
        let carrier: Journal.TokenCarrier
        var header: String?
        var value = "Bearer {token}"
        var query = ""
        var form: String?
        var testDescription: String { name }
    }
    static let carriers = [
        Carrier(name: "X-Esri-Authorization", carrier: .esriHeader, header: "X-Esri-Authorization"),
        Carrier(
            name: "lower-case header and scheme", carrier: .esriHeader, header: "x-esri-authorization",
            value: "bearer {token}"),
        // QGIS writes a blank behind it.
        Carrier(
            name: "blanks around it", carrier: .esriHeader, header: "X-Esri-Authorization", value: " Bearer {token} \t"),
        Carrier(name: "Authorization", carrier: .authorizationHeader, header: "Authorization"),
        Carrier(name: "query", carrier: .query, query: "&token={token}"),
        Carrier(name: "form", carrier: .form, form: "f=json&token={token}"),
        Carrier(name: "cookie", carrier: .cookie, header: "Cookie", value: "a=b; esri_auth={token}; c=d"),
        Carrier(
            name: "cookie with JSON", carrier: .cookie, header: "Cookie",
            value: "esri_auth=%7B%22token%22%3A%22{token}%22%2C%22expires%22%3A1%7D"),
    ]

    @Test(arguments: carriers)
    func `reads every documented carrier`(row: Carrier) throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        let outcome = send(row, token, probe)
        #expect(outcome.json["username"] == "alice")
        #expect(outcome.answer.presented == [.init(carrier: row.carrier, alias: "token#1")])
        #expect(
            outcome.answer.notes.decisions == [.init(gate: "token", passed: true, reason: "token#1 stands for alice")])
    }

    @Test func `a cookie is read by the side that it is for`() throws {
        let probe = try SiteProbe("token", ["secured": ["Traffic"]])
        let token = try probe.token(for: "alice")
        for (cookie, portal, server) in [("esri_auth", 200, 499), ("agstoken", 400, 200)] {
            let headers = [("Cookie", "\(cookie)=\(token)")]
            let own = probe.get("community/self", headers: headers)
            #expect(own.code == portal, "\(cookie)")
            #expect(own.answer.presented == [.init(carrier: .cookie, alias: "token#1")])
            #expect(probe.server("rest/services/Traffic/MapServer", headers: headers).code == server, "\(cookie)")
        }
    }

    @Test(arguments: carriers)
    func `overlooks a carrier that the blueprint leaves out, but notes it`(row: Carrier) throws {
        let all = ["esriHeader", "authorizationHeader", "form", "query", "cookie"]
        let others = all.filter { $0 != row.carrier.rawValue }.map { JSONValue.string($0) }
        let probe = try SiteProbe("token", ["tokens": ["carriers": .array(others)]])
        let outcome = send(row, try probe.token(for: "alice"), probe)
        #expect(outcome.error?["messageCode"] == "COM_0019")
        #expect(outcome.answer.presented == [.init(carrier: row.carrier, alias: "token#1")])
    }

    private func send(_ row: Carrier, _ token: String, _ probe: SiteProbe) -> SiteProbe.Outcome {
        let fill = { (text: String) in text.replacing("{token}", with: token) }
        return probe.send(
            row.form == nil ? "GET" : "POST", "/portal/sharing/rest/community/self?f=json" + fill(row.query),
            headers: row.header.map { [($0, fill(row.value))] } ?? [], form: row.form.map(fill))
    }

    enum Fate: String, CaseIterable, Sendable { case expired, advanced, revoked, unknown, refused }

    @Test(arguments: Fate.allCases)
    func `refuses what is not good any more`(fate: Fate) throws {
        var probe = try SiteProbe("token")
        var token = try probe.token(for: "alice")
        #expect(probe.get("portals/self", token: token).json["user"] != nil)
        switch fate {
        case .expired: try probe.site.perform(.expire("token#1"))
        case .advanced: probe.time += 120 * 60_000
        case .revoked: try probe.site.perform(.revoke("token#1"))
        case .unknown: token = "never-issued"
        case .refused: try probe.site.perform(.set(["tokens": ["refuse": "all"]]))
        }
        let portal = probe.get("portals/self", token: token)
        #expect(portal.status == 200)
        #expect(portal.json == ["error": ["code": 498, "message": "Invalid token.", "details": []]])
        #expect(portal.reasons == "token:false")
        #expect(
            portal.answer.presented == [.init(carrier: .esriHeader, alias: fate == .unknown ? "unknown" : "token#1")])
        let server = probe.server("rest/services/Traffic/MapServer", token: token)
        #expect(server.json == ["error": ["code": 498, "message": "Invalid Token", "details": []]])
        #expect(probe.get("info", token: token).code == 200)
        if fate != .refused { #expect(probe.get("community/self", token: try probe.token(for: "alice")).code == 200) }
    }

    struct Shape: CustomTestStringConvertible, Sendable {
        let name: String
        var status = 200
        let body: JSONValue
        var testDescription: String { name }
    }

    @Test(arguments: [
        Shape(name: "envelope", body: ["error": ["code": 498, "message": "Invalid Token", "details": []]]),
        Shape(name: "status", status: 498, body: ["error": ["code": 498, "message": "Invalid Token", "details": []]]),
        Shape(name: "stringCode", body: ["error": ["code": "498", "message": "Invalid Token", "details": []]]),
        Shape(name: "admin", body: ["status": "error", "messages": ["Invalid Token"], "code": 498]),
        Shape(name: "nullDetails", body: ["error": ["code": 498, "message": "Invalid Token", "details": nil]]),
    ])
    func `refuses in every shape that was seen`(shape: Shape) throws {
        let probe = try SiteProbe("token", ["tokens": ["shape": .string(shape.name)]])
        let outcome = probe.server("rest/services/Traffic/FeatureServer", token: "bad")
        #expect(outcome.status == shape.status)
        #expect(outcome.code == 498)
        #expect(outcome.json == shape.body)
        let other = probe.get("content/items/00000000000000000000000000000000")
        #expect(
            other.json == [
                "error": [
                    "code": 400, "messageCode": "CONT_0001", "message": "Item does not exist or is inaccessible.",
                    "details": [],
                ]
            ])
    }

    struct Referer: CustomTestStringConvertible, Sendable {
        let name: String
        let bound: String
        let sent: String?
        let strict: Bool
        let lax: Bool
        var testDescription: String { name }
    }

    @Test(arguments: [
        Referer(
            name: "the same", bound: "https://client.test/app", sent: "https://client.test/app", strict: true, lax: true
        ),
        Referer(
            name: "below it", bound: "https://client.test", sent: "https://client.test/app?x=1", strict: true, lax: true
        ),
        Referer(
            name: "other case", bound: "https://Client.test", sent: "https://client.TEST/", strict: true, lax: true),
        Referer(name: "no URL", bound: "@esri/arcgis-rest-js", sent: "@esri/arcgis-rest-js", strict: true, lax: true),
        Referer(
            name: "other path", bound: "https://client.test/app", sent: "https://client.test/other", strict: false,
            lax: true),
        Referer(
            name: "other scheme", bound: "http://client.test/", sent: "https://client.test/", strict: false, lax: true),
        Referer(
            name: "host name alone", bound: "client.test", sent: "https://client.test/app", strict: false, lax: true),
        Referer(
            name: "longer host", bound: "https://client.test", sent: "https://client.test.evil/", strict: false,
            lax: false),
        Referer(
            name: "other host", bound: "https://client.test", sent: "https://evil.test/", strict: false, lax: false),
        Referer(name: "none", bound: "https://client.test", sent: nil, strict: false, lax: false),
        Referer(name: "empty", bound: "https://client.test", sent: "", strict: false, lax: false),
    ])
    func `compares referers`(row: Referer) throws {
        for (mode, admitted) in [("strict", row.strict), ("lax", row.lax), ("off", true)] {
            let probe = try SiteProbe("token", ["tokens": ["referer": .string(mode)]])
            let form = "username=alice&password=\(probe.password(of: "alice"))&f=json&client=referer&referer="
            let token = try #require(probe.generate(form + PercentEncoding.encode(row.bound)).json["token"]?.string)
            let outcome = probe.get("community/self", token: token, headers: row.sent.map { [("Referer", $0)] } ?? [])
            #expect(outcome.code == (admitted ? 200 : 498), "\(mode)")
            guard !admitted else { continue }
            #expect(outcome.error?["message"] == "Invalid Token.")
            #expect(outcome.error?["details"]?.array?.last?.string?.contains("based on the referrer") == true)
        }
    }

    @Test func `a referer without client binds all the same`() throws {
        let probe = try SiteProbe("token")
        let form = "username=alice&password=\(probe.password(of: "alice"))&f=json&referer=https://client.test"
        let token = try #require(probe.generate(form).json["token"]?.string)
        #expect(probe.get("community/self", token: token).code == 498)
        #expect(probe.get("community/self", token: token, headers: [("Referer", "https://client.test/")]).code == 200)
    }

    @Test func `binds to addresses`() throws {
        var probe = try SiteProbe("token")
        let form = "username=alice&password=\(probe.password(of: "alice"))&f=json"
        let requesting = try #require(probe.generate(form + "&client=requestip").json["token"]?.string)
        let named = try #require(probe.generate(form + "&client=ip&ip=10.0.0.7").json["token"]?.string)
        #expect(probe.get("community/self", token: requesting).code == 200)
        #expect(probe.get("community/self", token: named).code == 498)
        probe.peer = "10.0.0.7"
        #expect(probe.get("community/self", token: requesting).code == 498)
        #expect(probe.get("community/self", token: named).code == 200)
    }

    @Test func `a good token beside a bad one is enough`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        #expect(probe.get("community/self?token=bad", token: token).code == 200)
    }

    @Test func `acts on events`() throws {
        let probe = try SiteProbe(
            "token",
            [
                "after": [
                    ["operation": "Traffic", "do": ["expire": "token#1"]], ["request": 2, "do": ["access": "private"]],
                ]
            ])
        let token = try probe.token(for: "alice")
        #expect(probe.get("portals/self").json["access"] == "public")
        #expect(probe.get("portals/self").json["access"] == "private")
        #expect(probe.server("rest/services/Traffic/MapServer", token: token).code == 200)
        #expect(probe.server("rest/services/Traffic/MapServer", token: token).code == 498)
        // The trigger acts once.
        let second = try probe.token(for: "alice")
        #expect(probe.server("rest/services/Traffic/MapServer", token: second).code == 200)
        #expect(probe.server("rest/services/Traffic/MapServer", token: second).code == 200)
    }

    @Test func `a token that was never issued cannot be ended`() throws {
        let probe = try SiteProbe("token")
        #expect(throws: BlueprintError.self) { try probe.site.perform(.expire("token#1")) }
    }
}
