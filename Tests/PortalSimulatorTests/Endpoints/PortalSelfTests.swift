import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `portals/self` {
    struct View: CustomTestStringConvertible, Sendable {
        let name: String
        let preset: String
        var overlay: JSONValue = [:]
        let user: String?
        var id: String?
        var code = 200
        /// Whether the fields that only members see are there.
        var isFull = false
        var testDescription: String { name }
    }
    static let city = "cItYGiS000000001", harbour = "hArB0uR000000002"

    @Test(arguments: [
        View(name: "anonymous at the general URL", preset: "general", user: nil),
        View(name: "user without organization at the general URL", preset: "general", user: "bob"),
        View(name: "member at the general URL", preset: "general", user: "alice", id: city, isFull: true),
        View(name: "other member at the general URL", preset: "general", user: "carol", id: harbour, isFull: true),
        View(name: "anonymous at a public organization", preset: "token", user: nil, id: city),
        View(name: "member at a public organization", preset: "token", user: "alice", id: city, isFull: true),
        View(name: "user without organization at a public organization", preset: "token", user: "bob", id: city),
        View(name: "anonymous at a private organization, reduced", preset: "organization", user: nil, id: city),
        View(name: "anonymous at a private organization, refused", preset: "strict-organization", user: nil, code: 499),
        View(name: "member at a private organization", preset: "organization", user: "alice", id: city, isFull: true),
        View(name: "member of another at a private organization", preset: "organization", user: "carol", code: 403),
        View(name: "user without organization at a private one", preset: "organization", user: "bob", code: 403),
    ])
    func `tells each caller their own view`(view: View) throws {
        let probe = try SiteProbe(view.preset, view.overlay)
        let outcome = probe.get("portals/self", token: try view.user.map { try probe.token(for: $0) })
        #expect(outcome.code == view.code)
        #expect(outcome.status == 200)
        guard view.code == 200 else { return }
        #expect(outcome.json["id"]?.string == view.id)
        #expect(outcome.json["user"]?["username"]?.string == view.user)
        #expect((outcome.json["subscriptionInfo"] != nil) == view.isFull)
        #expect(
            outcome.json["portalName"]?.string == (view.preset == "general" ? "ArcGIS Online" : "ArcGIS Enterprise"))
        #expect(outcome.answer.operation == "portals/self")
    }

    @Test func `names the address that the client reached`() throws {
        let document = try SiteProbe("token").get("portals/self").json
        #expect(document["portalHostname"] == "localhost:8443/portal")
        #expect(document["httpsPort"] == 8443)
        #expect(document["allSSL"] == true)
        #expect(document["access"] == "public")
        #expect(
            document["defaultBasemap"]?["baseMapLayers"]?.array?.first?["url"]
                == "https://localhost:8443/server/rest/services/Roads/MapServer")
    }

    @Test func `has the user in the same form as the two other doors`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        let user = probe.get("portals/self", token: token).json["user"]
        #expect(user?["email"] == "alice@city.example")
        #expect(user?["groups"]?.array?.count == 3)
        #expect(probe.get("community/self", token: token).json == user)
        #expect(probe.get("community/users/alice", token: token).json == user)
    }

    @Test(arguments: ["accounts/self", "portals/cItYGiS000000001", "accounts/cItYGiS000000001"])
    func `is the same document under its other names`(path: String) throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        #expect(probe.get(path, token: token).json == probe.get("portals/self", token: token).json)
    }

    @Test func `changes when the organization is closed`() throws {
        let probe = try SiteProbe("token")
        #expect(probe.get("portals/self").json["access"] == "public")
        try probe.site.perform(.access("private"))
        #expect(probe.get("portals/self").json["access"] == "private")
        #expect(probe.get("portals/self", token: try probe.token(for: "carol")).code == 403)
    }

    @Test func `answers the friends of portals/{id}`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        #expect(probe.get("portals/\(Self.city)/subscriptionInfo", token: token).json["state"] == "active")
        #expect(probe.get("portals/\(Self.city)/categorySchema").json == ["categorySchema": []])
        #expect(probe.get("portals/0000000000000000").code == 400)
        #expect(probe.get("portals/\(Self.harbour)").code == 403)
        #expect(
            probe.get("portals/self/servers", token: token).json["servers"]?.array?.first?["url"]
                == "https://localhost:8443/server")
        #expect(probe.get("portals/self/servers", token: token).answer.operation == "portals/self/servers")
    }

    @Test(arguments: ["thumbnail.png", "portal.png"])
    func `hands out its pictures as bytes`(file: String) throws {
        let outcome = try SiteProbe("token").get("portals/self/resources/\(file)")
        #expect(outcome.header("Content-Type") == "image/png")
        #expect(outcome.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
}
