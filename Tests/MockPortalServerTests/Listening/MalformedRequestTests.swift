import ChildProcess
import Dispatch
import JSONValues
import Platform
import PortalJudge
import Testing

@testable import MockPortalServer

struct `Malformed requests` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: String
        let status: Int

        init(_ name: String, _ bytes: String, _ status: Int) {
            testDescription = name
            self.bytes = bytes
            self.status = status
        }
    }

    private static let longChunkLine =
        "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5;" + String(repeating: "a", count: 100_000)

    static let cases = [
        Case("no target", "GARBAGE\r\n\r\n", 400),
        Case("an unknown version", "GET / HTTP/9.9\r\n\r\n", 505),
        Case("a field without a colon", "GET /x HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", 400),
        Case("a target without an end", "GET /" + String(repeating: "a", count: 100_000), 414),
        Case(
            "a head without an end", "GET /big HTTP/1.1\r\nHost: x\r\nA: " + String(repeating: "a", count: 100_000), 431
        ),
        Case("a length that is no number", "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: zz\r\n\r\nabc", 400),
        Case("a negative length", "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\nabc", 400),
        Case("two lengths in one field", "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 5\r\n\r\nabc", 400),
        Case(
            "a length beyond all numbers",
            "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 18446744073709551617\r\n\r\nabc", 413),
        Case(
            "more cookies than there is room for",
            "GET /x HTTP/1.1\r\nHost: x\r\nCookie: \(String(repeating: ";", count: 20_000))\r\n\r\n", 431),
        Case(
            "a chunk without a size", "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc", 400),
        Case("a chunk whose line has no end", longChunkLine, 400),
        Case("a body over the limit", "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\nabc", 413),
        Case("no Host", "GET /x HTTP/1.1\r\n\r\n", 400),
    ]

    @Test(arguments: cases) func `Gets its answer, stands in the journal, and the server goes on`(_ bad: Case)
        async throws
    {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let port = TestPortal.port(of: portal.httpURL)
        let client = try RawClient(port: port)
        await client.send(bad.bytes)
        client.finishSending()
        let answer = await client.read()
        #expect(answer.hasPrefix("HTTP/1.1 \(bad.status) "))
        #expect(await portal.waitUntilQuiet())
        let requests = portal.journal().requests
        #expect(requests.count == 1)
        #expect(requests.first?.answer?.status == bad.status)
        // One head, and as much behind it as that announces and the journal tells.
        let end = try #require(answer.firstRange(of: "\r\n\r\n")?.upperBound)
        #expect(answer[end...].utf8.count == requests.first?.answer?.size)
        #expect(answer[..<end].lowercased().contains("content-length: \(answer[end...].utf8.count)\r\n"), "\(answer)")
        #expect(requests.first?.parserError != nil || requests.first?.decisions.isEmpty == false)

        let next = try RawClient(port: port)
        await next.send("GET /portal/sharing/rest/info?f=json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(await next.readStatus() == 200)
    }

    /// Its client may send the next request on another connection as soon as it has read the answer. A request with a body stands in
    /// the journal since its head came.
    @Test(.enabled(if: isLinux, "tells connections apart by Linux's TCP_INFO"), arguments: cases)
    func `Stands in the journal before its client can read the answer`(_ bad: Case) async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let port = TestPortal.port(of: portal.httpURL)
        // Which one is refused is told from the bytes that came: those that are silent, and those that have their answer, are not.
        let others = try (0..<8).map { _ in try RawClient(port: port) }
        for other in others[..<4] {
            await other.send("GET /portal/sharing/rest/info?f=json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = await other.readHead()
        }
        let client = try RawClient(port: port)
        await portal.waitForConnections(9)
        let wasAnswered = Locked<Bool?>(nil)
        let follower = JournalFollower { wasAnswered.withLock { $0 = client.hasAnswer } }
        portal.recorder.follow(follower)
        await client.send(bad.bytes)
        #expect(await client.readStatus() == bad.status)
        #expect(wasAnswered.withLock { $0 } == false)
        withExtendedLifetime((others, follower)) {}
    }

    /// Where the connection was closed at once, the rest meets a reset, which can overtake the answer (RFC 1122 §4.2.2.13).
    @Test(arguments: ["\u{16}\u{3}\u{1}\u{2}\n", "GET / HTTP/9.9\r\n\r\n"])
    func `What comes behind a refusal is read away`(start: String) async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        // A refused connection is kept for two seconds; a look that took longer says nothing.
        var took = Duration.seconds(2)
        while took > .seconds(1) {
            let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
            let began = ContinuousClock.now
            await client.send(start)
            #expect(await client.read().hasPrefix("HTTP/1.1 "))
            await client.send("the rest")
            let wasReset = client.wasReset
            took = .now - began
            #expect(took > .seconds(1) || !wasReset)
        }
    }

    /// The one thread that serves learns of their last bytes at once, for it is held in its journal until all have come. It has read
    /// the first ones, or it would send each refusal at once (the fast track of `call_handlers` in libmicrohttpd's
    /// src/microhttpd/daemon.c); so the page of one is still to be sent while the next is refused.
    @Test func `What is refused side by side is refused once each`() async throws {
        var options = ServeOptions.unhurried
        options.limits.threads = 1
        let portal = try TestPortal.start(["http": "serve"], options: options)
        defer { portal.stop() }
        let port = TestPortal.port(of: portal.httpURL)
        let lines = ["no colon", "Content-Length: zz", "no colon", "Content-Length: zz", "no colon"]
        let clients = try lines.map { _ in try RawClient(port: port) }
        for client in clients { await client.send("GET /x HTTP/1.1\r\nHost: x\r\n") }
        var others = [try RawClient(port: port)]
        await others[0].send("GET /portal/sharing/rest/info?f=json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = await others[0].readHead()
        let (held, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let follower = JournalFollower {
            held.signal()
            released.wait()
        }
        portal.recorder.follow(follower)
        others.append(try RawClient(port: port))
        await OwnThread.run { held.wait() }
        for (client, line) in zip(clients, lines) { await client.send(line + "\r\n\r\n") }
        released.signal()
        for client in clients {
            let answer = await client.read()
            #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.ranges(of: "HTTP/1.1 ").count == 1, "\(answer)")
        }
        others = []
        #expect(await portal.waitUntilQuiet())
        let refused = portal.journal().requests.filter { $0.target == "/x" }
        #expect(refused.map(\.connection).sorted() == Array(1...clients.count))
        #expect(refused.allSatisfy { $0.answer?.status == 400 && $0.parserError != nil })
    }

    @Test func `The long line of a chunk is told in our words, beside other such bodies too`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let port = TestPortal.port(of: portal.httpURL)
        var others: [RawClient] = []
        for _ in 0..<8 {
            let other = try RawClient(port: port)
            await other.send("POST /portal/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n")
            others.append(other)
        }
        let client = try RawClient(port: port)
        await client.send(Self.longChunkLine)
        let status = await client.readStatus()
        others = []
        #expect(await portal.waitUntilQuiet())
        let request = try #require(portal.journal().requests.first { $0.target == "/x" })
        #expect(request.answer?.status == status && [400, 500].contains(status))
        #expect(request.parserError == "the size of a chunk and its extensions are longer than this server reads")
    }

    @Test(arguments: ["1.2", "1.3"]) func `The long line of a chunk is refused over TLS`(_ version: String)
        async throws
    {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        let answer = try await PythonPeer.run(
            """
            s = context(sys.argv[2]).wrap_socket(connect(sys.argv[1]))
            s.sendall(b"POST /x HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n5;" + b"a" * 100000)
            while True:
                got = s.recv(4096)
                if not got: break
                print(got.decode(), end="")
            """, [String(portal.port), version])
        #expect(answer.hasPrefix("HTTP/1.1 400 ") && !answer.contains("developer"), "\(answer)")
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().requests.map(\.answer?.status) == [400])
    }

    @Test func `A request that is broken off stands in the journal without an answer`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        do {
            let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
            await client.send("POST /portal/x HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
        }
        await portal.waitForConnections(1)
        #expect(await portal.waitUntilQuiet())
        let request = try #require(portal.journal().requests.first)
        #expect(request.target == "/portal/x")
        #expect(request.body == Array("abc".utf8))
        #expect(request.answer == nil)
        #expect(request.parserError != nil)
    }

    @Test func `Clients that leave with their last byte are seen to leave`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let port = TestPortal.port(of: portal.httpURL)
        for _ in 0..<100 {
            try await RawClient(port: port).send("GET /portal/x HTTP/1.1\r\nHost: x\r\n\r\n")
            try await RawClient(port: port).send("POST /portal/x HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
        }
        await portal.waitForConnections(200)
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().connections.count == 200)
    }

    @Test func `A chunked body without an end is cut off`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send("POST /portal/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x61, count: 65536) + Array("\r\n".utf8)
        for _ in 0..<2000 where !client.hasAnswer { await client.send(chunk) }
        _ = await client.read()
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().requests.first?.answer?.status != 200)
    }
}
