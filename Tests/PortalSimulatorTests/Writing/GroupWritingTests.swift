import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Writing groups` {
    private let probe: SiteProbe
    private let alice: String
    private let bob: String
    private let carol: String
    private let dana: String
    private static let field = "b0a70000000000000000000000000003"

    init() throws {
        probe = try SiteProbe("token")
        alice = try probe.token(for: "alice")
        bob = try probe.token(for: "bob")
        carol = try probe.token(for: "carol")
        dana = try probe.token(for: "dana")
    }

    private func create(_ fields: [String: String] = [:]) throws -> String {
        let told = ["title": "Bench Watch", "tags": "wood, seat"].merging(fields) { $1 }
        let answer = probe.post("community/createGroup", told, token: alice)
        return try #require(answer.json["group"]?["id"]?.string, "\(answer.text)")
    }

    private func group(_ id: String, _ token: String? = nil) -> JSONValue {
        probe.get("community/groups/\(id)", token: token ?? alice).json
    }

    private func users(_ id: String) -> JSONValue { probe.get("community/groups/\(id)/users", token: alice).json }

    @Test func `a group that was made is its owner's, and others see it as its access says`() throws {
        let id = try create(["description": "On benches", "isInvitationOnly": "true"])
        let document = group(id)
        #expect(
            document["owner"] == "alice" && document["access"] == "private" && document["tags"] == ["wood", "seat"])
        #expect(document["created"] == .integer(probe.time) && document["isInvitationOnly"] == true)
        #expect(document["userMembership"]?["memberType"] == "owner")
        #expect(group(id, carol)["error"]?["messageCode"] == "GWM_0003")
        func found(_ token: String) -> JSONValue? {
            probe.get("community/groups?q=title:%22bench%20watch%22", token: token).json["total"]
        }
        #expect(found(alice) == 1 && found(carol) == 0)
        let update = probe.post(
            "community/groups/\(id)/update", ["access": "public", "title": "Benches"], token: alice)
        #expect(update.json == ["success": true, "groupId": .string(id)])
        #expect(group(id, carol)["title"] == "Benches" && group(id, carol)["tags"] == ["wood", "seat"])
        probe.post("community/groups/\(id)/update", ["tags": "", "clearEmptyFields": "true"], token: alice)
        #expect(group(id)["tags"] == [])
        #expect(probe.post("community/groups/\(id)/delete", token: carol).error?["messageCode"] == "GWM_0003")
        #expect(probe.post("community/groups/\(id)/delete", token: alice).json["success"] == true)
        #expect(group(id)["error"]?["messageCode"] == "COM_0003")
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let fields: [String: String]
        let word: String
        var testDescription: String { word }
    }

    @Test(arguments: [
        Refusal(fields: [:], word: "'title' must be specified."), Refusal(fields: ["title": "  "], word: "'title'"),
        Refusal(fields: ["title": "Field Crew"], word: "already have a group named 'Field Crew'"),
        Refusal(fields: ["title": "A", "access": "shared"], word: "none of private, org, public"),
        Refusal(fields: ["title": "A", "autoJoin": "maybe"], word: "'autoJoin' parameter is neither"),
        Refusal(fields: ["title": "A", "sortOrder": "up"], word: "none of asc, desc"),
        Refusal(fields: ["title": String(repeating: "a", count: 251)], word: "more than 250 bytes"),
    ])
    func `what is wrong with a group is told, and none is made`(row: Refusal) {
        let before = probe.get("community/groups?q=owner:alice", token: alice).json["total"]
        let answer = probe.post("community/createGroup", row.fields, token: alice)
        #expect(answer.error?["code"] == 400 && answer.text.contains(row.word), "\(answer.text)")
        #expect(probe.get("community/groups?q=owner:alice", token: alice).json["total"] == before)
    }

    @Test func `privileges decide who makes which group`() throws {
        #expect(probe.post("community/createGroup", ["title": "A"], token: bob).error?["messageCode"] == "GWM_0003")
        #expect(probe.post("community/createGroup", ["title": "A"]).error?["messageCode"] == "GWM_0003")
        let update = ["title": "A", "capabilities": "updateitemcontrol"]
        #expect(probe.post("community/createGroup", update, token: alice).error?["messageCode"] == "GWM_0003")
        let made = probe.post("community/createGroup", update, token: dana).json["group"]
        #expect(made?["capabilities"] == ["updateitemcontrol"])
    }

    @Test func `a wish to join waits for a manager, unless the group joins by itself`() throws {
        let id = try create(["access": "public"])
        #expect(probe.post("community/groups/\(id)/join", token: bob).error?["messageCode"] == "GWM_0003")
        #expect(probe.post("community/groups/\(id)/join", token: carol).json["success"] == true)
        #expect(users(id)["users"] == [] && group(id)["userMembership"]?["applications"] == 1)
        let wishes = probe.get("community/groups/\(id)/applications", token: alice).json["applications"]
        #expect(wishes == [["username": "carol", "received": .integer(probe.time)]])
        #expect(probe.get("community/groups/\(id)/applications", token: carol).error?["messageCode"] == "GWM_0003")
        let told = probe.get("community/users/alice/notifications", token: alice).json["notifications"]?.array?.first
        #expect(told?["type"] == "group_join" && told?["data"]?["fromUser"] == "carol")
        #expect(probe.post("community/groups/\(id)/applications/carol/accept", token: alice).json["success"] == true)
        #expect(users(id)["users"] == ["carol"] && group(id, carol)["userMembership"]?["memberType"] == "member")
        #expect(probe.post("community/groups/\(id)/applications/carol/accept", token: alice).error?["code"] == 400)
        #expect(probe.post("community/groups/\(id)/leave", token: carol).json["success"] == true)
        #expect(users(id)["users"] == [])
        #expect(probe.post("community/groups/\(id)/leave", token: alice).text.contains("owner of a group cannot leave"))
        probe.post("community/groups/\(id)/update", ["autoJoin": "true"], token: alice)
        probe.post("community/groups/\(id)/join", token: carol)
        #expect(users(id)["users"] == ["carol"])
        probe.post("community/groups/\(id)/update", ["isInvitationOnly": "true"], token: alice)
        #expect(probe.post("community/groups/\(id)/join", token: dana).text.contains("invited users only"))
    }

    @Test func `an invitation lets in who it is for, once, until it is over`() throws {
        let id = try create()
        let invited = probe.post(
            "community/groups/\(id)/invite",
            ["users": "carol,nobody,alice", "role": "group_admin", "expiration": "10"],
            token: alice)
        #expect(invited.json == ["success": true, "notInvited": ["nobody", "alice"]])
        let list = probe.get("community/users/carol/invitations", token: carol).json["userInvitations"]?.array
        let invitation = try #require(list?.first?["id"]?.string)
        #expect(list?.first?["fromUsername"]?["username"] == "alice" && list?.first?["role"] == "group_admin")
        #expect(probe.get("community/users/carol/invitations", token: alice).error?["messageCode"] == "GWM_0003")
        let path = "community/users/carol/invitations/\(invitation)"
        #expect(probe.get(path, token: carol).json["targetId"] == .string(id))
        var later = probe
        later.time += 11 * 60_000
        #expect(later.post(path + "/accept", token: carol).text.contains("Invitation does not exist"))
        #expect(probe.post(path + "/accept", token: dana).error?["messageCode"] == "GWM_0003")
        #expect(probe.post(path + "/accept", token: carol).json["success"] == true)
        #expect(users(id)["admins"] == ["alice", "carol"])
        #expect(probe.get("community/users/carol/notifications", token: carol).json["notifications"] == [])
        #expect(probe.post(path + "/accept", token: carol).text.contains("Invitation does not exist"))
        let wrong = probe.post("community/groups/\(id)/invite", ["users": "bob", "expiration": "-1"], token: alice)
        #expect(wrong.text.contains("is no number of minutes"))
    }

    @Test func `members are added, made managers and removed, and who cannot be is listed`() throws {
        let id = try create()
        let added = probe.post(
            "community/groups/\(id)/addUsers", ["users": "erin@CITY,carol", "admins": "dana"], token: alice)
        #expect(added.json == ["notAdded": ["carol"]])
        #expect(users(id)["admins"] == ["alice", "dana"] && users(id)["users"] == ["erin@CITY"])
        let changed = probe.post(
            "community/groups/\(id)/updateUsers", ["admins": "erin@CITY", "users": "dana,alice"], token: alice)
        #expect(changed.json["results"]?.array?.map { $0["success"] } == [true, false, true])
        #expect(users(id)["admins"] == ["alice", "erin@CITY"] && users(id)["users"] == ["dana"])
        let listed = probe.get("community/groups/\(id)/userList?num=1", token: alice).json
        #expect(listed["total"] == 2 && listed["owner"]?["username"] == "alice" && listed["nextStart"] == 2)
        let removed = probe.post("community/groups/\(id)/removeUsers", ["users": "dana,alice,carol"], token: alice)
        #expect(removed.json == ["notRemoved": ["alice", "carol"]])
        #expect(users(id)["users"] == [])
        #expect(probe.post("community/groups/\(id)/addUsers", ["users": "dana"], token: carol).error != nil)
        #expect(probe.post("community/groups/\(id)/addUsers", token: alice).text.contains("'users' parameter"))
    }

    @Test func `items leave a group that is deleted, and a protected one stays`() throws {
        let id = try create()
        let item = try #require(
            probe.post("content/users/alice/addItem", ["title": "Map", "type": "Web Map"], token: alice).json["id"]?
                .string)
        probe.post("content/users/alice/items/\(item)/share", ["groups": id], token: alice)
        #expect(probe.get("content/items/\(item)", token: alice).json["access"] == "shared")
        probe.post("community/groups/\(id)/protect", token: alice)
        #expect(probe.post("community/groups/\(id)/delete", token: alice).text.contains("Delete protection"))
        probe.post("community/groups/\(id)/unprotect", token: alice)
        #expect(probe.post("community/groups/\(id)/delete", token: dana).json["success"] == true)
        #expect(probe.get("content/items/\(item)", token: alice).json["access"] == "private")
        #expect(probe.get("content/items/\(item)/groups", token: alice).json["other"] == [])
    }

    @Test func `a group is given to another member, who has to be able to own one`() throws {
        let id = try create()
        #expect(
            probe.post("community/groups/\(id)/reassign", ["targetUsername": "carol"], token: alice).error?[
                "messageCode"]
                == "GWM_0003")
        #expect(
            probe.post("community/groups/\(id)/reassign", ["targetUsername": "erin@CITY"], token: alice).text.contains(
                "may own no groups"))
        #expect(
            probe.post("community/groups/\(id)/reassign", ["targetUsername": "dana"], token: alice).json["success"]
                == true)
        #expect(group(id)["owner"] == "dana" && users(id)["admins"] == ["alice", "dana"])
    }

    @Test func `a picture of its own is served`() throws {
        let id = try create()
        probe.post(
            "community/groups/\(id)/update", files: [(field: "thumbnail", name: "bench.png", bytes: "PNG")],
            token: alice)
        #expect(group(id)["thumbnail"] == "bench.png")
        let picture = probe.get("community/groups/\(id)/info/bench.png", token: alice)
        #expect(picture.text == "PNG" && picture.header("Content-Type") == "image/png")
        let other = probe.post(
            "community/groups/\(id)/update", files: [(field: "thumbnail", name: "bench.exe", bytes: "MZ")], token: alice
        )
        #expect(other.text.contains("is not a PNG, JPEG or GIF file"))
    }

    @Test func `what grows is bounded, and a reset forgets it`() throws {
        var limits = ResourceLimits()
        limits.groups = 5
        limits.invitations = 1
        limits.notifications = 2
        let small = try SiteProbe("token", limits: limits)
        let token = try small.token(for: "alice")
        let id = try #require(
            small.post("community/createGroup", ["title": "A"], token: token).json["group"]?["id"]?.string)
        #expect(small.post("community/createGroup", ["title": "B"], token: token).text.contains("keeps 5 groups"))
        small.post("community/groups/\(id)/invite", ["users": "carol"], token: token)
        #expect(
            small.post("community/groups/\(id)/invite", ["users": "dana"], token: token).text.contains("1 invitations"))
        small.post("community/groups/\(id)/addUsers", ["users": "dana"], token: token)
        for number in 1...4 {
            small.post(
                "community/groups/\(id)/createNotification", ["users": "dana", "message": "\(number)"], token: token)
        }
        let told = small.get("community/users/dana/notifications", token: try small.token(for: "dana")).json
        #expect(told["notifications"]?.array?.map { $0["data"]?["message"] } == ["4", "3"])
        #expect(try SiteProbe("token").get("community/groups/\(id)", token: alice).error != nil)
    }
}
