import Foundation
import JSONValues
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

struct `Journal of the control API` {
    /// Sends requests whose bodies have some length, one after the other over one connection.
    static func send(_ count: Int, bodyBytes: Int, to portal: MockPortal) async throws {
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        for number in 1...count {
            let body = String(repeating: "x", count: bodyBytes)
            let end = number == count ? "Connection: close\r\n" : ""
            await client.send(
                "POST /portal/sharing/rest/info?f=json&n=\(number) HTTP/1.1\r\nHost: localhost\r\n\(end)Content-Length: \(bodyBytes)\r\n\r\n\(body)"
            )
        }
        _ = await client.read()
        #expect(await portal.waitUntilQuiet())
    }

    /// Reads a journal to its end in small parts.
    static func text(_ reading: JournalReading) -> String {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 700, alignment: 1)
        defer { buffer.deallocate() }
        var text: [UInt8] = []
        while let count = reading.fill(buffer) { text += buffer[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: [0, 1, 8191, 8192, 8193, 20_000])
    func `what is streamed is the journal, whatever the size of its bodies`(_ size: Int) async throws {
        let bench = try ControlBench()
        let portal = bench.server.portal
        try await Self.send(3, bodyBytes: size, to: portal)
        let (status, output) = try await Child.curl(["\(bench.server.url)/journal"])
        #expect(status == 0)
        let journal = try JSONDecoder().decode(Journal.self, from: Data(output.utf8))
        #expect(journal == portal.journal())
        #expect(journal.requests.map(\.body.count) == [size, size, size])
        #expect(try JSONValue(parsing: output)["next"] == 3)
    }

    @Test func `its parts join without a gap or a repetition`() async throws {
        let bench = try ControlBench()
        for _ in 0..<3 { try await Self.send(3, bodyBytes: 5, to: bench.server.portal) }
        var numbers: [Int64] = [], connections: Set<Int64> = []
        var since: Int64 = 0
        for _ in 0..<5 {
            let part = try await bench.send("GET", "/journal?limit=2&since=\(since)").json
            let requests = part["requests"]?.array ?? []
            let known = Set(part["connections"]?.array?.compactMap { $0["number"]?.integer } ?? [])
            numbers += requests.compactMap { $0["number"]?.integer }
            #expect(requests.allSatisfy { known.contains($0["connection"]?.integer ?? 0) })
            #expect(requests.count <= 2)
            connections.formUnion(known)
            since = try #require(part["next"]?.integer)
        }
        #expect(numbers == Array(1...9))
        #expect(connections == [1, 2, 3])
        let rest = try await bench.send("GET", "/journal?since=9").json
        #expect(rest["requests"] == .array([]) && rest["next"] == 9)
    }

    @Test func `a connection without a request is in exactly one part`() async throws {
        let bench = try ControlBench()
        let portal = bench.server.portal
        try await Self.send(2, bodyBytes: 0, to: portal)
        do { _ = try RawClient(port: TestPortal.port(of: portal.httpURL)) }
        await portal.waitForConnections(2)
        #expect(await portal.waitUntilQuiet())
        try await Self.send(2, bodyBytes: 0, to: portal)
        var seen: [Int64: Int] = [:]
        for since in 0..<4 {
            let part = try await bench.send("GET", "/journal?limit=1&since=\(since)").json
            for connection in part["connections"]?.array ?? [] {
                seen[connection["number"]?.integer ?? 0, default: 0] += 1
            }
        }
        #expect(seen[2] == 1, "\(seen)")
        #expect(seen[1] == 2 && seen[3] == 2)
    }

    @Test(arguments: [
        ("since=x", "since"), ("since=-1", "since"), ("since=", "since"), ("since=1.5", "since"), ("limit=0", "limit"),
        ("limit=99999999999999999999", "limit"), ("since=0&since=0", "twice"), ("sinse=1", "since"),
        ("since=7", "above"),
        ("limit=1%00", "limit"), ("since=%2B1", "since"),
    ])
    func `a wrong parameter is told with what is right`(_ query: String, _ word: String) async throws {
        let answer = try await ControlBench().send("GET", "/journal?\(query)")
        #expect(answer.status == 400)
        #expect(answer.json.text().contains(word), "\(answer.json.text())")
    }

    @Test func `a journal that is cleared while it is read ends in a whole document`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        try await Self.send(4, bodyBytes: 3000, to: portal)
        let reading = JournalReading(portal.recorder, portal.recorder.page(since: 0, limit: nil))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2000, alignment: 1)
        defer { buffer.deallocate() }
        let count = try #require(reading.fill(buffer))
        let start = String(decoding: buffer[..<count], as: UTF8.self)
        portal.clearJournal()
        let document = try JSONValue(parsing: start + Self.text(reading))
        #expect(document["cleared"] == true && document["next"] == 0)
        #expect(document["requests"] == .array([]))
    }

    @Test func `what is dropped while it is read is counted in it`() async throws {
        var options = ServeOptions.unhurried
        options.resources.journal.requests = 4
        let portal = try TestPortal.start(["http": "serve"], options: options)
        defer { portal.stop() }
        try await Self.send(4, bodyBytes: 0, to: portal)
        let reading = JournalReading(portal.recorder, portal.recorder.page(since: 0, limit: nil))
        try await Self.send(2, bodyBytes: 0, to: portal)
        let document = try JSONValue(parsing: Self.text(reading))
        #expect(document["requests"]?.array?.compactMap { $0["number"]?.integer } == [3, 4])
        #expect(document["dropped"] == 2)
    }
}
