import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Writing users and the organization` {
    private let probe: SiteProbe
    private let alice: String
    private let carol: String
    private let dana: String

    init() throws { (probe, alice, carol, dana) = try SiteProbe.signedIn() }

    private func user(_ name: String, _ token: String? = nil) -> JSONValue {
        probe.get("community/users/\(name)", token: token ?? dana).json
    }

    @Test func `a user changes the own profile, and an administrator that of members`() {
        let answer = probe.post(
            "community/users/alice/update", ["description": "Süd & Ost", "tags": "a, b", "access": "public"],
            files: [(field: "thumbnail", name: "me.jpg", bytes: "JPG")], token: alice)
        #expect(answer.json == ["success": true, "username": "alice"])
        #expect(user("alice", carol)["description"] == "Süd & Ost" && user("alice", carol)["tags"] == ["a", "b"])
        #expect(probe.get("community/users/alice/info/me.jpg", token: alice).text == "JPG")
        #expect(
            probe.post("community/users/alice/update", ["fullName": "X"], token: carol).error?["messageCode"]
                == "GWM_0003")
        #expect(probe.post("community/users/alice/update", ["idpUsername": "x"], token: alice).error != nil)
        #expect(probe.post("community/users/alice/update", ["fullName": "A. A."], token: dana).json["success"] == true)
        #expect(user("alice")["fullName"] == "A. A.")
        // As Esri's Python package `arcgis` writes it.
        #expect(probe.post("community/users/alice/update", ["fullname": "A. B."], token: alice).json["success"] == true)
        #expect(user("alice")["fullName"] == "A. B.")
        for (field, value, word) in [
            ("access", "shared", "none of private"), ("email", "nowhere", "no address"),
            ("description", String(repeating: "x", count: 4_097), "4096 bytes"),
        ] {
            let refused = probe.post("community/users/alice/update", [field: value], token: alice)
            #expect(refused.error?["code"] == 400 && refused.text.contains(word), "\(refused.text)")
        }
    }

    private func signsIn(_ password: String) -> Bool {
        probe.generate("username=alice&password=\(PercentEncoding.encode(password))&f=json").json["token"] != nil
    }

    @Test func `a member who is made is in the groups and has the level that are told`() throws {
        let group = try #require(
            probe.post("community/createGroup", ["title": "G", "tags": "g", "access": "org"], token: dana)
                .json["group"]?["id"]?.string)
        let made = probe.post(
            "portals/self/createUser",
            ["username": "frank.f", "password": "long enough 1", "provider": "arcgis", "level": "1", "groups": group],
            token: dana)
        #expect(made.json["success"] == true, "\(made.text)")
        #expect(user("frank.f")["level"] == "1")
        let users = probe.get("community/groups/\(group)/users", token: dana).json["users"]
        #expect(users == ["frank.f"], "\(users as Any)")
    }

    @Test func `a password is changed by an administrator, and by the user who knows the present one`() throws {
        let first = probe.password(of: "alice")
        let path = "community/users/alice/update"
        #expect(probe.post(path, ["password": "by dana 1"], token: dana).json["success"] == true)
        #expect(signsIn("by dana 1") && !signsIn(first))
        let own = ["password": "by dana 1", "newPassword": "by alice 2", "description": "new"]
        #expect(probe.post(path, own, token: alice).json["success"] == true)
        #expect(signsIn("by alice 2") && !signsIn("by dana 1") && user("alice")["description"] == "new")
        #expect(probe.site.canaries().contains { $0.name == "password:alice" && $0.value == "by alice 2" })
    }

    @Test(arguments: [
        (["password": "some word 1"], "newPassword", true), (["newPassword": "some word 1"], "present password", true),
        (["password": "wrong", "newPassword": "some word 1"], "is not the present password", true),
        (["password": "<own>", "newPassword": "short1"], "8 characters", true),
        (["password": "<own>", "newPassword": "<own>"], "8 characters and a digit|is the old one", true),
        (["password": "no digits here"], "a digit", false), (["password": "<own>"], "a digit|is the old one", false),
        (["password": "some word 1", "newPassword": "some word 2"], "users send for themselves", false),
        (["securityQuestionIdx": "1"], "security questions", true),
        (["securityAnswer": "blue"], "security questions", true),
        (["clearEmptyFields": "maybe"], "neither true nor false", true),
    ])
    func `a password or an answer that is not taken changes nothing`(
        fields: [String: String], words: String, isOwn: Bool
    ) {
        let first = probe.password(of: "alice")
        let told = fields.mapValues { $0 == "<own>" ? first : $0 }.merging(["description": "not this"]) { $1 }
        let answer = probe.post("community/users/alice/update", told, token: isOwn ? alice : dana)
        #expect(answer.error?["code"] == 400, "\(answer.text)")
        #expect(words.split(separator: "|").contains { answer.text.contains($0) }, "\(answer.text)")
        #expect(!answer.text.contains("some word") && signsIn(first) && user("alice")["description"] != "not this")
    }

    @Test func `a disabled user comes in by nothing, until enabled again`() throws {
        #expect(probe.post("community/users/alice/disable", token: carol).error != nil)
        #expect(probe.post("community/users/dana/disable", token: dana).error?["messageCode"] == "GWM_0003")
        #expect(probe.post("community/users/alice/disable", token: dana).json["success"] == true)
        #expect(user("alice")["disabled"] == true)
        #expect(probe.get("community/self", token: alice).error?["code"] == 498)
        let form = "username=alice&password=\(probe.password(of: "alice"))&f=json"
        #expect(probe.generate(form).text.contains("Invalid username or password"))
        #expect(probe.post("community/users/alice/enable", token: dana).json["success"] == true)
        #expect(probe.get("community/self", token: try probe.token(for: "alice")).json["username"] == "alice")
        #expect(probe.get("community/self", token: alice).error?["code"] == 498)
    }

    @Test func `a user is deleted once nothing is theirs`() throws {
        let refused = probe.post("community/users/alice/delete", token: dana)
        #expect(refused.text.contains("owns items or groups"))
        let made = probe.post(
            "portals/self/createUser",
            ["username": "frank.f", "password": "long enough 1", "firstname": "Frank", "role": "org_publisher"],
            token: dana)
        #expect(made.json["success"] == true, "\(made.text)")
        let frank = try probe.token(for: "frank.f")
        #expect(probe.get("community/self", token: frank).json["role"] == "org_publisher")
        #expect(
            probe.post("content/users/frank.f/addItem", ["title": "M", "type": "Web Map"], token: frank).json["success"]
                == true)
        #expect(probe.post("community/users/frank.f/delete", token: dana).error != nil)
        probe.post(
            "content/users/frank.f/deleteItems",
            ["items": probe.get("content/users/frank.f", token: frank).json["items"]?[0]["id"]?.string ?? ""],
            token: frank)
        #expect(probe.post("community/users/frank.f/delete", token: dana).json["success"] == true)
        #expect(user("frank.f")["error"]?["messageCode"] == "COM_0018")
        #expect(probe.get("community/self", token: frank).error?["code"] == 498)
    }

    @Test(arguments: [
        (["username": "abc", "password": "long enough 1"], "6 to 128"),
        (["username": "alice", "password": "long enough 1"], "6 to 128"),
        (["username": "erin@city", "password": "long enough 1"], "is taken"),
        (["username": "frank.f", "password": "short1"], "8 characters"),
        (["username": "frank.f", "password": "long enough 1", "role": "king"], "no role"),
        (["username": "frank.f", "password": "long enough 1", "provider": "enterprise"], "is not served; arcgis is"),
        (["username": "frank.f", "password": "long enough 1", "level": "9"], "neither 1 nor 2"),
        (["username": "frank.f", "password": "long enough 1", "groups": "nope"], "is no group"),
        (["username": "frank.f", "password": "long enough 1", "userLicenseTypeId": "nope"], "none of creatorUT"),
    ])
    func `a member that cannot be made is told`(fields: [String: String], word: String) {
        let answer = probe.post("portals/self/createUser", fields, token: dana)
        #expect(answer.error?["code"] == 400 && answer.text.contains(word), "\(answer.text)")
        #expect(!answer.text.contains("long enough 1"))
    }

    @Test func `roles of the organization decide what their members may do`() throws {
        #expect(
            probe.post("portals/self/createRole", ["name": "Reader"], token: alice).error?["messageCode"] == "GWM_0003")
        let made = probe.post("portals/self/createRole", ["name": "Reader", "description": "Reads"], token: dana)
        let id = try #require(made.json["id"]?.string)
        #expect(probe.post("portals/self/createRole", ["name": "reader"], token: dana).text.contains("exists already"))
        let roles = probe.get("portals/self/roles?num=100", token: dana).json["roles"]?.array?.map { $0["name"] }
        #expect(roles == ["Viewer", "Data Editor", "Field Crew", "Reader"])
        probe.post("portals/self/updateUserRole", ["user": "alice", "role": id], token: dana)
        #expect(user("alice")["roleId"] == .string(id) && user("alice")["privileges"] == [])
        let add = ["title": "M", "type": "Web Map"]
        #expect(probe.post("content/users/alice/addItem", add, token: alice).error?["messageCode"] == "GWM_0003")
        let privileges = #"{"privileges": ["portal:user:createItem"]}"#
        #expect(
            probe.post("portals/self/roles/\(id)/setPrivileges", ["privileges": privileges], token: dana).json[
                "success"] == true)
        #expect(
            probe.get("portals/self/roles/\(id)/privileges", token: dana).json["privileges"] == [
                "portal:user:createItem"
            ])
        #expect(probe.post("content/users/alice/addItem", add, token: alice).json["success"] == true)
        #expect(probe.post("portals/self/roles/\(id)/delete", token: dana).text.contains("assigned to 1 members"))
        probe.post("portals/self/updateUserRole", ["user": "alice", "role": "org_user"], token: dana)
        #expect(probe.post("portals/self/roles/\(id)/delete", token: dana).json["success"] == true)
        #expect(probe.get("portals/self/roles/\(id)", token: dana).error?["code"] == 400)
        for (fields, word) in [
            (["user": "carol", "role": "org_user"], "must be the name of a member"),
            (["user": "alice", "role": "none"], "no role"), (["user": "dana", "role": "org_user"], "at least one"),
        ] {
            #expect(probe.post("portals/self/updateUserRole", fields, token: dana).text.contains(word))
        }
        for wrong in ["", "{", "[1]", #"["createItem"]"#] {
            let refused = probe.post(
                "portals/self/roles/fieldCrewRole001/setPrivileges", ["privileges": wrong], token: dana)
            #expect(refused.text.contains("'privileges' parameter"), "\(refused.text)")
        }
    }

    @Test func `members are listed and found by members`() {
        let listed = probe.get("portals/self/users?num=2&sortField=fullName&sortOrder=desc", token: alice).json
        #expect(listed["total"] == 3 && listed["users"]?.array?.map { $0["username"] } == ["erin@CITY", "dana"])
        #expect(probe.get("portals/self/users?role=org_admin", token: alice).json["total"] == 1)
        #expect(probe.get("portals/self/users/search?q=archer", token: alice).json["total"] == 1)
        #expect(probe.get("portals/cItYGiS000000001/users", token: carol).error?["messageCode"] == "GWM_0003")
        #expect(probe.get("portals/self/users").error != nil)
        let checked = probe.get("community/checkUsernames?usernames=alice,zoe").json["usernames"]
        #expect(checked?[0]["suggested"] == "alice1" && checked?[1]["suggested"] == "zoe")
    }

    @Test func `what the organization says of itself is changed by administrators`() {
        #expect(probe.post("portals/self/update", ["name": "New"], token: alice).error?["messageCode"] == "GWM_0003")
        let extent = #"{"xmin": -1, "ymin": 2, "xmax": 3, "ymax": 4, "spatialReference": {"wkid": 4326}}"#
        let answer = probe.post(
            "portals/self/update", ["name": "New City", "canSharePublic": "false", "defaultExtent": extent], token: dana
        )
        #expect(answer.json == ["success": true])
        let told = probe.get("portals/self", token: alice).json
        #expect(told["name"] == "New City" && told["canSharePublic"] == false && told["defaultExtent"]?["xmax"] == 3)
        for (field, value, word) in [
            ("name", "", "empty"), ("allSSL", "perhaps", "neither"), ("defaultExtent", "1,2,3,4", "xmin"),
        ] {
            let refused = probe.post("portals/self/update", [field: value, "clearEmptyFields": "true"], token: dana)
            #expect(refused.text.contains(word), "\(refused.text)")
        }
        probe.post("portals/self/settings/update", ["showSocialMediaLinks": "true"], token: dana)
        #expect(probe.get("portals/self/settings", token: alice).json["showSocialMediaLinks"] == true)
        let schema = #"{"categorySchema": [{"title": "Categories", "categories": [{"title": "Water"}]}]}"#
        probe.post("portals/self/assignCategorySchema", ["categorySchema": schema], token: dana)
        #expect(
            probe.get("portals/self/categorySchema", token: alice).json["categorySchema"]?[0]["title"] == "Categories")
        probe.post("portals/self/deleteCategorySchema", token: dana)
        #expect(probe.get("portals/self/categorySchema", token: alice).json["categorySchema"] == [])
        probe.post("portals/self/setUserDefaultSettings", ["role": "iAAAAAAAAAAAAAAA"], token: dana)
        #expect(probe.get("portals/self/userDefaultSettings", token: alice).json["role"] == "iAAAAAAAAAAAAAAA")
    }

    @Test func `files of the organization are added, served and removed`() {
        let added = probe.post(
            "portals/self/addResource", ["key": "logo.png"], files: [(field: "file", name: "x.png", bytes: "PNG")],
            token: dana)
        #expect(added.json == ["success": true, "key": "logo.png"])
        #expect(probe.get("portals/self/resources/logo.png", token: alice).text == "PNG")
        #expect(probe.get("portals/self/resources", token: alice).json["resources"]?[0]["size"] == 3)
        #expect(probe.post("portals/self/removeResource", ["key": "logo.png"], token: dana).json["success"] == true)
        #expect(probe.post("portals/self/removeResource", ["key": "logo.png"], token: dana).error != nil)
        #expect(
            probe.post("portals/self/addResource", ["key": "a/b", "text": "x"], token: dana).text.contains("'key'"))
    }

    @Test func `a page or picture of the organization runs no script here`() {
        probe.post(
            "portals/self/addResource", ["key": "x.html"], files: [(field: "file", name: "x.html", bytes: "<script>")],
            token: dana)
        let page = probe.get("portals/self/resources/x.html", token: alice)
        #expect(page.text == "<script>")
        #expect(page.header("Content-Disposition") == "attachment; filename=\"x.html\"")
        #expect(page.header("X-Content-Type-Options") == "nosniff")
        let picture = StoredFile(name: "x.svg", mediaType: "image/svg+xml", pieces: [.memory(Array("<svg/>".utf8))])
        let names = PortalReply.upload(picture, isAttachment: false).headers.map { "\($0.0): \($0.1)" }
        #expect(names == ["Content-Security-Policy: sandbox", "X-Content-Type-Options: nosniff"])
    }

    @Test func `a name of a service is free or taken`() {
        func available(_ name: String) -> JSONValue? {
            probe.get("portals/self/isServiceNameAvailable?name=\(name)&type=Feature%20Service", token: alice).json[
                "available"]
        }
        #expect(available("trees") == false && available("Benches") == true)
        #expect(probe.get("portals/self/isServiceNameAvailable?name=x", token: alice).error?["code"] == 400)
    }

    @Test func `what a user keeps is the user's own`() {
        #expect(probe.get("community/users/alice/properties", token: alice).json == ["properties": [:]])
        let kept = #"{"favorites": ["a"]}"#
        #expect(
            probe.post("community/users/alice/setProperties", ["properties": kept], token: alice).json["success"]
                == true)
        #expect(probe.get("community/users/alice/properties", token: alice).json["properties"]?["favorites"] == ["a"])
        #expect(probe.get("community/users/alice/properties", token: carol).error != nil)
        #expect(
            probe.post("community/users/alice/setProperties", ["properties": "[]"], token: alice).text.contains(
                "JSON object"))
        let tags = probe.get("community/users/alice/tags", token: alice).json["tags"]?.array
        #expect(tags?.isEmpty == false && tags?.allSatisfy { ($0["count"]?.integer ?? 0) > 0 } == true)
    }
}
