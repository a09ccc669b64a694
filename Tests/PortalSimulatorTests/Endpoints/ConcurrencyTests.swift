import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Concurrency` {
    @Test func `answers many threads while it is being changed`() async throws {
        let probe = try SiteProbe(
            "token", ["after": [["operation": "portals/self", "times": 50, "do": ["expire": "token#1"]]]])
        let token = try probe.token(for: "alice")
        await withTaskGroup(of: Void.self) { group in
            for worker in 1...8 {
                group.addTask {
                    for round in 1...100 {
                        switch (worker + round) % 5 {
                        case 0: #expect([200, 403].contains(probe.get("search?q=map").code))
                        case 1: #expect([200, 498].contains(probe.get("portals/self", token: token).code))
                        case 2: #expect(probe.server("rest/services/Roads/MapServer").code == 200)
                        case 3: #expect(throws: Never.self) { _ = try probe.token(for: "carol") }
                        default:
                            #expect(throws: Never.self) {
                                try probe.site.perform(.access(round % 2 == 0 ? "public" : "private"))
                            }
                        }
                    }
                }
            }
        }
        let aliases = Set(probe.site.canaries().filter { $0.kind == .token }.map(\.name))
        #expect(aliases.count == 161)
    }
}
