import JSONValues
import MockPortalServer
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

/// Plays on the bytes of an answer, before a client that shows how they end: Python's sockets and TLS.
@Suite struct `Raw faults` {
    struct Case: CustomTestStringConvertible, Sendable {
        let play: JSONValue
        let words: String
        /// What the client sees over HTTP, and over TLS where that differs; `*` is the whole body.
        let plain: String
        var secure: String?
        /// Whether the journal has an answer.
        var hasAnswer = true
        var testDescription: String { words }
    }

    @Test(arguments: [
        Case(play: "reset", words: "reset", plain: "reset 0 0", hasAnswer: false),
        Case(play: "close", words: "close", plain: "eof 0 0", hasAnswer: false),
        Case(play: ["reset": ["head": 20]], words: "reset head 20", plain: "reset 20 0", hasAnswer: false),
        Case(
            play: ["close": ["head": 20]], words: "close head 20", plain: "eof 20 0", secure: "cut 20 0",
            hasAnswer: false),
        Case(play: ["reset": ["head": 1000]], words: "reset head 1000", plain: "reset whole 0"),
        Case(play: ["reset": ["body": 10]], words: "reset body 10", plain: "reset whole 10"),
        Case(play: ["close": ["body": 10]], words: "close body 10", plain: "eof whole 10", secure: "cut whole 10"),
        Case(play: ["close": ["body": 0]], words: "close body 0", plain: "eof whole 0", secure: "cut whole 0"),
        Case(play: "halfClose", words: "halfClose", plain: "eof whole *"),
        Case(play: "records", words: "records", plain: "eof whole *"),
        Case(play: ["contentLength": 100], words: "contentLength 100", plain: "eof whole *"),
        Case(play: ["contentLength": -20], words: "contentLength -20", plain: "eof whole *"),
        Case(play: ["drip": ["rate": 1_000_000_000]], words: "drip 1000000000", plain: "eof whole *"),
    ])
    func `end as they say, over HTTP and TLS`(row: Case) async throws {
        let portal = try TestPortal.start([
            "http": "serve", "faults": [["operation": "info", "play": row.play]],
        ])
        defer { portal.stop() }
        let whole = try await Child.curl(["-k", "\(portal.url)/sharing/rest/portals/self?f=json"])
        #expect(whole.status == 0)
        for (scheme, port) in [("http", TestPortal.port(of: portal.httpURL)), ("https", portal.port)] {
            let output = try await PythonPeer.run(PythonPeer.fetch, ["\(port)", scheme, TestPortal.infoPath])
            let expected = scheme == "http" ? row.plain : row.secure ?? row.plain
            #expect(output == "sent\n\(expected.replacing("*", with: "\(Self.bodySize(portal))"))\n", "\(scheme)")
        }
        #expect(await portal.waitUntilQuiet())
        let journal = portal.journal()
        let requests = journal.requests.filter { $0.operation == "info" }
        #expect(requests.map(\.fault) == [row.words, row.words])
        #expect(requests.map { $0.answer != nil } == [row.hasAnswer, row.hasAnswer])
        #expect(journal.connections.dropFirst().map { $0.end?.by } == ["server", "server"])
        #expect(journal.requests.first?.fault == nil)
    }

    struct Size: CustomTestStringConvertible, Sendable {
        let play: JSONValue
        /// Bytes of content that the client got; nil where no answer began, -1 for half of it.
        let size: Int?
        var testDescription: String { play.text() }
    }

    @Test(arguments: [
        Size(play: ["reset": ["head": 30]], size: nil), Size(play: ["stall": ["head": 30]], size: nil),
        Size(play: ["stall": ["body": 7]], size: 7), Size(play: "truncatedChunk", size: -1),
        Size(play: ["drip": ["rate": 1]], size: 0), Size(play: ["status": 204], size: 0),
    ])
    func `are journaled with what went out, while they are played and afterwards`(row: Size) async throws {
        var options = ServeOptions.unhurried
        // A busy machine must not let a byte of a drip fall.
        options.hasStandingClock = true
        let portal = try TestPortal.start(["http": "serve"], options: options)
        defer { portal.stop() }
        let port = TestPortal.port(of: portal.httpURL)
        func ask() async throws -> RawClient {
            let client = try RawClient(port: port)
            await client.send("GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return client
        }
        _ = await (try ask()).readStatus()
        let whole = portal.journal().requests.first?.answer?.size ?? 0
        try portal.perform(.set(["faults": [["operation": "info", "play": row.play]]]))
        let expected = row.size == -1 ? whole / 2 : row.size
        do {
            let client = try await ask()
            if row.play["status"] == nil {
                #expect(await portal.waitForFaults(1))
            } else {
                _ = await client.readStatus()
            }
            #expect(portal.journal().requests.last?.answer?.size == expected)
            withExtendedLifetime(client) {}
        }
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().requests.last?.answer?.size == expected)
        #expect(portal.journal().requests.last?.fault != nil)
    }

