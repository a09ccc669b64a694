import JSONValues
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

struct `Events of the control API` {
    private static func send(_ count: Int, to bench: ControlBench) async throws {
        try await `Journal of the control API`.send(count, bodyBytes: 0, to: bench.server.portal)
    }

    @Test func `they begin with what the journal holds, and go on with what comes`() async throws {
        let bench = try ControlBench()
        try await Self.send(2, to: bench)
        let reader = try await EventReader(bench)
        let start = try #require(await reader.next())
        #expect(start.name == "start" && start.data["judged"] == false)
        #expect(start.data["certificates"]?.array?.contains("expired") == true)
        for field in ["200 OK", "Content-Type: text/event-stream", "Cache-Control: no-store"] {
            #expect(reader.head.contains(field), "\(reader.head)")
        }
        let portal = try #require(await reader.next("portal"))
        #expect(portal.data["scenario"] == "token" && portal.data["certificate"] == "good")
        #expect(await reader.requests(upTo: 2).byNumber.keys.sorted() == [1, 2])

        try await Self.send(1, to: bench)
        let request = try #require(await reader.requests(upTo: 3).byNumber[3])
        #expect(request["operation"] == "info" && request["method"] == "POST" && request["listener"] == "http")
        #expect(request["answer"]?["code"] == 200 && request["answer"]?["status"] == 200)
        #expect(request["line"]?.string == "POST info @http -> 200")
        #expect(request["target"]?.string?.hasSuffix("info?f=json&n=1") == true)
        let journal = bench.server.portal.journal()
        #expect(request["connection"]?.integer == Int64(try #require(journal.requests.last).connection))
    }

    @Test func `what becomes of a connection is told again`() async throws {
        let bench = try ControlBench()
        let reader = try await EventReader(bench)
        func connection(isOver: Bool) async -> JSONValue? {
            let event = await reader.next("entries") { event in
                event.data["connections"]?.array?.contains { ($0["end"] != nil) == isOver } == true
            }
            return event?.data["connections"]?.array?.last
        }
        do {
            let client = try RawClient(port: TestPortal.port(of: bench.server.portal.url))
            #expect(try #require(await connection(isOver: false))["tls"]?["outcome"] == "pending")
            await client.send([0x16, 0x03, 0x01])
            withExtendedLifetime(client) {}
        }
        let over = try #require(await connection(isOver: true))
        #expect(over["tls"]?["outcome"] == "abandoned" && over["end"]?["by"] == "client")
        #expect(over["number"] == 1 && over["listener"] == "portal")
    }

    @Test(arguments: [
        (1, [", once", ", once, played"]), (2, [", 2 times", ", 2 times, 1 left", ", 2 times, 0 left"]),
    ])
    func `a fault says how often it is still played`(times: Int, words: [String]) async throws {
        let bench = try ControlBench()
        let reader = try await EventReader(bench)
        let fault = #"{"set": {"faults": [{"operation": "info", "times": \#(times), "play": {"status": 503}}]}}"#
        #expect(try await bench.send("POST", "/actions", fault).status == 200)
        for (index, rest) in words.enumerated() {
            if index > 0 { try await Self.send(1, to: bench) }
            let wanted: JSONValue = [.string("status 503 at info\(rest)")]
            #expect(await reader.next("portal") { $0.data["faults"] == wanted } != nil)
        }
    }

    @Test func `a connection has the portal's time, as a request has`() async throws {
        let bench = try ControlBench()
        try bench.server.portal.perform(.advance(.seconds(3600)))
        try await Self.send(1, to: bench)
        let reader = try await EventReader(bench)
        let event = await reader.next("entries") { $0.data["requests"]?.array?.isEmpty == false }
        let opened = try #require(event?.data["connections"]?.array?.first?["portalTime"]?.integer)
        let asked = try #require(event?.data["requests"]?.array?.first?["portalTime"]?.integer)
        #expect(opened <= asked && asked - opened < 600_000)
    }

    @Test func `a caller that comes back is told only what it has missed`() async throws {
        let bench = try ControlBench()
        try await Self.send(3, to: bench)
        let id: String
        do {
            let first = try await EventReader(bench)
            id = try #require(await first.requests(upTo: 3).id)
        }
        try await Self.send(2, to: bench)
        let second = try await EventReader(bench, lastID: id)
        let told = try #require(await second.next())
        #expect(told.name == "portal", "it goes on in the same journal")
        #expect(await second.requests(upTo: 5).byNumber.keys.min() == 4)
    }

