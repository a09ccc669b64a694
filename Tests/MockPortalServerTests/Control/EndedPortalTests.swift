import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// What the judge of a session gets of portals that end before their control API does.
@Suite struct `Portals that end early` {
    private static func look(at url: String?) async throws {
        let done = try await Child.curl(["-f", "\(url ?? "")/sharing/rest/info?f=json"])
        #expect(done.status == 0, "\(done.output)")
    }

    private static func change(_ bench: ControlBench, to scenario: String) async throws {
        let answer = try await bench.send("POST", "/scenario", #"{"scenario":"\#(scenario)"}"#)
        #expect(answer.status == 200, "\(answer.json)")
    }

    @Test func `One that is replaced is kept with its journal, unless it saw nothing`() async throws {
        let ended = EndedPortals()
        let bench = try ControlBench(keeping: ended)
        let first = bench.server.portal
        try await Self.look(at: first.httpURL)
        for scenario in ["expired", "organization"] { try await Self.change(bench, to: scenario) }
        let entries = ended.entries
        #expect(entries.map(\.scenario) == ["token"])
        #expect(entries.first?.portal === first)
        #expect(first.journal().requests.count == 1)
        #expect(ended.lost == 0)
    }

    @Test(arguments: [true, false]) func `A sandbox is kept, whatever ends it`(isEndedByCall: Bool) async throws {
        let ended = EndedPortals()
        let bench = try ControlBench(keeping: ended)
        let opened = try await bench.send("POST", "/sandboxes", #"{"scenario":"organization"}"#)
        #expect(opened.status == 201, "\(opened.json)")
        try await Self.look(at: opened.json["httpURL"]?.string)
        if isEndedByCall {
            let closed = try await bench.send("DELETE", "/sandboxes/\(opened.json["id"]?.string ?? "")")
            #expect(closed.status == 200, "\(closed.json)")
        } else {
            bench.server.stop()
        }
        let entries = ended.entries
        #expect(entries.map(\.scenario) == ["organization"])
        #expect(entries.first?.portal.journal().requests.count == 1)
    }

    @Test(arguments: [EndedPortals(limit: 1), EndedPortals(bytes: 1)])
    func `What does not fit is counted`(ended: EndedPortals) async throws {
        let bench = try ControlBench(keeping: ended)
        for scenario in ["expired", "organization", "token"] {
            try await Self.look(at: bench.server.portal.httpURL)
            try await Self.change(bench, to: scenario)
        }
        #expect(ended.entries.map(\.scenario) == ["token"])
        #expect(ended.lost == 2)
    }
}
