import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// Heads that two readers may take differently; each would be carried out, in part, by a lenient one.
@Suite struct `Faults of a head` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let head: String
        let status: Int
        let words: String

        init(_ name: String, _ head: String, _ words: String, status: Int = 400) {
            testDescription = name
            self.head = head
            self.status = status
            self.words = words
        }
    }

    private static let get = "GET /x?y=z HTTP/1.1\r\nHost: x\r\n"
    private static let post = "POST /x HTTP/1.1\r\nHost: x\r\n"
    static let cases = [
        Case("two lengths", post + "Content-Length: 3\r\nContent-Length: 6\r\n\r\nf=json", "that differ"),
        Case(
            "a later length that is none", post + "Content-Length: 6\r\ncontent-length: 6x\r\n\r\nf=json", "no number"),
        Case(
            "a length and chunks", post + "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "and a Transfer-"),
        Case(
            "chunks and a length", post + "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n",
            "and a Transfer-"),
        Case(
            "a coding", post + "Transfer-Encoding: gzip, chunked\r\n\r\n6\r\nf=json\r\n0\r\n\r\n",
            "no transfer coding but", status: 501),
        Case(
            "a coding in two fields", post + "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "but", status: 501),
        Case("no chunks", post + "Transfer-Encoding: identity\r\n\r\nf=json", "is not chunked"),
        Case("chunks first", post + "Transfer-Encoding: chunked, gzip\r\n\r\nf=json", "is not chunked"),
        Case("a coding without a name", post + "Transfer-Encoding:\r\n\r\nf=json", "is not chunked"),
        Case("chunks twice", post + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", "more than once"),
        Case(
            "a blank behind chunked", post + "Transfer-Encoding: chunked \r\n\r\n0\r\n\r\n", "not even a blank",
            status: 501),
        Case(
            "chunks of HTTP/1.0", "POST /x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "HTTP/1.0 has no"),
        Case("a blank before the colon", get + "A : b\r\n\r\n", "between the name of a field and its colon"),
        Case(
            "a tab before the colon", "GET /x HTTP/1.1\r\nHost\t: x\r\n\r\n",
            "between the name of a field and its colon"),
        Case("a blank in a name", get + "A B: c\r\n\r\n", "no token"),
        Case("a blank before the first field", "GET /x HTTP/1.1\r\n Host: x\r\n\r\n", "no token"),
        Case("no name", get + ": b\r\n\r\n", "has no name"),
        Case("a fold", get + "A: b\r\n c\r\nD: e\r\n\r\n", "folded"),
        Case("a fold at the end", get + "A: b\r\n\tc\r\n\r\n", "folded"),
        Case("a fold of blanks", get + "A: b\r\n \r\nD: e\r\n\r\n", "folded"),
        Case("a folded length", post + "Content-Length:\r\n 6\r\n\r\nf=json", "folded"),
        Case("two hosts", get + "Host: x\r\n\r\n", "more than one Host"),
        Case("a host with a path", "GET /x HTTP/1.1\r\nHost: x/y\r\n\r\n", "names no host"),
        Case("a zero byte in a value", get + "A: b\0c\r\nD: e\r\n\r\n", "zero byte"),
        Case("a zero byte in the last value", get + "A: b\0c\r\n\r\n", "zero byte"),
        Case("a zero byte behind a value", get + "A: b\0\r\nD: e\r\n\r\n", "zero byte"),
        Case("a zero byte for a line", get + "\0\r\nA: b\r\n\r\n", "zero byte"),
        Case("a zero byte in a host", "GET /x HTTP/1.1\r\nHost: x\0y\r\n\r\n", "zero byte"),
        Case("a zero byte in the target", "GET /x?y\0z HTTP/1.1\r\nHost: x\r\n\r\n", "target holds a zero byte"),
        Case("a zero byte before the query", "GET /x\0?y=z HTTP/1.1\r\nHost: x\r\n\r\n", "target holds a zero byte"),
        Case("a version in the target", "GET /x\0HTTP/1.1\0y HTTP/1.1\r\nHost: x\r\n\r\n", "target holds a zero byte"),
        Case("a zero byte in the method", "GET\0A /x HTTP/1.1\r\nHost: x\r\n\r\n", "method holds a zero byte"),
        Case("a carriage return", get + "A: b\rc\r\n\r\n", "carriage return"),
    ]

    @Test(arguments: cases) func `It is refused in words, and nothing behind it is served`(_ bad: Case) async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(bad.head + "GET /behind HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = await client.read()
        #expect(answer.hasPrefix("HTTP/1.1 \(bad.status) "))
        #expect(answer.contains("Connection: close\r\n") && answer.contains(bad.words))
        #expect(answer.dropFirst().contains("HTTP/1.1 ") == false, "one answer")
        #expect(await portal.waitUntilQuiet())
        let requests = portal.journal().requests
        #expect(requests.map(\.answer?.status) == [bad.status])
        #expect(requests.first?.parserError?.contains(bad.words) == true)
        #expect(requests.first?.headers.contains { $0.value.contains("\0") || $0.name == "Ac" } == false)
    }

    @Test(arguments: ["1.2", "1.3"]) func `It is refused over TLS, behind a request that is served`(_ version: String)
        async throws
    {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        let answer = try await PythonPeer.run(
            """
            s = context(sys.argv[2]).wrap_socket(connect(sys.argv[1]))
            good = b"GET /portal/sharing/rest/info?f=json HTTP/1.1\\r\\nHost: x\\r\\n"
            s.sendall(good + b"\\r\\n" + good + b"A: b\\r\\n c\\r\\n\\r\\n" + good + b"\\r\\n")
            while True:
                got = s.recv(4096)
                if not got: break
                print(got.decode(), end="")
            """, [String(portal.port), version])
        #expect(answer.contains("a header field is folded"), "\(answer)")
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().requests.map(\.answer?.status) == [200, 400])
    }

    struct Good: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: String
    }

    @Test(arguments: [
        Good(testDescription: "bare line feeds", bytes: "GET /x HTTP/1.1\nHost: x\nA: b\r\nC:\n\n"),
        Good(
            testDescription: "blanks around values", bytes: "GET /x HTTP/1.1\r\nHost: \t x:80 \t\r\nA:\r\nB: \r\n\r\n"),
        Good(testDescription: "blanks before the target", bytes: "GET   /x HTTP/1.1\r\nHost: x\r\n\r\n"),
        Good(testDescription: "an empty line first", bytes: "\r\nGET /x HTTP/1.1\r\nHost: [::1]:8443\r\n\r\n"),
        Good(testDescription: "a host without a name", bytes: "GET /x HTTP/1.1\r\nHost:\r\n\r\n"),
        Good(
            testDescription: "the same length twice",
            bytes: "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\na=b"),
        Good(
            testDescription: "chunks in capitals",
            bytes: "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: CHUNKED\r\n\r\n3\r\na=b\r\n0\r\nA: b\r\n\r\n"),
        Good(testDescription: "HTTP/1.0", bytes: "GET /x HTTP/1.0\r\n\r\n"),
    ])
    func `What may be sent is served`(_ good: Good) async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(good.bytes)
        client.finishSending()
        #expect(await client.readStatus() == 404)
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().requests.map(\.parserError) == [nil])
    }

    @Test func `The control API refuses it too`() async throws {
        let bench = try ControlBench()
        let client = try RawClient(port: TestPortal.port(of: bench.server.url))
        await client.send("GET \(bench.path)/health HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(await client.readStatus() == 400)
    }
}
