import PortalTransport
import Testing

@Suite struct Cancellation {
    @Test(arguments: ["/stall", "/stall-body"])
    func `closes the connection at once`(path: String) async throws {
        let peer = try HostilePeer()
        let transport = try CurlTransport()
        let url = try peer.url(path)
        // Both are answered once the peer has seen it, and with "no" after ten seconds.
        let started = try peer.url("/started" + path)
        let closed = try peer.url("/closed" + path)
        let task = Task { try await transport.send(HTTPRequest(url: url)) }
        _ = try await transport.send(HTTPRequest(url: started))
        task.cancel()
        await #expect(throws: TransportError(.cancelled, url: "", detail: "")) { try await task.value }
        let answer = try await transport.send(HTTPRequest(url: closed))
        #expect(answer.body == Array("yes".utf8))
    }

    @Test func `before the start sends nothing`() async throws {
        let peer = try HostilePeer()
        let transport = try CurlTransport()
        let url = try peer.url("/echo")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(HTTPRequest(url: url))
        }
        do {
            _ = try await task.value
            Issue.record("was sent")
        } catch let error as TransportError {
            #expect(error.code == .cancelled && !error.mayHaveBeenSent)
        }
    }
}

@Suite struct `Shutting down` {
    @Test func `ends what runs, and what comes later`() async throws {
        let peer = try HostilePeer()
        let transport = try CurlTransport()
        let url = try peer.url("/stall")
        let started = try peer.url("/started/stall")
        let task = Task { try await transport.send(HTTPRequest(url: url)) }
        _ = try await transport.send(HTTPRequest(url: started))
        transport.shutdown()
        await #expect(throws: TransportError(.cancelled, url: "", detail: "")) { try await task.value }
        await #expect(throws: TransportError(.cancelled, url: "", detail: "")) {
            try await transport.send(HTTPRequest(url: url))
        }
        await transport.retireConnections(to: nil)
        await transport.setTrust(TrustDecisions())
        transport.shutdown()
    }

    @Test func `comes with the last reference`() async throws {
        let peer = try HostilePeer()
        weak var gone: CurlTransport?
        do {
            let transport = try CurlTransport()
            gone = transport
            _ = try await transport.send(HTTPRequest(url: try peer.url("/echo")))
        }
        #expect(gone == nil)
    }
}
