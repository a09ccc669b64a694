import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Writing items` {
    private let probe: SiteProbe
    private let alice: String
    private let carol: String
    private let dana: String

    init() throws { (probe, alice, carol, dana) = try SiteProbe.signedIn() }

    private func add(_ fields: [String: String] = [:]) throws -> String {
        let told = ["title": "Bench", "type": "Web Map", "text": #"{"version":"2.0"}"#].merging(fields) { $1 }
        return try #require(probe.post("content/users/alice/addItem", told, token: alice).json["id"]?.string)
    }

    private func item(_ id: String, _ token: String? = nil) -> JSONValue {
        probe.get("content/items/\(id)", token: token ?? alice).json
    }

    @Test func `an item that was added is found by its owner alone, until it is shared`() throws {
        let id = try add(["tags": "wood, seat", "extent": "1,2,3,4"])
        #expect(WorldDefaults.isIdentifier(id))
        let document = item(id)
        #expect(document["owner"] == "alice" && document["access"] == "private" && document["numViews"] == 0)
        #expect(document["created"] == .integer(probe.time) && document["size"] == 17)
        #expect(document["tags"] == ["wood", "seat"] && document["extent"] == [[1, 2], [3, 4]])
        #expect(probe.get("content/items/\(id)/data", token: alice).text == #"{"version":"2.0"}"#)
        func found(_ token: String) -> JSONValue? { probe.get("search?q=title:bench", token: token).json["total"] }
        #expect(found(alice) == 1 && found(carol) == 0)
        #expect(probe.get("content/items/\(id)", token: carol).error?["messageCode"] == "GWM_0003")
        let shared = probe.post("content/users/alice/items/\(id)/share", ["everyone": "true"], token: alice)
        #expect(shared.json == ["notSharedWith": [], "itemId": .string(id)])
        #expect(found(carol) == 1 && item(id, carol)["access"] == "public")
        probe.post("content/users/alice/items/\(id)/share", ["everyone": "false", "org": "false"], token: alice)
        #expect(found(carol) == 0)
    }

    @Test func `a member of a private organization writes too, and others are told that they may not`() throws {
        let own = try SiteProbe("organization", ["access": "private"])
        let (alice, carol) = (try own.token(for: "alice"), try own.token(for: "carol"))
        let fields = ["title": "Bench", "type": "Web Map", "text": "{}"]
        #expect(own.post("content/users/alice/addItem", fields, token: alice).json["success"] == true)
        #expect(own.post("content/users/carol/addItem", fields, token: carol).error?["messageCode"] == "GWM_0003")
    }

    @Test func `an answer that was rendered before a change does not outlive it`() throws {
        let id = try add()
        #expect(item(id)["title"] == "Bench" && item(id)["title"] == "Bench")
        var later = probe
        later.time += 60_000
        later.post("content/users/alice/items/\(id)/update", ["title": "Chair", "snippet": "to sit on"], token: alice)
        #expect(item(id)["title"] == "Chair" && item(id)["snippet"] == "to sit on")
        #expect(item(id)["modified"] == .integer(later.time))
        #expect(probe.get("search?q=chair", token: alice).json["total"] == 1)
        #expect(probe.get("search?q=title:bench", token: alice).json["total"] == 0)
        probe.post("content/users/alice/items/\(id)/update", ["snippet": "", "clearEmptyFields": "true"], token: alice)
        #expect(item(id)["snippet"] == .null)
    }

    struct Refused: CustomTestStringConvertible, Sendable {
        let name: String
        let path: String
        var fields: [String: String] = [:]
        var user: String? = "alice"
        let message: String
        var code: JSONValue?
        var testDescription: String { name }
    }

    private static let streets = "3a900000000000000000000000000001"
    private static let noPermission = "You do not have permissions to access this resource or perform this operation."

    @Test(arguments: [
        Refused(
            name: "no type", path: "content/users/alice/addItem", fields: ["title": "x"],
            message: "'type' and 'title' property required."),
        Refused(
            name: "a stranger", path: "content/users/alice/addItem", fields: ["title": "x", "type": "CSV"], user: nil,
            message: noPermission, code: "GWM_0003"),
        Refused(
            name: "another user", path: "content/users/alice/addItem", fields: ["title": "x", "type": "CSV"],
            user: "carol", message: noPermission, code: "GWM_0003"),
        Refused(
            name: "without the privilege", path: "content/users/bob/addItem", fields: ["title": "x", "type": "CSV"],
            user: "bob", message: noPermission, code: "GWM_0003"),
        Refused(
            name: "no such item", path: "content/users/alice/items/00000000000000000000000000000000/update",
            message: "Item does not exist or is inaccessible.", code: "CONT_0001"),
        Refused(
            name: "the wrong owner in the path", path: "content/users/dana/items/\(streets)/update", user: "dana",
            message: "Item does not exist or is inaccessible.", code: "CONT_0001"),
        Refused(
            name: "no such folder", path: "content/users/alice/00000000000000000000000000000000/addItem",
            fields: ["title": "x", "type": "CSV"], message: "User folder does not exist.", code: "CONT_0004"),
        Refused(
            name: "a folder that is there", path: "content/users/alice/createFolder", fields: ["title": "drafts"],
            message: "Unable to create folder."),
        Refused(
            name: "rating one's own", path: "content/items/\(streets)/addRating", fields: ["rating": "5"],
            message: "Unable to add rating."),
        Refused(
            name: "a URL to fetch", path: "content/users/alice/addItem",
            fields: ["title": "x", "type": "CSV", "dataUrl": "http://localhost/x"],
            message: "Invalid or missing input parameters."),
    ])
    func `a change that is refused says why and changes nothing`(row: Refused) throws {
        let before = probe.site.content.edition
        let token = try row.user.map { try probe.token(for: $0) }
        let outcome = probe.post(row.path, row.fields, token: token)
        #expect(outcome.error?["message"] == .string(row.message), "\(outcome.text)")
        #expect(outcome.error?["messageCode"] == row.code)
        #expect(probe.site.content.edition == before)
    }

    @Test func `an operation is by POST, and an unknown one is no folder`() throws {
        let get = probe.get("content/users/alice/addItem", token: alice)
        #expect(get.code == 405 && get.answer.operation == "content/users/alice/addItem")
        let unknown = probe.post("content/users/alice/addItemX", token: alice)
        #expect(unknown.error?["message"] == "Invalid URL" && unknown.answer.operation == "unknown")
    }

    @Test func `a protected item is deleted only after unprotect`() throws {
        let id = try add()
        probe.post("content/users/alice/items/\(id)/protect", token: alice)
        let refused = probe.post("content/users/alice/items/\(id)/delete", token: alice)
        #expect(refused.error?["message"] == .string("Unable to delete item \(id). Delete protection is turned on."))
        #expect(refused.error?["messageCode"] == "CONT_0048")
        let many = probe.post("content/users/alice/deleteItems", ["items": id], token: alice)
        #expect(many.json["results"]?[0]["success"] == false)
        probe.post("content/users/alice/items/\(id)/unprotect", token: alice)
        let gone = probe.post("content/users/alice/items/\(id)/delete", token: alice)
        #expect(gone.json == ["success": true, "itemId": .string(id)])
        #expect(item(id)["error"]?["messageCode"] == "CONT_0001")
    }

    @Test func `folders are made, renamed, filled and deleted with what is in them`() throws {
        let made = probe.post("content/users/alice/createFolder", ["title": "Plans"], token: alice).json
        let folder = try #require(made["folder"]?["id"]?.string)
        let id = try add()
        let moved = probe.post("content/users/alice/items/\(id)/move", ["folder": folder], token: alice)
        #expect(moved.json["folder"] == .string(folder) && moved.json["owner"] == "alice")
        #expect(probe.get("content/users/alice/\(folder)", token: alice).json["total"] == 1)
        #expect(probe.post("content/users/alice/\(folder)/items/\(id)/protect", token: alice).json["success"] == true)
        #expect(probe.post("content/users/alice/\(folder)/delete", token: alice).error != nil)
        probe.post("content/users/alice/items/\(id)/unprotect", token: alice)
        let named = probe.post("content/users/alice/\(folder)/updateFolder", ["newTitle": "Drafts"], token: alice)
        #expect(named.error?["details"]?[0] == "Folder title 'Drafts' not available.")
        #expect(probe.post("content/users/alice/\(folder)/delete", token: alice).json["success"] == true)
        #expect(item(id)["error"] != nil)
    }

    @Test func `a file in parts is put together in the order of their numbers, and its status follows portal time`()
        throws
    {
        let id = try add(["type": "CSV", "text": "", "multipart": "true", "filename": "trees.csv"])
        func status(_ probe: SiteProbe) -> String? {
            probe.get("content/users/alice/items/\(id)/status", token: alice).json["status"]?.string
        }
        let path = "content/users/alice/items/\(id)"
        #expect(status(probe) == "partial")
        #expect(probe.post(path + "/commit", token: alice).error?["message"] == "Unable to commit item.")
        for (number, text) in [("2", "oak,3\n"), ("1", "name,age\n")] {
            let part = probe.post(
                path + "/addPart", ["partNumber": number], files: [("file", "part", text)], token: alice)
            #expect(part.json == ["success": true, "id": .string(id)])
        }
        #expect(probe.post(path + "/commit", token: alice).json["success"] == true)
        var later = probe
        later.time += 1_000
        #expect(status(probe) == "processing" && status(later) == "completed")
        #expect(probe.get("content/items/\(id)/data", token: alice).text == "name,age\noak,3\n")
        #expect(item(id)["size"] == 15 && item(id)["name"] == "trees.csv")
    }

    @Test func `resources, thumbnail and metadata come back as they were sent`() throws {
        let id = try add()
        let path = "content/users/alice/items/\(id)"
        let added = probe.post(
            path + "/addResources", ["resourcesPrefix": "images", "access": "private"],
            files: [("file", "a.png", "PNG")], token: alice)
        #expect(added.json["owner"] == "alice", "\(added.text)")
        let list = probe.get("content/items/\(id)/resources", token: alice).json
        #expect(list["total"] == 1 && list["resources"]?[0]["resource"] == "images/a.png")
        #expect(list["resources"]?[0]["size"] == 3 && item(id)["size"] == 20)
        #expect(probe.get("content/items/\(id)/resources/images/a.png", token: alice).text == "PNG")
        probe.post(path + "/share", ["everyone": "true"], token: alice)
        #expect(probe.get("content/items/\(id)/resources", token: carol).json["total"] == 0)
        #expect(probe.get("content/items/\(id)/resources/images/a.png", token: carol).error != nil)
        #expect(
            probe.post(path + "/removeResources", ["resource": "images/a.png"], token: alice).json["success"] == true)
        probe.post(path + "/updateThumbnail", files: [("file", "face.png", "face")], token: alice)
        #expect(item(id)["thumbnail"] == "thumbnail/face.png")
        let picture = probe.get("content/items/\(id)/info/thumbnail/face.png", token: alice)
        #expect(picture.text == "face" && picture.header("Content-Type") == "image/png")
        let none = probe.get("content/items/\(id)/info/metadata/metadata.xml", token: alice)
        #expect(none.error?["messageCode"] == "CONT_0036")
        probe.post(path + "/update", files: [("metadata", "m.xml", "<m/>")], token: alice)
        #expect(probe.get("content/items/\(id)/info/metadata/metadata.xml", token: alice).text == "<m/>")
    }

    @Test func `an item is added with a relationship, as origin or as destination`() throws {
        let map = try add()
        probe.post("content/users/alice/items/\(map)/share", ["org": "true"], token: alice)
        let code = try add(["originItemId": map, "relationshipType": "WMA2Code"])
        let before = try add(["destinationItemId": map, "relationshipType": "Map2Service"])
        func related(_ id: String, _ rest: String) -> JSONValue? {
            probe.get("content/items/\(id)/relatedItems?\(rest)", token: alice).json["relatedItems"]?[0]["id"]
        }
        #expect(related(map, "relationshipType=WMA2Code&direction=forward") == .string(code))
        #expect(related(map, "relationshipType=Map2Service&direction=reverse") == .string(before))
        #expect(item(code)["access"] == "org" && item(before)["access"] == "private")
        for (fields, words) in [
            (["originItemId": map, "destinationItemId": code, "relationshipType": "WMA2Code"], "are told both"),
            (["originItemId": map], "is no type of relationship"),
            (["relationshipType": "WMA2Code"], "or destinationItemId must be specified"),
            (["originItemId": "none", "relationshipType": "WMA2Code"], "CONT_0001"),
        ] {
            let told = ["title": "Not this", "type": "Web Map"].merging(fields) { $1 }
            let refused = probe.post("content/users/alice/addItem", told, token: alice)
            #expect(refused.error != nil && refused.text.contains(words), "\(refused.text)")
        }
        #expect(probe.get("search?q=title:%22Not%20this%22", token: alice).json["total"] == 0)
    }

    @Test(arguments: [
        ("a b.txt", "attachment; filename=\"a b.txt\""),
        (
            "Übersicht ä.pdf",
            "attachment; filename=\"_bersicht _.pdf\"; filename*=UTF-8''%C3%9Cbersicht%20%C3%A4.pdf"
        ),
        ("a\"b.txt", "attachment; filename=\"a_b.txt\"; filename*=UTF-8''a%22b.txt"),
    ])
    func `a download has its whole name`(name: String, field: String) {
        #expect(PortalReply.attachment(named: name) == field)
    }

    @Test func `a flag that is none is refused`() throws {
        let id = try add()
        let told = ["clearEmptyFields": "maybe", "description": ""]
        let refused = probe.post("content/users/alice/items/\(id)/update", told, token: alice)
        #expect(refused.error?["code"] == 400 && refused.text.contains("neither true nor false"), "\(refused.text)")
    }

    @Test func `relations, comments and ratings are kept`() throws {
        let (map, data) = (try add(), try add(["type": "Feature Service"]))
        let link = ["originItemId": map, "destinationItemId": data, "relationshipType": "Map2Service"]
        #expect(probe.post("content/users/alice/addRelationship", link, token: alice).json == ["success": true])
        func related(_ id: String, _ direction: String) -> JSONValue? {
            let path = "content/items/\(id)/relatedItems?relationshipType=Map2Service&direction=\(direction)"
            return probe.get(path, token: alice).json["relatedItems"]?[0]["id"]
        }
        #expect(related(map, "forward") == .string(data) && related(data, "reverse") == .string(map))
        #expect(related(map, "reverse") == nil)
        probe.post("content/users/alice/items/\(map)/share", ["everyone": "true"], token: alice)
        let said = probe.post("content/items/\(map)/addComment", ["comment": "Good."], token: carol).json
        let comment = try #require(said["commentId"]?.string)
        #expect(item(map)["numComments"] == 1)
        let reply = "content/items/\(map)/comments/\(comment)"
        probe.post(reply + "/addComment", ["comment": "Thanks."], token: alice)
        #expect(probe.post(reply + "/delete", token: carol).error?["messageCode"] == "CONT_0110")
        #expect(probe.post(reply + "/update", ["comment": "Bad."], token: dana).error?["code"] == 403)
        #expect(probe.post(reply + "/update", ["comment": "Bad."], token: carol).json["success"] == true)
        #expect(probe.get(reply, token: alice).json["comment"] == "Bad.")
        probe.post("content/items/\(map)/addRating", ["rating": "2"], token: carol)
        probe.post("content/items/\(map)/addRating", ["rating": "5"], token: dana)
        #expect(item(map)["avgRating"] == 3.5 && item(map)["numRatings"] == 2)
        probe.post("content/items/\(map)/deleteRating", token: carol)
        #expect(item(map)["avgRating"]?.double == 5 && item(map)["numRatings"] == 1)
    }

    @Test func `an administrator changes, copies and reassigns what is a member's`() throws {
        let id = try add()
        let path = "content/users/alice/items/\(id)"
        #expect(probe.post(path + "/update", ["title": "Seat"], token: dana).json["success"] == true)
        let copied = probe.post(path + "/copy", ["title": "Copy"], token: dana).json["itemId"]?.string ?? ""
        #expect(item(copied, dana)["owner"] == "dana" && item(copied, dana)["title"] == "Copy")
        let target = ["targetUsername": "dana", "targetFoldername": "Taken"]
        #expect(probe.post(path + "/reassign", target, token: alice).error?["messageCode"] == "GWM_0003")
        #expect(probe.post(path + "/reassign", target, token: dana).json["success"] == true)
        #expect(item(id, dana)["owner"] == "dana")
        #expect(probe.get("content/users/dana", token: dana).json["folders"]?[0]["title"] == "Taken")
    }

    @Test func `items and their bytes are bounded`() throws {
        var limits = ResourceLimits()
        limits.itemBytes = 4_000
        let probe = try SiteProbe("token", limits: limits)
        let token = try probe.token(for: "alice")
        let fields = ["title": "x", "type": "CSV", "text": String(repeating: "x", count: 5_000)]
        let refused = probe.post("content/users/alice/addItem", fields, token: token)
        #expect(refused.error != nil && refused.answer.notes.decisions.last?.gate == "limits")
        #expect(probe.get("search?q=title:x", token: token).json["total"] == 0)
    }

    @Test func `a group shows what is shared with it`() throws {
        let id = try add()
        let crew = "b0a70000000000000000000000000003", pilots = "b0a70000000000000000000000000004"
        let path = "content/users/alice/items/\(id)"
        let shared = probe.post(path + "/share", ["groups": "\(crew),\(pilots)"], token: alice)
        #expect(shared.json["notSharedWith"] == [.string(pilots)])
        #expect(item(id)["access"] == "shared")
        #expect(probe.get("content/groups/\(crew)/search?q=bench", token: alice).json["total"] == 1)
        probe.post(path + "/unshare", ["groups": crew], token: alice)
        #expect(item(id)["access"] == "private")
    }
}
