import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Budget of bodies that are under way` {
    @Test func `is taken as a body grows, its beginning aside, and given back with it`() {
        let start = BodyBudget.uncounted
        let budget = BodyBudget(limit: 100)
        var first: BodyBudget.Share? = BodyBudget.Share(of: budget)
        #expect(first?.grow(to: start) == true && budget.bytes == 0)
        #expect(first?.grow(to: start + 60) == true && budget.bytes == 60)
        let second = BodyBudget.Share(of: budget)
        #expect(second.grow(to: start + 40) && budget.bytes == 100)
        #expect(!second.grow(to: start + 41) && budget.bytes == 100)
        first = nil
        #expect(budget.bytes == 40)
        #expect(second.grow(to: start + 100))
    }

    private static let size = 1 << 20

    private static func start(_ change: (inout ResourceLimits) -> Void) throws -> MockPortal {
        var options = ServeOptions.unhurried
        change(&options.resources)
        return try TestPortal.start(["http": "serve"], preset: "anonymous", options: options)
    }

    private static func head(_ type: String, _ length: Int) -> String {
        "POST /portal/sharing/rest/info HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n"
    }

    private static let form = "multipart/form-data; boundary=b"

    /// A body of one part, whose field is so long.
    private static func parts(_ length: Int) -> String {
        "--b\r\nContent-Disposition: form-data; name=\"x\"; filename=\"x\"\r\n\r\n"
            + String(repeating: "a", count: length)
            + "\r\n--b--\r\n"
    }

    @Test(arguments: ["text/plain", form])
    func `Further ones are refused until one is answered or its client has left`(type: String) async throws {
        let isParts = type == Self.form
        let portal = try Self.start {
            if isParts { $0.uploadBytes = Self.size } else { $0.requestBytes = Self.size }
        }
        defer { portal.stop() }
        let port = TestPortal.port(of: portal.httpURL)
        let budget = try #require(isParts ? portal.responder.bodies?.parts : portal.responder.bodies?.memory)
        let text = isParts ? Self.parts(Self.size) : String(repeating: "a", count: Self.size)
        let bytes = Array(text.utf8)
        for end in ["sends the rest", "leaves"] {
            var slow: RawClient? = try RawClient(port: port)
            await slow?.send(Self.head(type, bytes.count))
            await slow?.send(Array(bytes.dropLast(1000)))
            while budget.bytes < Self.size - BodyBudget.uncounted - 1000 { await Task.yield() }
            let refused = try RawClient(port: port)
            await refused.send(Self.head(type, bytes.count))
            await refused.send(bytes)
            let answer = await refused.read()
            #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("Retry-After: 1"))
            #expect(answer.contains("request bodies of 1 MiB are being read"))
            let entry = try #require(portal.journal().requests.last { $0.answer != nil })
            #expect(entry.answer?.status == 503 && entry.decisions.map(\.gate) == ["limits"])
            #expect(entry.bodyBytesDropped > 0)
            // A short one goes.
            let short = try RawClient(port: port)
            await short.send(Self.head("text/plain", 1) + "a")
            #expect(await short.readStatus() != 503)
            if end == "leaves" { slow = nil } else { await slow?.send(Array(bytes.suffix(1000))) }
            if let slow { #expect(await slow.readStatus() != 503) }
            while budget.bytes > 0 { await Task.yield() }
        }
    }

    @Test func `What is over a listener's limit counts as long as it is kept`() throws {
        let portal = try Self.start { _ in }
        defer { portal.stop() }
        let budget = try #require(portal.responder.bodies?.memory)
        let listener = try #require(portal.listeners.first)
        var body = RequestBody(
            of: RequestHead(target: "/", method: "POST", version: "HTTP/1.1", headers: []), listener: listener)
        let chunk = [UInt8](repeating: 97, count: body.limit)
        let isTaken = chunk.withUnsafeBufferPointer { body.append($0) && body.append($0) }
        #expect(isTaken && body.discarded == chunk.count)
        #expect(budget.bytes == body.bytes.count - BodyBudget.uncounted && budget.bytes > 0)
        body = RequestBody()
        #expect(budget.bytes == 0)
    }

    @Test func `One in parts that cannot be told apart counts as much as is kept of it`() throws {
        let portal = try Self.start {
            $0.requestBytes = 0
            $0.journal.bodyBytes = 8192
        }
        defer { portal.stop() }
        let listener = try #require(portal.listeners.first)
        var body = RequestBody(
            of: RequestHead(
                target: "/", method: "POST", version: "HTTP/1.1",
                headers: [HeaderField("Content-Type", "multipart/form-data")]), listener: listener)
        let chunk = [UInt8](repeating: 97, count: Self.size)
        let isTaken = chunk.withUnsafeBufferPointer { body.append($0) }
        #expect(isTaken && body.crowding == nil && body.discarded == 0)
        #expect(body.bytes.count == 8192)
        let form = body.finishForm()
        #expect(form?.problem != nil)
    }

    @Test func `Who answers in the portal's name has its budget`() throws {
        let portal = try Self.start { _ in }
        defer { portal.stop() }
        let responders: [any Responder] = [
            StandInResponder(portal: portal.responder, hosts: []), ProxyResponder(portal: portal.responder, hosts: []),
            ForwardedResponder(portal: portal.responder, trusted: try TrustedFronts([])),
        ]
        for responder in responders { #expect(responder.bodies === portal.responder.bodies) }
        #expect(portal.responder.bodies != nil)
    }
}
