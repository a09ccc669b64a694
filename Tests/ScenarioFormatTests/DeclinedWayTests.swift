import JSONValues
import PortalJudge
import ScenarioFormat
import Testing

/// The other way that a scenario leaves to a client that is not ours.
@Suite struct `Ways of clients that decline` {
    private func declined(_ more: [String: JSONValue]) throws -> PortalJudge.Expectation {
        var way: [String: JSONValue] = ["reason": "server-token-refused", "wire": ["GET portals/self -> 200"]]
        way.merge(more) { $1 }
        let written: JSONValue = [
            "events": ["loaded", "failed(token-required)"], "wire": ["GET portals/self -> 200", "GET Traffic -> 499"],
            "final": ["status": "loaded", "reason": "token-required"], "declined": .object(way),
        ]
        let own = try PortalJudge.Expectation(decoding: written, source: "a.yaml", path: "expect")
        return own.declined(try #require(try DeclinedWay(of: written, source: "a.yaml")))
    }

    @Test func `are refused in each step that loads, unless their events say which`() throws {
        let all = try declined([:])
        #expect(
            all.events == [.word("failed(server-token-refused)", count: 1), .word("failed(token-required)", count: 1)])
        #expect(all.final["status"] == "failed")
        let one = try declined(["events": ["loaded", "failed(server-token-refused)"]])
        #expect(one.events == [.word("loaded", count: 1), .word("failed(server-token-refused)", count: 1)])
        #expect(one.final == ["status": "loaded", "reason": "server-token-refused"])
        #expect(one.wire?.count == 1)
    }
}
