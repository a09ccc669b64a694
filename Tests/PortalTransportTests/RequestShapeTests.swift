import HTTPSemantics
import PortalTransport
import Testing

@Suite struct `A request on the wire` {
    let peer: HostilePeer
    let transport: CurlTransport

    init() async throws {
        peer = try await HostilePeer.shared()
        transport = try CurlTransport(userAgent: "transport-test/1")
    }

    /// The request as the peer received it.
    private func received(_ request: HTTPRequest) async throws -> String {
        String(decoding: try await transport.send(request).body, as: UTF8.self)
    }

    @Test func `holds the given fields in their order and nothing that was not asked for`() async throws {
        let text = try await received(
            HTTPRequest(
                url: try peer.url("/echo?a=b&c=%20"),
                headers: [
                    HeaderField("X-Two", "2"), HeaderField("X-One", "1"), HeaderField("X-Empty", ""),
                    HeaderField("X-Blank", " \t "),
                ]))
        #expect(
            text == """
                GET /echo?a=b&c=%20 HTTP/1.1\r
                Host: localhost:\(try peer.port())\r
                User-Agent: transport-test/1\r
                Accept-Encoding: gzip, deflate\r
                X-Two: 2\r
                X-One: 1\r
                X-Empty:\r
                X-Blank:\r
                \r

                """)
    }

    @Test func `carries a POST body as given, without waiting to be asked for it`() async throws {
        let body = String(repeating: "x", count: 2_000_000)
        let text = try await received(
            HTTPRequest(
                method: "POST", url: try peer.url("/echo"),
                headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")], body: Array(body.utf8)))
        #expect(text.hasSuffix("\r\n\r\n" + body))
        #expect(text.contains("Content-Length: 2000000\r\n"))
        #expect(!text.contains("Expect"))
    }

    @Test func `stands in no mirror of the transport`() async throws {
        _ = try await received(HTTPRequest(url: try peer.url("/echo"), headers: [HeaderField("X-Key", "s3cr3t")]))
        var dumped = ""
        dump(transport, to: &dumped, maxDepth: 12)
        #expect(!dumped.contains("s3cr3t") && !dumped.contains("pools"))
    }

    @Test func `changes its method freely on one handle`() async throws {
        let url = try peer.url("/echo")
        for method in ["GET", "POST", "GET", "PUT", "DELETE", "POST", "GET", "PUT", "POST", "PUT", "GET"] {
            let body: [UInt8]? = method == "POST" || method == "PUT" ? Array("body of \(method)".utf8) : nil
            let text = try await received(HTTPRequest(method: method, url: url, body: body))
            #expect(text.hasPrefix("\(method) /echo HTTP/1.1\r\n"))
            #expect(text.hasSuffix("\r\n\r\n" + (body.map { String(decoding: $0, as: UTF8.self) } ?? "")))
            #expect(text.contains("Content-Length") == (body != nil))
            #expect(!text.contains("Content-Type"))
        }
    }

    @Test func `may be a HEAD, which has no body and does not disturb the next one`() async throws {
        let nginx = try NginxServer()
        let head = try await transport.send(HTTPRequest(method: "HEAD", url: nginx.url))
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.headers.first(named: "content-length").flatMap { Int($0) } ?? 0 > 0)
        let get = try await transport.send(HTTPRequest(url: nginx.url))
        #expect(ConnectionTestimony(get.body)?.requests == 2)
    }

    @Test func `is not redirected`() async throws {
        let nginx = try NginxServer()
        let response = try await transport.send(HTTPRequest(url: nginx.url + "/moved"))
        #expect(response.status == 302)
        #expect(response.headers.first(named: "Location") != nil)
    }

    @Test func `brings back compressed bodies as they were`() async throws {
        let nginx = try NginxServer()
        let response = try await transport.send(HTTPRequest(url: nginx.url + "/gzip"))
        #expect(response.headers.first(named: "Content-Encoding") == "gzip")
        #expect(response.headers.first(named: "X-Asked") == "gzip, deflate")
        #expect(response.body == Array(repeating: UInt8(ascii: "a"), count: 4000))
    }
}

/// A request that must not reach the wire.
struct MalformedRequest: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var method = "GET"
    var url = "http://127.0.0.1:PORT/"
    var headers: [HeaderField] = []
    var body: [UInt8]?

    static let all: [MalformedRequest] = [
        MalformedRequest(testDescription: "line end in a value", headers: [HeaderField("X", "a\r\nY: b")]),
        MalformedRequest(testDescription: "bare LF in a value", headers: [HeaderField("X", "a\nb")]),
        MalformedRequest(testDescription: "NUL in a value", headers: [HeaderField("X", "a\0b")]),
        MalformedRequest(testDescription: "colon in a name", headers: [HeaderField("X: y\r\nZ", "a")]),
        MalformedRequest(testDescription: "empty name", headers: [HeaderField("", "a")]),
        MalformedRequest(testDescription: "a Host of its own", headers: [HeaderField("host", "other")]),
        MalformedRequest(testDescription: "a length of its own", headers: [HeaderField("Content-Length", "1")]),
        MalformedRequest(
            testDescription: "a transfer coding of its own", headers: [HeaderField("Transfer-Encoding", "chunked")]),
        MalformedRequest(testDescription: "line end in the method", method: "GET / HTTP/1.1\r\nX: y\r\n\r\nGET"),
        MalformedRequest(testDescription: "empty method", method: ""),
        MalformedRequest(testDescription: "HEAD with a body", method: "HEAD", body: [1]),
        MalformedRequest(testDescription: "line end in the URL", url: "http://127.0.0.1:PORT/a\r\nX: y"),
        MalformedRequest(testDescription: "blank in the URL", url: "http://127.0.0.1:PORT/a b"),
        MalformedRequest(testDescription: "NUL in the URL", url: "http://127.0.0.1:PORT/a\0b"),
        MalformedRequest(testDescription: "user information", url: "http://alice:secret@127.0.0.1:PORT/"),
        MalformedRequest(testDescription: "accent behind the mark", url: "http://127.0.0.1:PORT/a?\u{301}secret"),
        MalformedRequest(testDescription: "backslash in the host", url: "http://127.0.0.1:PORT\\@other/"),
        MalformedRequest(testDescription: "encoded host", url: "http://127%2E0.0.1:PORT/"),
        MalformedRequest(testDescription: "file scheme", url: "file:///etc/passwd"),
        MalformedRequest(testDescription: "no scheme", url: "127.0.0.1:PORT/"),
        MalformedRequest(testDescription: "empty host", url: "http:///a"),
        MalformedRequest(testDescription: "port out of range", url: "http://127.0.0.1:99999/"),
        MalformedRequest(testDescription: "empty", url: ""),
    ]
}

@Suite struct `A malformed request` {
    @Test(arguments: MalformedRequest.all)
    func `fails before it touches the wire`(_ example: MalformedRequest) async throws {
        let peer = try await HostilePeer.shared()
        let transport = try CurlTransport()
        let url = example.url.split(separator: "PORT", omittingEmptySubsequences: false)
            .joined(separator: "\(try peer.port())")
        do {
            _ = try await transport.send(
                HTTPRequest(method: example.method, url: url, headers: example.headers, body: example.body))
            Issue.record("was sent")
        } catch {
            #expect(error.code == .malformedRequest)
            #expect(error.curlCode == 0)
            #expect(!error.mayHaveBeenSent)
            #expect(!error.description.contains("secret"))
            #expect(!error.description.utf8.contains { $0 < 0x20 })
        }
    }
}
