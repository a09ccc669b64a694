import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Journal of a portal` {
    private let info = "/portal/sharing/rest/info?f=json"

    @Test func `Target, fields and body stand in it as they were sent`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(
            "POST /portal/%41?b=%20+c HTTP/1.1\r\nHost: LocalHost\r\nX-B: 1\r\nx-a:2\r\nX-B: 3\r\nEmpty:\r\ncontent-length: 3\r\nConnection: close\r\n\r\nabc"
        )
        _ = await client.read()
        #expect(await portal.waitUntilQuiet())
        let request = try #require(portal.journal().requests.first)
        #expect(request.method == "POST")
        #expect(request.target == "/portal/%41?b=%20+c")
        #expect(request.httpVersion == "HTTP/1.1")
        #expect(request.body == Array("abc".utf8))
        #expect(
            request.headers == [
                HeaderField("Host", "LocalHost"), HeaderField("X-B", "1"), HeaderField("x-a", "2"),
                HeaderField("X-B", "3"),
                HeaderField("Empty", ""), HeaderField("content-length", "3"), HeaderField("Connection", "close"),
            ])
        #expect(portal.journal().connections.first?.end?.by != nil)
    }

    @Test func `HEAD gets the fields of GET without the body`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        func fetch(_ method: String) async throws -> String {
            let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
            await client.send("\(method) \(info) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return await client.read()
        }
        let get = try await fetch("GET"), head = try await fetch("HEAD")
        let parts = get.split(separator: "\r\n\r\n", maxSplits: 1)
        #expect(parts.count == 2)
        func fields(_ text: some StringProtocol) -> [Substring] {
            text.split(separator: "\r\n").map { Substring($0) }.filter { !$0.hasPrefix("Date:") }
        }
        #expect(fields(head) == fields(parts[0]))
    }

    @Test func `Requests over one connection are counted on it`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        let request = "GET \(info) HTTP/1.1\r\nHost: localhost\r\n\r\n"
        await client.send(request + request + "GET \(info) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        _ = await client.read()
        #expect(await portal.waitForRequests(3, operation: "info"))
        let journal = portal.journal()
        #expect(journal.requests.map(\.ordinal) == [1, 2, 3])
        #expect(journal.requests.map(\.number) == [1, 2, 3])
        #expect(Set(journal.requests.map(\.connection)) == [1])
    }

    @Test func `It keeps the last requests whole and counts what it dropped`() async throws {
        var options = ServeOptions.unhurried
        options.journal.requests = 5
        let portal = try TestPortal.start(["http": "serve"], options: options)
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        let request = "GET \(info) HTTP/1.1\r\nHost: localhost\r\n\r\n"
        await client.send(String(repeating: request, count: 8))
        #expect(await portal.waitForRequests(8))
        let journal = portal.journal()
        #expect(journal.requests.map(\.number) == [4, 5, 6, 7, 8])
        #expect(journal.requests.allSatisfy { $0.target == info && $0.answer?.status == 200 })
        #expect(journal.connections.map(\.number) == [1])
        #expect(journal.dropped == 3)
    }

    @Test func `A cleared journal counts requests from 1 and keeps open connections`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        let request = "GET \(info) HTTP/1.1\r\nHost: localhost\r\n\r\n"
        await client.send(request)
        _ = await portal.waitForRequests(1)
        portal.clearJournal()
        #expect(portal.journal().requests.isEmpty)
        #expect(portal.journal().connections.count == 1)
        await client.send(request)
        _ = await portal.waitForRequests(1)
        #expect(portal.journal().requests.map(\.number) == [1])
    }

    @Test func `Quiet means that every connection has ended`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        do {
            let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
            await client.send("GET \(info) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = await client.read(until: "}")
            #expect(await !portal.waitUntilQuiet(timeout: .milliseconds(50)))
        }
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().connections.map(\.end?.by) == ["client"])
    }

    @Test func `A negative bound of bodies keeps none of them`() async throws {
        var options = ServeOptions.unhurried
        options.journal.bodyBytes = -1
        let portal = try TestPortal.start(["http": "serve"], options: options)
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(
            "POST \(info) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 3\r\n\r\na=b")
        _ = await client.read()
        let request = try #require(portal.journal().requests.first)
        #expect(request.body.isEmpty && request.bodyBytesDropped == 3)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .milliseconds(Int64.max)])
    func `Waiting may have no end`(timeout: Duration) async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        #expect(await portal.waitForRequests(0, timeout: timeout))
        #expect(await portal.waitForFaults(0, timeout: timeout))
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send("GET \(info) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await portal.waitForRequests(1, timeout: timeout))
        #expect(await portal.waitForRequests(.min))
    }

    @Test func `Waiting for requests that never come gives up`() async throws {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        #expect(await !portal.waitForRequests(1, operation: "info", timeout: .milliseconds(20)))
    }
}
