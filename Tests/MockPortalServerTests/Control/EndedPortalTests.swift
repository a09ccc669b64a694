import FixtureFiles
import JSONValues
import Platform
import PortalJudge
import Testing

@testable import MockPortalServer

/// What the judge of a session gets of portals that end before their control API does.
@Suite struct `Portals that end early` {
    /// What was handed over, in order.
    private final class Ended: Sendable {
        struct Entry {
            let scenario: String
            let isRunning: Bool
            let requests: Int
        }

        private let state = Locked([Entry]())
        var entries: [Entry] { state.withLock { $0 } }
        var scenarios: [String] { entries.map(\.scenario) }

        func take(_ portal: MockPortal, _ scenario: String) {
            let entry = Entry(
                scenario: scenario, isRunning: portal.isRunning, requests: portal.journal().requests.count)
            state.withLock { $0.append(entry) }
        }
    }

    private let ended = Ended()

    private func makeBench() throws -> ControlBench {
        try ControlBench(handingEndedTo: { [ended] portal, scenario in ended.take(portal, scenario) })
    }

    private func look(at url: String?) async throws {
        let done = try await Child.curl(["-f", "\(url ?? "")/sharing/rest/info?f=json"])
        #expect(done.status == 0, "\(done.output)")
    }

    private func openSandbox(_ bench: ControlBench) async throws -> (id: String, url: String?) {
        let opened = try await bench.send("POST", "/sandboxes", #"{"scenario":"organization"}"#)
        #expect(opened.status == 201, "\(opened.json)")
        return (opened.json["id"]?.string ?? "", opened.json["httpURL"]?.string)
    }

    @Test func `One that is replaced is handed over with its journal, once it has stopped`() async throws {
        let bench = try makeBench()
        try await look(at: bench.server.portal.httpURL)
        for scenario in ["expired", "organization"] {
            let answer = try await bench.send("POST", "/scenario", #"{"scenario":"\#(scenario)"}"#)
            #expect(answer.status == 200, "\(answer.json)")
        }
        #expect(ended.scenarios == ["token", "expired"])
        #expect(ended.entries.map(\.requests) == [1, 0])
        #expect(ended.entries.allSatisfy { !$0.isRunning })
    }

    @Test(arguments: [true, false]) func `A sandbox is handed over, whatever ends it`(isEndedByCall: Bool) async throws
    {
        let bench = try makeBench()
        let sandbox = try await openSandbox(bench)
        try await look(at: sandbox.url)
        if isEndedByCall {
            let closed = try await bench.send("DELETE", "/sandboxes/\(sandbox.id)")
            #expect(closed.status == 200, "\(closed.json)")
        }
        bench.server.stop()
        #expect(ended.scenarios == ["organization"])
        #expect(ended.entries.map(\.requests) == [1])
        #expect(ended.entries.allSatisfy { !$0.isRunning })
    }

    @Test func `One whose journal is empty takes no bytes`() throws {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        #expect(portal.journalBytes == 0)
    }

    /// As a call does that came before the end of its portal, and waited behind the call that ended it.
    @Test func `A sandbox that has ended is not replaced, and is handed over once`() async throws {
        let bench = try makeBench()
        let id = try await openSandbox(bench).id
        let sandbox = try #require(bench.server.controlled.sandbox(id))
        #expect(try await bench.send("DELETE", "/sandboxes/\(id)").status == 200)
        let blueprint = try Blueprint.preset("expired", fixtures: .embedded)
        #expect(throws: MockPortalError.self) { try sandbox.change(to: blueprint, scenario: "expired") }
        #expect(ended.scenarios == ["organization"])
        #expect(!sandbox.portal.isRunning)
    }
}
