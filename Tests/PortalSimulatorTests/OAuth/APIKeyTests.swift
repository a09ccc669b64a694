import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

/// Long-lived tokens of no user's.
@Suite struct `API keys` {
    private func key(_ probe: SiteProbe, _ name: String = "weather") throws -> String {
        try #require(probe.site.apiKeys[name]).reveal { $0 }
    }

    @Test func `open what their scope names, wherever a token may stand`() throws {
        let probe = try SiteProbe("api-key")
        let key = try key(probe)
        #expect(key.hasPrefix("AAPK"))
        #expect(probe.server("rest/services/Traffic/MapServer").code == 499)
        let answer = probe.server("rest/services/Traffic/MapServer", token: key)
        #expect(answer.code == 200)
        #expect(answer.answer.presented.map(\.alias) == ["key:weather"])
        #expect(probe.server("rest/services/Traffic/MapServer?token=\(key)").code == 200)
        let bearer = [("Authorization", "Bearer \(key)")]
        #expect(probe.server("rest/services/Traffic/MapServer", headers: bearer).code == 200)
        let own = probe.get("portals/self", token: key).json
        #expect(own["user"] == nil && own["appInfo"]?["appOwner"] == "dana")
        #expect(probe.get("community/self", token: key).error?["messageCode"] == "COM_0019")
    }

    @Test(
        arguments: [
            (["Traffic"], 200, 403), (["Private Sketch"], 403, 200), (["3a900000000000000000000000000019"], 403, 200),
            ([], 403, 403), (nil, 200, 403),
        ] as [([String]?, Int, Int)])
    func `open nothing else`(scope: [String]?, service: Int, item: Int) throws {
        let scope = scope.map { JSONValue.array($0.map { .string($0) }) } ?? .null
        let probe = try SiteProbe("api-key", ["access": "private", "apiKeys": ["weather": ["scope": scope]]])
        let key = try key(probe)
        #expect(probe.server("rest/services/Traffic/MapServer", token: key).code == service)
        #expect(probe.get("content/items/3a900000000000000000000000000019", token: key).code == item)
        #expect(probe.get("content/items/3a900000000000000000000000000001", token: key).code == 200, "a public map")
    }

    @Test func `end by their life, by an action and by the blueprint`() throws {
        var probe = try SiteProbe("api-key", ["apiKeys": ["weather": ["lifetime": "1h"], "other": [:], "third": [:]]])
        let keys = try ["weather", "other", "third"].map { try key(probe, $0) }
        func codes() -> [Int] { keys.map { probe.get("portals/self", token: $0).code } }
        #expect(codes() == [200, 200, 200])
        try probe.site.perform(.revoke("key:other"))
        #expect(codes() == [200, 498, 200])
        try probe.site.perform(.set(["apiKeys": ["third": nil]]))
        #expect(codes() == [200, 498, 498])
        #expect(try key(probe) == keys[0], "the others stay what they are")
        probe.time = PortalClock.realTime + 3_600_001
        #expect(codes() == [498, 498, 498])
        #expect(throws: BlueprintError.self) { try probe.site.perform(.expire("key:nobody")) }
    }

    @Test func `may be good for some referers only, and be given as a text`() throws {
        let probe = try SiteProbe(
            "api-key",
            [
                "apiKeys": [
                    "weather": ["text": "AAPKwritten-by-hand", "referers": ["https://a.test", "https://b.test"]]
                ]
            ])
        let path = "portals/self"
        let key = "AAPKwritten-by-hand"
        #expect(probe.get(path, token: key).code == 498)
        #expect(probe.get(path, token: key, headers: [("Referer", "https://b.test/page")]).code == 200)
        #expect(probe.get(path, token: key, headers: [("Referer", "https://c.test/page")]).code == 498)
    }
}
