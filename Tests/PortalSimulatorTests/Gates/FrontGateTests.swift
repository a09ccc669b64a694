import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite("A trusted front") struct FrontGateTests {
    func probe(at listener: String = "front", from address: String = "127.0.0.1") throws -> SiteProbe {
        var probe = try SiteProbe(
            "organization",
            [
                "hosts": ["front": ["scheme": "http"]],
                "front": [
                    "listener": "front", "addresses": ["127.0.0.1"], "publicURL": "https://localhost:8443/portal",
                ],
            ])
        probe.listener = ListenerFacts(name: listener, origin: SiteProbe.origin("http://127.0.0.1:9000"))
        probe.peer = address
        return probe
    }

    @Test func `its word names the user`() throws {
        let outcome = try probe().getSelf([("x-remote-user", "alice")])
        #expect(outcome.json["user"]?["username"] == "alice")
        #expect(outcome.reasons.contains("front:true"))
        #expect(
            try probe().get("community/self", headers: [("X-Remote-User", "erin@CITY")]).json["username"] == "erin@CITY"
        )
    }

    @Test(arguments: ["portal", "front"]) func `anybody else's is ignored and said so`(_ listener: String) throws {
        let probe = try probe(at: listener, from: listener == "front" ? "127.0.0.9" : "127.0.0.1")
        let outcome = probe.get("community/self", headers: [("X-Remote-User", "alice")])
        #expect(outcome.code == 400)
        let decision = try #require(outcome.answer.notes.decisions.first { $0.gate == "front" })
        #expect(decision.reason.contains("is ignored"))
    }

    @Test(arguments: ["", "(null)", "-", "nobody"]) func `no user, or one that the portal does not know, is a stranger`(
        _ value: String
    ) throws {
        #expect(try probe().get("community/self", headers: [("X-Remote-User", value)]).code == 400)
    }

    @Test func `two users are no user`() throws {
        let fields = [("X-Remote-User", "mallory"), ("X-Remote-User", "alice")]
        #expect(try probe().get("community/self", headers: fields).code == 400)
    }

    @Test func `tokens are issued behind it, for it speaks HTTPS to the client`() throws {
        let probe = try probe()
        let outcome = probe.send(
            "POST", "/portal/sharing/rest/generateToken", headers: [("X-Remote-User", "alice")], form: "f=json")
        #expect(outcome.json["token"]?.string != nil)
        let stranger = try self.probe(from: "127.0.0.9").generate("username=alice&password=x&f=json")
        #expect(stranger.json["error"]?["subcode"] == 4)
    }

    @Test func `its public URL is fixed at the start`() throws {
        let site = try probe().site
        #expect {
            try site.perform(.set(["front": ["publicURL": "https://elsewhere/portal"]]))
        } throws: {
            "\($0)".contains("front.publicURL")
        }
    }
}
