import Dispatch
import JSONValues
import Platform
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Heavy answers` {
    private static let service = "/server/rest/services/Parcels/FeatureServer/0"
    private static let query = "\(service)/query?f=json&where=1%3D1&returnCountOnly=true"

    private static func get(_ target: String) -> String {
        "GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    }

    /// A portal whose workers are all busy until they are let go, or as many of them as uploads may have.
    private struct Busy {
        let portal: MockPortal
        let gate = DispatchSemaphore(value: 0)
        let workers: Int

        init(
            _ blueprint: JSONValue = [:], workers: Int = 1, waiting: Int = 8, withUploads: Bool = false
        ) throws {
            var document = blueprint
            document["http"] = "serve"
            var options = ServeOptions.unhurried
            options.resources.workers = workers
            options.resources.waitingAnswers = waiting
            portal = try TestPortal.start(document, preset: "anonymous", options: options)
            self.workers = withUploads ? workers - 1 : workers
            let lane = withUploads ? portal.responder.uploads : nil
            for _ in 0..<self.workers {
                #expect(portal.responder.work.reserve(in: lane))
                portal.responder.work.add(
                    AnswerJob(
                        in: lane,
                        { [gate] in
                            gate.wait()
                            return .now(Answer(PreparedAnswer(status: 200), operation: "test"))
                        }, deliver: { _ in }, drop: {}))
            }
        }

        func letGo() { for _ in 0..<workers { gate.signal() } }

        func client() throws -> RawClient { try RawClient(port: TestPortal.port(of: portal.httpURL)) }

        /// Sends a request and waits until it stands in the journal.
        func send(_ target: String) async throws -> RawClient {
            let before = portal.requestCount
            let client = try client()
            await client.send(get(target))
            while portal.requestCount == before { await Task.yield() }
            return client
        }
    }

    @Test func `A small request is answered while every worker is busy`() async throws {
        let busy = try Busy(workers: 2)
        defer { busy.portal.stop() }
        let waiting = try await busy.send(Self.query)
        // More than there are threads for connections.
        let others = try await [busy.send(Self.query), busy.send("/portal/sharing/rest/search?f=json&q=a")]
        for _ in 0..<4 {
            let small = try busy.client()
            await small.send(Self.get(TestPortal.infoPath))
            #expect(await small.readStatus() == 200)
        }
        #expect(!waiting.hasAnswer)
        let requests = busy.portal.journal().requests
        #expect(requests.map(\.answer?.status) == [nil, nil, nil, 200, 200, 200, 200])
        #expect(requests.prefix(3).map(\.operation) == ["Parcels/query", "Parcels/query", "search"])
        busy.letGo()
        for client in [waiting] + others { #expect(await client.readStatus() == 200) }
        #expect(busy.portal.journal().requests.allSatisfy { $0.answer?.status == 200 })
    }

    @Test func `Where every place is taken, a request is told that the server is busy`() async throws {
        let busy = try Busy(waiting: 1)
        defer { busy.portal.stop() }
        let waiting = try await busy.send(Self.query)
        let refused = try busy.client()
        await refused.send(Self.get(Self.query))
        let answer = await refused.read()
        #expect(answer.hasPrefix("HTTP/1.1 503 "))
        #expect(answer.contains("Retry-After: 1"))
        #expect(answer.contains(#""message":"Server busy""#))
        let entry = try #require(busy.portal.journal().requests.last)
        #expect(entry.operation == "Parcels/query")
        #expect(entry.answer?.retryAfter == "1")
        #expect(entry.decisions.map(\.gate) == ["limits"])
        busy.letGo()
        #expect(await waiting.readStatus() == 200)
        // Its place is free again.
        let later = try busy.client()
        await later.send(Self.get(Self.query))
        #expect(await later.readStatus() == 200)
    }

    @Test(arguments: ["%71uery", "q%75er%79", "/query", "query/", "%2571uery"])
    func `Another spelling of a heavy operation waits for a place too`(_ spelling: String) async throws {
        let busy = try Busy(waiting: 1)
        defer { busy.portal.stop() }
        let waiting = try await busy.send(Self.query)
        let other = try busy.client()
        await other.send(Self.get("\(Self.service)/\(spelling)?f=json&where=1%3D1&returnCountOnly=true"))
        // What is encoded twice is no operation, and light.
        #expect(await other.readStatus() == (spelling == "%2571uery" ? 200 : 503))
        let isQuery = busy.portal.journal().requests.last?.operation == "Parcels/query"
        #expect(isQuery == (spelling != "%2571uery"))
        busy.letGo()
        #expect(await waiting.readStatus() == 200)
    }

    @Test(arguments: ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "application/json"])
    func `A long body is read beside the connections, whatever it is for`(_ type: String) async throws {
        let busy = try Busy(waiting: 1)
        defer { busy.portal.stop() }
        let waiting = try await busy.send(Self.query)
        func post(_ count: Int) async throws -> Int? {
            let (start, end) =
                type.hasPrefix("multipart")
                ? (
                    "--b\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\njson\r\n--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n",
                    "\r\n--b--\r\n"
                )
                : ("f=json&x=", "")
            let rest = String(repeating: "a", count: count - start.utf8.count - end.utf8.count)
            let client = try busy.client()
            await client.send(
                "POST /portal/sharing/rest/info HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: \(type)\r\nContent-Length: \(count)\r\n\r\n\(start)\(rest)\(end)"
            )
            return await client.readStatus()
        }
        #expect(try await post(PortalSite.lightBodyBytes) == 200)
        #expect(try await post(PortalSite.lightBodyBytes + 1) == 503)
        let entry = try #require(busy.portal.journal().requests.last)
        #expect(entry.operation == "info" && entry.decisions.map(\.gate) == ["limits"])
        busy.letGo()
        #expect(await waiting.readStatus() == 200)
        #expect(try await post(PortalSite.lightBodyBytes + 1) == 200)
    }

    @Test func `Uploads, and what reads them, leave a worker to other requests`() async throws {
        let busy = try Busy(workers: 2, withUploads: true)
        defer { busy.portal.stop() }
        let body = "f=json&x=" + String(repeating: "a", count: PortalSite.shortBodyBytes)
        let uploads = [("info", body), ("content/features/analyze", "f=json&filetype=csv&text=a%0A1")]
        var waiting: [RawClient] = []
        for (operation, form) in uploads {
            let before = busy.portal.requestCount
            let client = try busy.client()
            await client.send(
                "POST /portal/sharing/rest/\(operation) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
            )
            while busy.portal.requestCount == before { await Task.yield() }
            waiting.append(client)
        }
        // It stands in the journal before it is queued.
        while busy.portal.responder.work.waitingCount < uploads.count { await Task.yield() }
        let query = try busy.client()
        await query.send(Self.get(Self.query))
        #expect(await query.readStatus() == 200)
        #expect(busy.portal.journal().requests.map { $0.answer?.status } == [nil, nil, 200])
        busy.letGo()
        for client in waiting { #expect(await client.readStatus() != nil) }
    }

    @Test func `Uploads take no more than half of the places that wait`() async throws {
        let busy = try Busy(workers: 2, waiting: 4, withUploads: true)
        defer { busy.portal.stop() }
        let work = busy.portal.responder.work
        #expect(work.limit == 6 && work.laneLimit == 3)
        for _ in 0..<2 { #expect(work.reserve(in: busy.portal.responder.uploads)) }
        let refused = try busy.client()
        let form = "f=json&x=" + String(repeating: "a", count: PortalSite.shortBodyBytes)
        await refused.send(
            "POST /portal/sharing/rest/info HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
        )
        #expect(await refused.read().contains("6 answers, or 3 to uploads, are worked out or wait already"))
        let query = try busy.client()
        await query.send(Self.get(Self.query))
        #expect(await query.readStatus() == 200)
        for _ in 0..<2 { work.giveBack(in: busy.portal.responder.uploads) }
        busy.letGo()
    }

    @Test func `Requests that came together on one connection are answered in their order`() async throws {
        let busy = try Busy()
        defer { busy.portal.stop() }
        let client = try busy.client()
        let first = "GET \(Self.query) HTTP/1.1\r\nHost: localhost\r\n\r\n"
        await client.send(first + Self.get(TestPortal.infoPath))
        while busy.portal.requestCount == 0 { await Task.yield() }
        #expect(!client.hasAnswer)
        busy.letGo()
        let answers = await client.read().split(separator: "HTTP/1.1 200 ")
        #expect(answers.map { $0.contains("\"count\"") } == [true, false])
        #expect(answers.map { $0.contains("\"owningSystemUrl\"") } == [false, true])
        #expect(busy.portal.journal().requests.map(\.operation) == ["Parcels/query", "info"])
    }

    @Test func `A fault and a hold apply to an answer that was worked out`() async throws {
        let busy = try Busy([
            "hold": ["Parcels/query"], "faults": [["operation": "search", "play": ["status": 502]]],
        ])
        defer { busy.portal.stop() }
        let held = try await busy.send(Self.query)
        let faulty = try await busy.send("/portal/sharing/rest/search?f=json&q=a")
        busy.letGo()
        #expect(await faulty.readStatus() == 502)
        #expect(!held.hasAnswer)
        try busy.portal.perform(.release("Parcels/query"))
        #expect(await held.readStatus() == 200)
        let requests = busy.portal.journal().requests
        #expect(requests.map { $0.fault == nil } == [true, false])
    }

    @Test func `A client that leaves meanwhile leaves its edit behind`() async throws {
        let busy = try Busy()
        defer { busy.portal.stop() }
        do { _ = try await busy.send("\(Self.service)/deleteFeatures?f=json&objectIds=1") }
        busy.letGo()
        #expect(await busy.portal.waitUntilQuiet())
        let requests = busy.portal.journal().requests
        #expect(requests.map(\.operation) == ["Parcels/deleteFeatures"])
        #expect(requests.first?.answer != nil)
        #expect(busy.portal.journal().connections.allSatisfy { $0.end != nil })
    }

    @Test(arguments: ["reset", "stop"])
    func `A reset and a stop drop what waits and what is worked out`(_ way: String) async throws {
        let busy = try Busy()
        defer { busy.portal.stop() }
        let waiting = try await busy.send(Self.query)
        // It stands in the journal before it is queued.
        while busy.portal.responder.work.waitingCount == 0 { await Task.yield() }
        if way == "reset" { try busy.portal.reset() } else { busy.portal.stop() }
        #expect(await waiting.read().isEmpty)
        busy.letGo()
        guard way == "reset" else { return }
        let later = try busy.client()
        await later.send(Self.get(Self.query))
        #expect(await later.readStatus() == 200)
        #expect(busy.portal.journal().requests.map(\.number) == [1])
    }

    @Test func `Only targets with the last word of a heavy route are looked at twice`() {
        for target in [
            Self.query, "/portal/sharing/rest/search?q=a", "/portal/sharing/search", "\(Self.service)/applyEdits",
            "/server/rest/services/Roads/MapServer/tile/1/2/3", "/server/rest/services/Roads/MapServer/export?f=image",
        ] {
            #expect(HeavyTargets.mayInclude(target), "\(target)")
        }
        for target in ["/portal/sharing/rest/portals/self?f=json&q=/search", TestPortal.infoPath, "/", ""] {
            #expect(!HeavyTargets.mayInclude(target), "\(target)")
        }
    }
}
