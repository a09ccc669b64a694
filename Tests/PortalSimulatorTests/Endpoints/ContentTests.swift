import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Content` {
    static let publicMap = "3a900000000000000000000000000001", privateMap = "3a900000000000000000000000000019"
    static let organizationMap = "3a90000000000000000000000000000f", roads = "5e210000000000000000000000000002"
    static let traffic = "5e210000000000000000000000000001", trees = "d0c00000000000000000000000000001"
    static let crewReports = "5e210000000000000000000000000008"

    struct Reading: CustomTestStringConvertible, Sendable {
        let name: String
        let id: String
        let viewer: String?
        var messageCode: String?
        var testDescription: String { name }
    }

    @Test(arguments: [
        Reading(name: "public, stranger", id: publicMap, viewer: nil),
        Reading(name: "public, member of another", id: publicMap, viewer: "carol"),
        Reading(name: "organization, member", id: organizationMap, viewer: "alice"),
        Reading(name: "organization, stranger", id: organizationMap, viewer: nil, messageCode: "GWM_0003"),
        Reading(name: "organization, user without one", id: organizationMap, viewer: "bob", messageCode: "GWM_0003"),
        Reading(name: "private, owner", id: privateMap, viewer: "alice"),
        Reading(name: "private, stranger", id: privateMap, viewer: nil, messageCode: "GWM_0003"),
        Reading(name: "private, other user", id: privateMap, viewer: "bob", messageCode: "GWM_0003"),
        Reading(name: "shared with a group, its owner", id: crewReports, viewer: "alice"),
        Reading(name: "shared with a group, other user", id: crewReports, viewer: "carol", messageCode: "GWM_0003"),
        Reading(name: "unknown", id: "00000000000000000000000000000000", viewer: "alice", messageCode: "CONT_0001"),
        Reading(name: "malformed", id: "nonsense", viewer: nil, messageCode: "CONT_0001"),
    ])
    func `an item is read by those it is shared with`(row: Reading) throws {
        let probe = try SiteProbe("token")
        let token = try row.viewer.map { try probe.token(for: $0) }
        for suffix in ["", "/data", "/groups", "/resources"] {
            let outcome = probe.get("content/items/\(row.id)\(suffix)", token: token)
            #expect(outcome.status == 200)
            #expect(outcome.error?["messageCode"]?.string == row.messageCode)
            #expect(outcome.answer.operation == "content/items/\(row.id)\(suffix)")
            if row.messageCode == "GWM_0003" {
                #expect(outcome.code == 403)
                #expect(
                    outcome.error?["message"]
                        == "You do not have permissions to access this resource or perform this operation.")
                #expect(outcome.answer.notes.decisions.last?.gate == "access")
            }
        }
    }

    @Test func `an item is read by POST too`() throws {
        let outcome = try SiteProbe("token").send(
            "POST", "/portal/sharing/rest/content/items/\(Self.publicMap)", form: "f=json")
        #expect(outcome.json["title"] == "Streets")
        #expect(outcome.json["thumbnail"] == "thumbnail/streets.png")
    }

    @Test func `folder and control show to the owner only`() throws {
        let probe = try SiteProbe("token")
        let own = probe.get("content/items/\(Self.privateMap)", token: try probe.token(for: "alice")).json
        #expect(own["itemControl"] == "admin")
        #expect(own["ownerFolder"] == "f01de20000000000000000000000000a")
        let other = probe.get("content/items/\(Self.publicMap)").json
        #expect(other["itemControl"] == nil)
    }

    @Test func `data is a document, a file or nothing at all`() throws {
        let probe = try SiteProbe("token")
        let map = probe.get("content/items/\(Self.publicMap)/data")
        #expect(
            map.json["operationalLayers"]?.array?.first?["url"]
                == "https://localhost:8443/server/rest/services/Roads/FeatureServer/0")
        let file = probe.send("GET", "/portal/sharing/rest/content/items/\(Self.trees)/data")
        #expect(file.header("Content-Type") == "text/csv;charset=utf-8")
        #expect(file.text.hasPrefix("id,species"))
        let nothing = probe.get("content/items/5e210000000000000000000000000004/data")
        #expect(nothing.status == 200)
        #expect(nothing.body.isEmpty)
        #expect(nothing.code == 200)
    }

    @Test func `a thumbnail needs a token unless the item is public`() throws {
        let probe = try SiteProbe("token")
        #expect(
            probe.get("content/items/\(Self.publicMap)/info/thumbnail/streets.png").header("Content-Type")
                == "image/png")
        let path = "content/items/\(Self.traffic)/info/thumbnail/traffic.png"
        #expect(probe.get(path).code == 403)
        #expect(probe.get(path, token: try probe.token(for: "alice")).header("Content-Type") == "image/png")
        #expect(probe.get("content/items/\(Self.publicMap)/info/thumbnail/../thumbnail/streets.png").code == 400)
    }

    @Test func `an item can be secured by its title`() throws {
        let probe = try SiteProbe("token", ["secured": ["Streets"]])
        #expect(probe.get("content/items/\(Self.publicMap)").code == 403)
        #expect(probe.get("content/items/\(Self.publicMap)", token: try probe.token(for: "alice")).code == 200)
    }

    @Test func `a private organization turns strangers and others away`() throws {
        let probe = try SiteProbe("organization")
        for path in [
            "content/items/\(Self.publicMap)", "search?q=type:map", "community/groups?q=city", "content/users/alice",
        ] {
            #expect(probe.get(path).code == 403)
            #expect(probe.get(path, token: try probe.token(for: "carol")).code == 403)
            #expect(probe.get(path, token: try probe.token(for: "alice")).code == 200)
        }
    }

    @Test func `a user's content stands at the root and in folders`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        let root = probe.get("content/users/alice?num=100", token: token).json
        #expect(root["folders"]?.array?.first?["title"] == "Drafts")
        #expect(root["currentFolder"] == JSONValue.null)
        let folder = probe.get("content/users/alice/f01de20000000000000000000000000a", token: token).json
        #expect(folder["items"]?.array?.compactMap { $0["title"]?.string } == ["Draft: Tram", "Private Sketch"])
        #expect(folder["currentFolder"]?["title"] == "Drafts")
        let stranger = probe.get("content/users/alice?num=100").json
        #expect(stranger["folders"] == [])
        #expect(stranger["items"]?.array?.allSatisfy { $0["access"] == "public" } == true)
        #expect(probe.get("content/users/alice/nonsense", token: token).code == 400)
        #expect(probe.get("content/users/zoe").error?["messageCode"] == "COM_0018")
    }
}