    @Test(arguments: ["", "x", "1.2", "0.0.0", "1.0.99999999", "-1.-1.-1", "99999999999999999999.0.0"])
    func `a position of another journal begins anew`(_ id: String) async throws {
        let bench = try ControlBench()
        try await Self.send(1, to: bench)
        let reader = try await EventReader(bench, lastID: id)
        #expect(await reader.next()?.name == "start")
        #expect(await reader.requests(upTo: 1).byNumber.count == 1)
    }

    @Test func `a journal that is cleared begins anew, and so does another scenario`() async throws {
        let bench = try ControlBench()
        try await Self.send(2, to: bench)
        let reader = try await EventReader(bench)
        _ = await reader.requests(upTo: 2)
        _ = try await bench.send("DELETE", "/journal")
        #expect(await reader.next("start") != nil)
        try await Self.send(1, to: bench)
        #expect(await reader.requests(upTo: 1).byNumber.keys.sorted() == [1])

        _ = try await bench.send("POST", "/scenario", #"{"scenario":"anonymous"}"#)
        #expect(await reader.next("start") != nil)
        #expect(await reader.next("portal")?.data["scenario"] == "anonymous")
        try await Self.send(1, to: bench)
        #expect(await reader.requests(upTo: 1).byNumber.count == 1)
    }

    @Test func `clock, certificate and faults are told when they change`() async throws {
        let bench = try ControlBench()
        let reader = try await EventReader(bench)
        #expect(await reader.next("portal")?.data["advanced"] == 0)
        _ = try await bench.send("POST", "/clock", #"{"advance":"61m"}"#)
        #expect(await reader.next("portal") { $0.data["advanced"] == 3_660_000 } != nil)
        _ = try await bench.send("POST", "/actions", #"{"certificate":"expired"}"#)
        #expect(await reader.next("portal") { $0.data["certificate"] == "expired" } != nil)
        let fault = #"{"set":{"faults":[{"operation":"info","times":2,"play":{"reset":{"body":10}}}]}}"#
        _ = try await bench.send("POST", "/actions", fault)
        let told = await reader.next("portal") { $0.data["faults"] != .array([]) }
        #expect(told?.data["faults"] == ["reset body 10 at info, 2 times"])
    }

    @Test func `as many follow as there are places, and who leaves makes room`() async throws {
        var options = ServeOptions()
        options.resources.eventStreams = 2
        let bench = try ControlBench(options: options)
        let first = try await EventReader(bench)
        #expect(await first.next() != nil)
        do {
            let second = try await EventReader(bench)
            #expect(await second.next() != nil)
            let third = try await bench.send("GET", "/events")
            #expect(third.status == 503 && third.json["error"]?.string?.contains("2 callers") == true)
        }
        var reader = try await EventReader(bench)
        while await reader.next() == nil { reader = try await EventReader(bench) }
        #expect(reader.head.contains("200 OK"))
    }

    @Test func `a caller that does not read holds up nothing, and misses nothing that is kept`() async throws {
        let bench = try ControlBench()
        let reader = try await EventReader(bench, room: 4096)
        // More than both ends of the connection hold, so that the stream has to wait for its reader.
        try await Self.send(500, to: bench)
        #expect(try await bench.send("GET", "/health").status == 200)
        let told = await reader.requests(upTo: 500).byNumber
        #expect(told.keys.sorted() == Array(1...500))
        #expect(told.values.allSatisfy { $0["answer"]?["code"] == 200 })
    }

    @Test func `they end with their sandbox, and with the control API`() async throws {
        let bench = try ControlBench()
        let opened = try await bench.send("POST", "/sandboxes", #"{"scenario":"token"}"#).json
        let path = ControlBench.path(of: try #require(opened["controlURL"]?.string))
        let reader = try await EventReader(bench, path: path)
        let own = try await EventReader(bench)
        #expect(await own.next() != nil)
        #expect(await reader.next() != nil)
        #expect(try await bench.send("DELETE", "/sandboxes/\(opened["id"]?.string ?? "")").status == 200)
        while await reader.next() != nil {}
        bench.server.stop()
        while await own.next() != nil {}
    }

    @Test func `a long text of a client is cut`() async throws {
        let bench = try ControlBench()
        let client = try RawClient(port: TestPortal.port(of: bench.server.portal.httpURL))
        let long = String(repeating: "x", count: 9000)
        await client.send("GET /portal/\(long) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        _ = await client.read()
        let reader = try await EventReader(bench)
        let request = try #require(await reader.requests(upTo: 1).byNumber[1])
        #expect(request["target"]?.string?.utf8.count == 2003 && request["target"]?.string?.hasSuffix("…") == true)
    }

    @Test func `they take no parameter`() async throws {
        let answer = try await ControlBench().send("GET", "/events?since=1")
        #expect(answer.status == 400 && answer.json.text().contains("since"))
    }
}
