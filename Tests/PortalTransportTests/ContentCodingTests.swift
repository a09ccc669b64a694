import HTTPSemantics
import PortalTransport
import Testing

@Suite struct `A content coding` {
    let peer: HostilePeer
    let transport: CurlTransport

    init() async throws {
        peer = try await HostilePeer.shared()
        transport = try CurlTransport()
    }

    @Test func `is asked for only where it can be taken off`() async throws {
        let request = try await peer.ask("/echo", by: transport)
        let line = try #require(request.split(separator: "\r\n").first { $0.hasPrefix("Accept-Encoding: ") })
        let codings = line.dropFirst("Accept-Encoding: ".count).split(separator: ", ")
        #expect(!codings.isEmpty)
        for coding in codings + ["raw-deflate"] {
            #expect(try await peer.ask("/coded/\(coding)", by: transport) == "a body in the coding that was asked for")
        }
    }

    @Test func `that was not asked for and is not known is an error, not a body`() async throws {
        let request = HTTPRequest(url: try peer.url("/coded/x-unheard-of"))
        let error = try #require(await FailingSend(request, by: transport).error)
        #expect(error.code == .malformedResponse, "\(error)")
    }

    @Test func `of two members is an error that says so`() async throws {
        let request = HTTPRequest(url: try peer.url("/two-gzip"))
        let error = try #require(await FailingSend(request, by: transport).error)
        #expect(error.code == .malformedResponse, "\(error)")
        #expect(error.detail.hasPrefix("the compressed response body cannot be unpacked"), "\(error)")
    }
}