    @Test func `Of an endless body the content counts, without its chunks' framing`() {
        let script = FaultScript(.endlessBody, answering: .unspoken, isHEAD: false, at: 0)
        #expect(script.contentSize(ofSent: 2) == 0)
        #expect(script.contentSize(ofSent: script.body.count) == 6)
        #expect(script.contentSize(ofSent: script.body.count + 10) == 10)
        #expect(script.contentSize(ofSent: script.body.count + 2 * script.refrain.count) == 6 + 2 * 0x4000)
    }

    /// Bytes of the answer to `info`, which names the portal's address.
    static func bodySize(_ portal: MockPortal) -> Int {
        let sizes = portal.journal().requests.filter { $0.operation == "info" }.compactMap(\.answer?.size)
        return sizes.max() ?? -1
    }

    @Test func `Each byte travels in a record of its own`() async throws {
        let portal = try TestPortal.start(["faults": [["operation": "info", "play": "records"]]])
        defer { portal.stop() }
        let output = try await PythonPeer.run(PythonPeer.countRecords, ["\(portal.port)", TestPortal.infoPath])
        let numbers = output.split { " \n".contains($0) }.compactMap { Int($0) }
        #expect(numbers.count == 2 && numbers[0] == numbers[1] && numbers[0] > 200, "\(output)")
    }

    @Test func `A wrong length and a torn chunk are told by curl`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let plays: [(JSONValue, Int32)] = [
            (["contentLength": 1], 18), ("truncatedChunk", 18), (["contentLength": -1], 0),
        ]
        for (play, status) in plays {
            try portal.perform(.set(["faults": [["operation": "info", "play": play]]]))
            for url in [portal.url, portal.httpURL ?? ""] {
                #expect(try await Child.curl(["-k", "\(url)/sharing/rest/info?f=json"]).status == status, "\(play)")
            }
        }
    }

    @Test func `An endless body goes on for as long as its client stays`() async throws {
        let portal = try TestPortal.start(["http": "serve", "faults": [["operation": "info", "play": "endlessBody"]]])
        defer { portal.stop() }
        for (scheme, port) in [("http", TestPortal.port(of: portal.httpURL)), ("https", portal.port)] {
            #expect(
                try await PythonPeer.run(PythonPeer.drink, ["\(port)", scheme, TestPortal.infoPath, "20000000"])
                    == "enough\n")
        }
        #expect(await portal.waitUntilQuiet())
        let journal = portal.journal()
        #expect(journal.requests.allSatisfy { $0.answer?.size ?? 0 >= 19_000_000 && $0.fault == "endlessBody" })
        #expect(journal.connections.map { $0.end?.by } == ["client", "client"])
    }

    @Test(arguments: ["records", "halfClose", "truncatedChunk"] as [JSONValue] + [["contentLength": 5]])
    func `reach a client whose FIN came with its request`(play: JSONValue) async throws {
        let portal = try TestPortal.start([
            "http": "serve", "faults": [["operation": "info", "play": play, "skip": 1]],
        ])
        defer { portal.stop() }
        var bodies: [Int] = []
        for _ in 0..<2 {
            let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
            await client.send("GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            client.finishSending()
            bodies.append(await client.read().split(separator: "\r\n\r\n").last?.utf8.count ?? 0)
        }
        #expect(play == "truncatedChunk" ? bodies[1] > bodies[0] / 2 : bodies[0] == bodies[1])
        #expect(await portal.waitUntilQuiet())
    }

    @Test func `After a half close the portal reads on until the client leaves`() async throws {
        let portal = try TestPortal.start(["http": "serve", "faults": [["operation": "info", "play": "halfClose"]]])
        defer { portal.stop() }
        do {
            let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
            await client.send("GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await client.readStatus() == 200)
            for _ in 0..<3 { await client.send("more\r\n") }
            #expect(portal.journal().connections.first?.end == nil)
        }
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().connections.first?.end?.by == "server")
        #expect(portal.journal().requests.count == 1)
    }
}
