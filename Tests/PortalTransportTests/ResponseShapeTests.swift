import HTTPSemantics
import PortalTransport
import Testing

@Suite struct `A response from the wire` {
    let peer: HostilePeer
    let transport: CurlTransport

    init() async throws {
        peer = try await HostilePeer.shared()
        transport = try CurlTransport()
    }

    @Test func `keeps its fields in order and case, doubles and all`() async throws {
        let response = try await transport.send(HTTPRequest(url: try peer.url("/odd-fields")))
        #expect(
            response.headers == [
                HeaderField("Content-Length", "1"), HeaderField("Empty", ""), HeaderField("Folded", "a b"),
                HeaderField("x-Case", "v"), HeaderField("Latin", "é"), HeaderField("Empty", "again"),
            ])
    }

    @Test func `is the final one, not an interim one`() async throws {
        let response = try await transport.send(HTTPRequest(url: try peer.url("/interim")))
        #expect(response.status == 200)
        #expect(response.headers.first(named: "Link") == nil)
        #expect(response.headers.first(named: "X-Final") == "yes")
    }

    @Test func `does not take trailers for header fields`() async throws {
        let response = try await transport.send(HTTPRequest(url: try peer.url("/trailer")))
        #expect(response.body == Array("x".utf8))
        #expect(response.headers.first(named: "X-Late") == nil)
    }

    @Test func `may end with its connection`() async throws {
        let response = try await transport.send(HTTPRequest(url: try peer.url("/no-length")))
        #expect(response.body == Array("until the end".utf8))
    }

    @Test(arguments: [("/missing", 404, "nothing here"), ("/empty", 204, "")])
    func `is no error because of its status`(path: String, status: Int, body: String) async throws {
        let nginx = try NginxServer()
        let response = try await transport.send(HTTPRequest(url: nginx.url + path))
        #expect(response.status == status)
        #expect(response.body == Array(body.utf8))
    }

    @Test func `as long as the limit is still taken`() async throws {
        var limits = TransportLimits()
        limits.bodySize = 4000
        let nginx = try NginxServer()
        let request = HTTPRequest(url: nginx.url + "/gzip", limits: limits)
        #expect(try await transport.send(request).body.count == 4000)
    }
}
