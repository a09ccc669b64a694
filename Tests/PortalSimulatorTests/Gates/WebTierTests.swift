import FixtureFiles
import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite("The web tier before the portal") struct WebTierTests {
    func basic(_ probe: SiteProbe, _ user: String = "alice") -> (String, String) {
        BasicGateTests.header("\(user):\(probe.password(of: user))")
    }

    @Test func `stands before everything below the portal and nothing else`() throws {
        let probe = try SiteProbe(
            "basic", ["answers": [["operation": "info", "contentType": "application/json", "body": [:]]]])
        for target in ["", "/sharing/rest/info", "/sharing/rest/generateToken", "/nowhere", "/sharing/rest/nothing"] {
            #expect(probe.send("GET", "/portal\(target)?f=json").status == 401, "\(target)")
        }
        for method in ["POST", "HEAD", "OPTIONS", "DELETE"] {
            #expect(probe.send(method, "/portal/sharing/rest/portals/self").status == 401, "\(method)")
        }
        #expect(probe.send("GET", "/portalx").status == 404)
        #expect(probe.server("rest/info").status == 200)
        #expect(probe.server("rest/services/Traffic/FeatureServer").code == 499)
    }

    @Test func `a token decides where one is sent`() throws {
        let probe = try SiteProbe("basic")
        let (_, token) = try probe.site.issueToken(for: "bob", lifetime: nil, referer: nil, at: probe.time)
        let text = token.reveal { $0 }
        let both = probe.get("community/self", token: text, headers: [basic(probe)])
        #expect(both.json["username"] == "bob")
        #expect(both.answer.presented == [.init(carrier: .esriHeader, alias: "token#1")])
        #expect(probe.get("community/self", headers: [basic(probe)]).json["username"] == "alice")
        #expect(probe.get("community/self", token: "junk", headers: [basic(probe)]).code == 498)
    }

    @Test func `eats a bearer token in Authorization and lets X-Esri-Authorization pass`() throws {
        let probe = try SiteProbe("basic")
        let (_, token) = try probe.site.issueToken(for: "alice", lifetime: nil, referer: nil, at: probe.time)
        let text = token.reveal { $0 }
        let eaten = probe.getSelf([("Authorization", "Bearer \(text)")])
        #expect(eaten.status == 401)
        #expect(eaten.answer.webTier?.authorization == nil)
        #expect(!"\(eaten.answer.notes.decisions)".contains(text))
        #expect(probe.get("portals/self", token: text, headers: [basic(probe)]).status == 200)
    }

    @Test func `the portal learns of no user where the web tier does not hand it over`() throws {
        let probe = try SiteProbe("basic-token")
        #expect(probe.getSelf().status == 401)
        #expect(probe.get("community/self", headers: [basic(probe)]).code == 400)
        let form = "username=alice&password=\(probe.password(of: "alice"))&f=json"
        let issued = probe.send("POST", "/portal/sharing/rest/generateToken", headers: [basic(probe)], form: form)
        let token = try #require(issued.json["token"]?.string)
        #expect(probe.get("community/self", token: token, headers: [basic(probe)]).json["username"] == "alice")
        let nameless = probe.send("POST", "/portal/sharing/rest/generateToken", headers: [basic(probe)], form: "f=json")
        #expect(nameless.code == 400)
    }

    @Test func `issues tokens to the user that it knows`() throws {
        let probe = try SiteProbe("basic")
        func generate(_ form: String) -> SiteProbe.Outcome {
            probe.send("POST", "/portal/sharing/rest/generateToken", headers: [basic(probe)], form: form)
        }
        let own = generate("f=json")
        #expect(own.reasons == "basic:true webTier:true")
        let token = try #require(own.json["token"]?.string)
        #expect(probe.get("community/self", token: token, headers: [basic(probe)]).json["username"] == "alice")
        let exchanged = generate(
            "request=getToken&serverURL=https://localhost:8443/server&referer=http&expiration=16000&f=json")
        let serverToken = try #require(exchanged.json["token"]?.string)
        let service = probe.server(
            "rest/services/Traffic/FeatureServer", token: serverToken, headers: [("Referer", "http")])
        #expect(service.code == 200)
        #expect(generate("request=getToken&serverURL=https://elsewhere/server&f=json").code == 400)
        let half = generate("username=alice&f=json")
        #expect(half.code == 400)
        try probe.site.perform(.set(["tokens": ["generate": "refuses"]]))
        #expect(generate("f=json").code == 400)
    }

    @Test func `a bare 401 names no scheme`() throws {
        let outcome = try SiteProbe("basic", ["httpAuthentication": ["bare": true]]).getSelf()
        #expect(outcome.status == 401)
        #expect(outcome.header("WWW-Authenticate") == nil)
        #expect(outcome.answer.webTier?.challenges == nil)
    }

    @Test(arguments: [
        ("Negotiate YIIJ", "negotiate", Journal.Authorization.Verdict.wrong), ("NTLM TlRM", "ntlm", .unasked),
        ("Digest username=\"alice\"", "digest", .malformed), ("Basic", "basic", .malformed), ("", "", .malformed),
        ("Unheard of", "unknown", .unasked), ("Hoba of", "hoba", .unasked),
        ("A-token-that-lacks-its-Bearer", "unknown", .unasked),
        ("A-token-that-lacks-its-Bearer and more", "unknown", .malformed),
    ])
    func `what it does not ask for is refused and said so`(
        _ field: String, _ scheme: String, _ verdict: Journal.Authorization.Verdict
    ) throws {
        let outcome = try SiteProbe("negotiate").getSelf([("Authorization", field)])
        #expect(outcome.status == 401)
        #expect(outcome.answer.webTier?.authorization?.scheme == scheme)
        #expect(outcome.answer.webTier?.authorization?.verdict == verdict)
    }

    @Test func `two Authorization fields are one too many`() throws {
        let probe = try SiteProbe("basic")
        let outcome = probe.getSelf([basic(probe), basic(probe)])
        #expect(outcome.status == 401)
        #expect(outcome.answer.webTier?.authorization?.verdict == .malformed)
    }

    @Test func `credentials that were not asked for are journaled without a gate too`() throws {
        let probe = try SiteProbe("token")
        let outcome = probe.getSelf([basic(probe)])
        #expect(outcome.status == 200)
        #expect(outcome.answer.webTier?.authorization == .init(scheme: "basic", username: "alice", verdict: .unasked))
        #expect(probe.getSelf([("Authorization", "Bearer x")]).answer.webTier?.authorization == nil)
    }

    @Test func `a gate comes and goes while the portal runs`() throws {
        let probe = try SiteProbe("organization")
        #expect(probe.getSelf().status == 200)
        try probe.site.perform(.set(["httpAuthentication": ["challenges": [["scheme": "Basic"]]]]))
        #expect(probe.getSelf().status == 401)
        try probe.site.perform(.set(["httpAuthentication": nil]))
        #expect(probe.getSelf().status == 200)
    }

    @Test func `a host has a gate of its own, and only its own accounts' passwords belong there`() throws {
        var probe = try SiteProbe(
            "basic",
            [
                "hosts": [
                    "other": [
                        "httpAuthentication": ["challenges": [["scheme": "Basic", "realm": "B"]], "users": ["bob"]]
                    ]
                ]
            ])
        let origins = Dictionary(uniqueKeysWithValues: probe.site.canaries().map { ($0.name, $0.origins) })
        #expect(origins["password:alice"] == ["https://localhost:8443"])
        #expect(origins["password:bob"] == ["https://localhost:8443", "https://127.0.0.2:9443"])
        probe.listener = ListenerFacts(name: "other", origin: SiteProbe.origin("https://127.0.0.2:9443"))
        #expect(probe.getSelf().header("WWW-Authenticate") == "Basic realm=\"B\"")
        #expect(probe.getSelf([basic(probe)]).status == 401)
        #expect(probe.getSelf([basic(probe, "bob")]).status == 200)
        probe.listener = ListenerFacts(name: "http", origin: SiteProbe.origin("http://localhost:8080"))
        #expect(probe.getSelf().status == 200)
    }

    @Test func `paths follow the portal to where it is published`() throws {
        let blueprint = try Blueprint.preset("basic", fixtures: .embedded)
        let site = try PortalSite(
            blueprint, addresses: SiteAddresses(portal: SiteProbe.origin("https://gis.example.com"), context: "/gis"))
        #expect(site.blueprint.webAuthentication?.under == ["/gis"])
        try site.perform(.set(["strictStatus": true]))
        #expect(site.blueprint.webAuthentication?.under == ["/gis"])
    }
}
