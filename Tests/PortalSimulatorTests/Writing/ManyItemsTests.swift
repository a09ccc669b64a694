import JSONValues
import Testing

@testable import PortalSimulator

/// Requests that do something with many items and groups at once.
struct `Many items at once` {
    private let probe: SiteProbe
    private let alice: String

    init() throws { (probe, alice, _, _) = try SiteProbe.signedIn() }

    private func add(_ fields: [String: String] = [:]) throws -> String {
        let told = ["title": "T", "type": "Web Map"].merging(fields) { $1 }
        return try #require(probe.post("content/users/alice/addItem", told, token: alice).json["id"]?.string)
    }

    private func group(_ number: Int) throws -> String {
        let told = ["title": "Group \(number)", "access": "org", "tags": "a"]
        return try #require(probe.post("community/createGroup", told, token: alice).json["group"]?["id"]?.string)
    }

    private func item(_ id: String) -> JSONValue { probe.get("content/items/\(id)", token: alice).json }

    private func results(_ operation: String, _ fields: [String: String]) -> [JSONValue] {
        probe.post("content/users/alice/\(operation)", fields, token: alice).json["results"]?.array ?? []
    }

    @Test func `what is deleted is gone with its relationships, and the others stay`() throws {
        let first = try add(), second = try add(["originItemId": first, "relationshipType": "WMA2Code"])
        let third = try add(), fourth = try add(), fifth = try add()
        probe.post("content/users/alice/items/\(fourth)/protect", token: alice)
        let ids = [first, third, first, "unknown", fourth]
        let results = results("deleteItems", ["items": ids.joined(separator: ",")])
        #expect(results.map { $0["itemId"]?.string } == ids)
        #expect(results.map { $0["success"] } == [true, true, false, false, false])
        #expect(results[2]["error"]?["messageCode"] == "CONT_0001")
        #expect([first, third].allSatisfy { item($0)["error"]?["messageCode"] == "CONT_0001" })
        #expect([second, fourth, fifth].allSatisfy { item($0)["id"] == .string($0) })
        let related = probe.get(
            "content/items/\(second)/relatedItems?relationshipType=WMA2Code&direction=reverse", token: alice)
        #expect(related.json["total"] == 0)
        // What stands behind them is still found where it is now.
        probe.post("content/users/alice/items/\(fifth)/update", ["title": "U"], token: alice)
        #expect(item(fifth)["title"] == "U" && item(second)["title"] == "T")
    }

    @Test func `a deleted group leaves the others where they are found`() throws {
        let ids = try (0..<3).map { try group($0) }
        #expect(probe.post("community/groups/\(ids[0])/delete", token: alice).json["success"] == true)
        #expect(probe.get("community/groups/\(ids[0])", token: alice).error != nil)
        #expect(ids[1...].allSatisfy { probe.get("community/groups/\($0)", token: alice).json["id"] == .string($0) })
    }

    @Test func `are shared with those groups that may be added to`() throws {
        let items = try (0..<2).map { _ in try add() }, groups = try (0..<2).map { try group($0) }
        let fields = [
            "items": items.joined(separator: ","), "groups": (groups + ["unknown", groups[0]]).joined(separator: ","),
        ]
        let shared = results("shareItems", fields)
        #expect(shared.map { $0["notSharedWith"] } == [["unknown"], ["unknown"]])
        #expect(items.allSatisfy { item($0)["access"] == "shared" })
        let found = groups.map { probe.get("content/groups/\($0)", token: alice).json["items"]?.array?.count }
        #expect(found == [2, 2])
        let unshared = results("unshareItems", ["items": items[0], "groups": "\(groups[0]),unknown"])
        #expect(unshared.map { $0["notUnsharedFrom"] } == [["unknown"]])
        #expect(probe.get("content/groups/\(groups[0])", token: alice).json["items"]?.array?.count == 1)
    }

    @Test(arguments: ["shareItems", "unshareItems"])
    func `are refused where the answer would repeat too much`(operation: String) throws {
        func asked(_ items: Int, _ groups: String) -> SiteProbe.Outcome {
            let id = Array(repeating: "0123456789abcdef0123456789abcdef", count: items).joined(separator: ",")
            return probe.post("content/users/alice/\(operation)", ["items": id, "groups": groups], token: alice)
        }
        let groups = Array(repeating: "g", count: 1000).joined(separator: ",")
        #expect(asked(100, groups).json["results"]?.array?.count == 100)
        let many = asked(101, groups)
        #expect(many.error?["details"]?[0].string?.contains("more than 100000 pairs") == true, "\(many.text)")
        let long = asked(1, String(repeating: "g", count: 129))
        #expect(long.error?["details"]?[0].string?.contains("which is no id of a group") == true, "\(long.text)")
        #expect(long.text.utf8.count < 1000)
        #expect(asked(1, String(repeating: "g", count: 128)).error == nil)
    }

    @Test func `who reads does not wait for a change`() throws {
        let content = probe.site.content
        let before = try content.items().all.count
        var during: Int?
        let outcome = try content.change { world -> Int in
            let all = Set(world.items.all.map(\.id))
            world.removeItems(all)
            // The lock that every reading takes is free.
            during = try? content.items().all.count
            return all.count
        }
        let removed = outcome.get()
        #expect(removed == before && before > 0)
        #expect(during == before)
        let after = try content.items().all
        #expect(after.isEmpty)
    }
}
