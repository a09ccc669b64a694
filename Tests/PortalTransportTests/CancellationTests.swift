import PortalTransport
import Testing

@Suite struct Cancellation {
    @Test(arguments: ["/stall", "/stall-body"])
    func `closes the connection at once`(path: String) async throws {
        let peer = try await HostilePeer()
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

    /// Cancels it and checks that it says so.
    private func cancel(_ failure: FailingSend, mayHaveBeenSent: Bool) async throws {
        failure.cancel()
        let error = try #require(await failure.error)
        #expect(error.code == .cancelled, "\(error)")
        #expect(error.mayHaveBeenSent == mayHaveBeenSent)
    }

    #if os(Linux)
        @Test func `ends connecting where no server answers`() async throws {
            let silent = try SilentAddress()
            let transport = try CurlTransport()
            let failure = FailingSend(HTTPRequest(url: silent.url), by: transport)
            while try silent.attempts() == 0 { _ = try await HostilePeer.shared().ask("/echo", by: transport) }
            try await cancel(failure, mayHaveBeenSent: false)
            #expect(try silent.attempts() == 0)
        }
    #endif

    @Test func `ends a handshake`() async throws {
        let peer = try await HostilePeer([.plain, .broken("hello-silent")])
        let request = HTTPRequest(url: try peer.url("/", listener: "hello-silent"))
        let failure = FailingSend(request, by: try CurlTransport())
        #expect(try await peer.ask("/started/hello-silent") == "yes")
        try await cancel(failure, mayHaveBeenSent: false)
        #expect(try await peer.ask("/closed/hello-silent") == "yes")
    }

    @Test func `ends a proxy's tunnel`() async throws {
        let peer = try await HostilePeer()
        let request = HTTPRequest(url: "https://silent.example/")
        let failure = FailingSend(request, by: try CurlTransport(proxies: .fixed(Proxy(try peer.url()))))
        #expect(try await peer.ask("/started/silent.example:443") == "yes")
        try await cancel(failure, mayHaveBeenSent: false)
        #expect(try await peer.ask("/closed/silent.example:443") == "yes")
    }

    @Test func `ends the sending of a body`() async throws {
        let peer = try await HostilePeer()
        let body = [UInt8](repeating: 1, count: 32 << 20)
        let request = HTTPRequest(method: "POST", url: try peer.url("/stall-upload"), body: body)
        let failure = FailingSend(request, by: try CurlTransport())
        #expect(try await peer.ask("/settled/stall-upload") == "yes")
        try await cancel(failure, mayHaveBeenSent: true)
        #expect(try await peer.ask("/closed/stall-upload") == "yes")
    }

    @Test func `before the start sends nothing`() async throws {
        let peer = try await HostilePeer()
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
        let peer = try await HostilePeer()
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
        let peer = try await HostilePeer()
        weak var gone: CurlTransport?
        do {
            let transport = try CurlTransport()
            gone = transport
            _ = try await transport.send(HTTPRequest(url: try peer.url("/echo")))
        }
        #expect(gone == nil)
    }
}
