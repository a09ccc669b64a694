import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Community` {
    @Test func `community/self tells a stranger that no user is signed in`() throws {
        let outcome = try SiteProbe("token").get("community/self")
        #expect(outcome.status == 200)
        #expect(
            outcome.json == [
                "error": ["code": 400, "messageCode": "COM_0019", "message": "Not logged in.", "details": []]
            ])
    }

    struct Profile: CustomTestStringConvertible, Sendable {
        let name: String
        let viewer: String?
        let user: String
        var isVisible = true
        var hasEmail = false
        var testDescription: String { name }
    }

    @Test(arguments: [
        Profile(name: "own profile", viewer: "alice", user: "alice", hasEmail: true),
        Profile(name: "public profile for a stranger", viewer: nil, user: "dana"),
        Profile(name: "public profile for a member", viewer: "alice", user: "carol"),
        Profile(name: "organization's profile for a member", viewer: "alice", user: "erin@CITY"),
        Profile(name: "organization's profile for a stranger", viewer: nil, user: "alice", isVisible: false),
        Profile(name: "organization's profile for another's member", viewer: "carol", user: "alice", isVisible: false),
        Profile(name: "private profile", viewer: "alice", user: "bob", isVisible: false),
        Profile(name: "unknown user", viewer: "alice", user: "zoe", isVisible: false),
        Profile(name: "other case", viewer: "alice", user: "Alice", isVisible: false),
    ])
    func `shows a profile to those it is shared with`(row: Profile) throws {
        let probe = try SiteProbe("token")
        let token = try row.viewer.map { try probe.token(for: $0) }
        let outcome = probe.get("community/users/\(PercentEncoding.encode(row.user))", token: token)
        guard row.isVisible else {
            #expect(outcome.error?["messageCode"] == "COM_0018")
            #expect(outcome.error?["message"] == "User does not exist or is inaccessible.")
            return
        }
        #expect(outcome.json["username"]?.string == row.user)
        #expect((outcome.json["email"] != nil) == row.hasEmail)
        #expect((outcome.json["privileges"] != nil) == row.hasEmail)
        #expect(outcome.answer.operation == "community/users/\(row.user)")
    }

    @Test func `a user is found by the id too`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        let found = probe.get("community/users?q=username:dana", token: token).json["results"]?[0]
        let id = try #require(found?["id"]?.string)
        #expect(probe.get("community/users/\(id)", token: token).json["username"] == "dana")
        let own = try #require(probe.get("community/self", token: token).json["id"]?.string)
        #expect(probe.get("community/users/\(own)/info/alice.png", token: token).header("Content-Type") == "image/png")
        #expect(probe.get("community/users/\(own)").error?["messageCode"] == "COM_0018")
    }

    @Test func `a picture is bytes even with f=json`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        let outcome = probe.get("community/users/alice/info/alice.png", token: token)
        #expect(outcome.header("Content-Type") == "image/png")
        #expect(outcome.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(outcome.answer.operation == "community/users/alice/info/alice.png")
        #expect(probe.get("community/users/alice/info/alice.png").error?["messageCode"] == "COM_0018")
        #expect(probe.get("community/users/alice/info/other.png", token: token).code == 400)
        #expect(probe.get("community/users/alice/info/..%2Falice.png", token: token).code == 400)
        #expect(probe.get("community/users/alice/info/alice.png", token: "bad").code == 498)
    }

    @Test func `users are found by name, organization and words`() throws {
        let probe = try SiteProbe("token")
        let names = { (query: String) -> [String] in
            let token = try probe.token(for: "alice")
            return probe.get("community/users?q=\(PercentEncoding.encode(query))", token: token).json["results"]?.array?
                .compactMap { $0["username"]?.string } ?? []
        }
        #expect(try names("fullname:archer") == ["alice"])
        #expect(try names("orgid:cItYGiS000000001") == ["alice", "dana", "erin@CITY"])
        #expect(try names("username:carol OR username:bob") == ["carol"])
        #expect(try names("email:alice") == [])
    }

    @Test func `a group is seen by those it is shared with`() throws {
        let probe = try SiteProbe("token")
        let crew = "b0a70000000000000000000000000003", base = "b0a70000000000000000000000000001"
        let alice = try probe.token(for: "alice")
        #expect(probe.get("community/groups/\(base)").json["userMembership"]?["memberType"] == "none")
        #expect(probe.get("community/groups/\(crew)", token: alice).json["userMembership"]?["memberType"] == "owner")
        #expect(probe.get("community/groups/\(crew)").error?["messageCode"] == "GWM_0003")
        #expect(
            probe.get("community/groups/00000000000000000000000000000000").json
                == [
                    "error": [
                        "code": 400, "messageCode": "COM_0003", "message": "Group does not exist or is inaccessible.",
                        "details": [],
                    ]
                ])
        #expect(
            probe.get("community/groups/\(crew)/users", token: alice).json
                == ["owner": "alice", "admins": ["alice"], "users": ["erin@CITY"]])
        #expect(probe.get("community/groups/\(base)/info/basemaps.png").header("Content-Type") == "image/png")
    }

    @Test func `a basemap gallery query finds its group and the maps in it`() throws {
        let probe = try SiteProbe("token")
        let query = try #require(probe.get("portals/self").json["basemapGalleryGroupQuery"]?.string)
        let groups = probe.get("community/groups?q=\(PercentEncoding.encode(query))").json["results"]?.array
        let id = try #require(groups?.first?["id"]?.string)
        #expect(groups?.count == 1)
        let maps = probe.get("search?q=\(PercentEncoding.encode("group:\(id) AND type:\"Web Map\""))").json
        #expect(maps["results"]?.array?.compactMap { $0["title"]?.string } == ["Bus Lines", "Parking"])
        let content = probe.get("content/groups/\(id)").json
        #expect(content["items"]?.array?.count == 3)
        #expect(content["total"] == 3)
        #expect(probe.get("content/groups/\(id)/search?q=parking").json["results"]?.array?.count == 1)
    }

    @Test func `featured groups and items are found by the queries of portals/self`() throws {
        let probe = try SiteProbe("token")
        let document = probe.get("portals/self").json
        let query = try #require(document["featuredItemsGroupQuery"]?.string)
        let group = probe.get("community/groups?q=\(PercentEncoding.encode(query))").json["results"]?.array?.first
        #expect(group?["title"] == document["featuredGroups"]?.array?.first?["title"])
        #expect(group?["owner"] == document["featuredGroups"]?.array?.first?["owner"])
    }
}
