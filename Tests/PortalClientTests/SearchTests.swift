import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

@Suite struct `Searching` {
    private func stage(total: Int) -> Stage {
        Stage(script: { sent in
            let query = sent.queryFields
            let start = Int(query["start"] ?? "") ?? 1
            let num = Int(query["num"] ?? "") ?? 10
            let last = min(total, start + num - 1)
            let results = (start...max(start, last)).filter { $0 <= last }.map {
                JSONValue.object(["id": .string("i\($0)"), "title": "T", "type": "Web Map"])
            }
            return .json([
                "query": .string(query["q"] ?? ""), "total": .integer(Int64(total)), "start": .integer(Int64(start)),
                "nextStart": .integer(last < total ? Int64(last + 1) : -1), "results": .array(results),
            ])
        })
    }

    private func portal(_ stage: Stage) throws -> Portal {
        Portal(url: try PortalURL(Traffic.portal), in: stage.environment)
    }

    @Test func `goes page by page to the end`() async throws {
        let stage = stage(total: 25)
        let portal = try portal(stage)
        var query: PortalQuery? = PortalQuery(kinds: ["Web Map"])
        var pages: [Int] = []
        var ids: [String] = []
        while let present = query {
            let page = try await portal.findItems(present)
            pages.append(present.start)
            ids += page.results.map(\.id.rawValue)
            #expect(page.total == 25)
            query = page.next
        }
        #expect(pages == [1, 11, 21])
        #expect(ids == (1...25).map { "i\($0)" })
        #expect(stage.transport.sent[0].query.hasPrefix("q=type%3A%22Web%20Map%22&start=1&num=10"))
    }

    @Test func `that finds an item has its properties at once`() async throws {
        let item = try #require(try await portal(stage(total: 1)).findItems(PortalQuery("x")).results.first)
        #expect(item.title == "T" && item.type == "Web Map")
    }

    @Test func `does not follow a page that leads back`() async throws {
        let stage = Stage()
        stage.portal.can("/search", .json(["total": 3, "nextStart": 1, "results": []]))
        #expect(try await portal(stage).findItems(PortalQuery("x")).next == nil)
    }

    @Test(arguments: [[], [["title": "no id"]], [0]] as [JSONValue])
    func `ends at a page of which nothing can be read`(_ results: JSONValue) async throws {
        let stage = Stage(script: { sent in
            let start = Int64(sent.queryFields["start"] ?? "") ?? 1
            return .json(["total": 5, "start": .integer(start), "nextStart": .integer(start + 1), "results": results])
        })
        let portal = try portal(stage)
        var query: PortalQuery? = PortalQuery("x")
        while let present = query { query = try await portal.findItems(present).next }
        #expect(stage.transport.sent.count == 1)
    }

    @Test func `asks for so many featured groups`() async throws {
        let stage = Stage()
        stage.portal.can(
            "/portals/self", .json(["featuredGroups": .array([JSONValue](repeating: "0123", count: 200))]))
        let portal = try portal(stage)
        try await portal.load()
        stage.portal.can("/community/groups", .json(["total": 1, "results": [["id": "g1"]]]), forEver: true)
        #expect(try await portal.findFeaturedGroups().count == 100)
    }

    @Test(arguments: [
        (PortalQuery("a b"), "a b"), (PortalQuery(kinds: ["Web Map"]), "type:\"Web Map\""),
        (PortalQuery("x", kinds: ["A"]), "(x) AND type:\"A\""),
        (PortalQuery("x", kinds: ["A", "B\"C"]), "(x) AND (type:\"A\" OR type:\"B\\\"C\")"),
    ])
    func `combines text and types`(_ query: PortalQuery, _ text: String) { #expect(query.combinedText == text) }

    @Test func `by a long query travels as a form`() async throws {
        let stage = stage(total: 0)
        _ = try await portal(stage).findItems(PortalQuery(String(repeating: "word ", count: 600)))
        #expect(stage.transport.sent[0].method == "POST" && stage.transport.sent[0].query == "")
        #expect(stage.transport.sent[0].form["q"]?.hasPrefix("word word") == true)
    }

    @Test func `uses the featured queries of the portal`() async throws {
        let stage = Stage()
        stage.portal.can(
            "/portals/self",
            .json(["featuredGroups": [["title": "G", "owner": "o"]], "featuredItemsGroupQuery": "title:F"]))
        let portal = try portal(stage)
        try await portal.load()
        stage.portal.can(
            "/community/groups", .json(["total": 1, "results": [["id": "g1", "title": "G"]]]), forEver: true)
        stage.portal.can("/search", .json(["total": 1, "results": [["id": "i1"]]]))
        #expect(try await portal.findFeaturedGroups().map(\.id) == ["g1"])
        #expect(try await portal.findFeaturedItems()?.results.map(\.id.rawValue) == ["i1"])
        let query = PercentEncoding.decodeText(try #require(stage.transport.sent.last).query)
        #expect(query.contains("q=group:\"g1\""))
    }

    @Test func `an item's data may be empty`() async throws {
        let stage = Stage()
        stage.portal.can("/data", HTTPResponse(status: 200))
        #expect(try await PortalItem(portal: try portal(stage), id: Traffic.privateItem).data() == [])
    }
}
