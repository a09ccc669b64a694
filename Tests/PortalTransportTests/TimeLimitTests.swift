import PortalTransport
import Testing

/// Where a server falls silent.
struct Silence: CustomTestStringConvertible, Sendable {
    let path: String
    var hasReceivedBytes = false
    var testDescription: String { path }

    static let all: [Silence] = [
        Silence(path: "/stall"), Silence(path: "/stall-body", hasReceivedBytes: true),
        Silence(path: "/stall-gzip", hasReceivedBytes: true),
    ]
}

@Suite struct `Limits of time` {
    private let clock = SteeredClock()

    @Test(arguments: Silence.all)
    func `end a transfer in which nothing comes, and close its connection`(_ silence: Silence) async throws {
        let peer = try await HostilePeer()
        let transport = try CurlTransport(clock: clock)
        let request = HTTPRequest(url: try peer.url(silence.path))
        let failure = FailingSend(request, by: transport)
        #expect(try await peer.ask("/settled" + silence.path) == "yes")
        // What had come before has been read with this answer at the latest.
        _ = try await peer.ask("/echo", by: transport)
        clock.advance(by: .seconds(30))
        let error = try #require(await failure.error)
        #expect(error.code == .timedOut)
        #expect(error.timeout == .stall)
        #expect(error.detail.contains("30.0 seconds"), "\(error)")
        #expect(error.mayHaveBeenSent)
        #expect(error.hasReceivedBytes == silence.hasReceivedBytes)
        #expect(try await peer.ask("/closed" + silence.path) == "yes")
    }

    @Test func `end a transfer whose body is not taken`() async throws {
        let peer = try await HostilePeer()
        let transport = try CurlTransport(clock: clock)
        var limits = TransportLimits()
        limits.whole = .seconds(1_000_000)
        // More than sockets take: the rest waits to be sent.
        let body = [UInt8](repeating: 1, count: 32 << 20)
        let request = HTTPRequest(method: "POST", url: try peer.url("/stall-upload"), body: body, limits: limits)
        let failure = FailingSend(request, by: transport)
        #expect(try await peer.ask("/settled/stall-upload") == "yes")
        // While the sockets fill, bytes are taken, and each of them counts.
        while !failure.isOver {
            clock.advance(by: .seconds(30))
            _ = try await peer.ask("/echo", by: transport)
        }
        let error = try #require(await failure.error)
        #expect(error.timeout == .stall && error.mayHaveBeenSent && !error.hasReceivedBytes, "\(error)")
        #expect(try await peer.ask("/closed/stall-upload") == "yes")
    }

    @Test func `let a body go on that is taken slowly`() async throws {
        let peer = try await HostilePeer()
        let transport = try CurlTransport(clock: clock)
        var limits = TransportLimits()
        limits.whole = .seconds(1000)
        // Two of the five pieces are more than sockets hold: every second one at least makes the client send more.
        let body = [UInt8](repeating: 1, count: 30 << 20)
        let request = HTTPRequest(method: "POST", url: try peer.url("/slow-upload"), body: body, limits: limits)
        let task = Task { try await transport.send(request) }
        for piece in 1...5 {
            #expect(try await peer.ask("/take") == "yes")
            if piece < 5 { clock.advance(by: .seconds(8)) }
        }
        #expect(try await task.value.body == Array("taken".utf8))
    }

    @Test func `follow a clock that may outlive them`() throws {
        weak var gone: CurlTransport?
        do {
            let transport = try CurlTransport(clock: clock)
            gone = transport
        }
        #expect(clock.observers == 1)
        #expect(gone == nil)
        clock.advance(by: .seconds(1))
    }

    @Test func `let a byte a second go on, and end less`() async throws {
        let peer = try await HostilePeer()
        let transport = try CurlTransport(clock: clock)
        var limits = TransportLimits()
        limits.stall = .seconds(5)
        limits.whole = .seconds(1000)
        let failure = FailingSend(HTTPRequest(url: try peer.url("/metered"), limits: limits), by: transport)
        for _ in 1...20 {
            #expect(try await peer.ask("/byte") == "yes")
            _ = try await peer.ask("/echo", by: transport)
            #expect(!failure.isOver)
            clock.advance(by: .seconds(1))
        }
        clock.advance(by: .seconds(4))
        let error = try #require(await failure.error)
        #expect(error.timeout == .stall && error.hasReceivedBytes)
        #expect(error.detail.contains("5.0 seconds"))
    }

    @Test func `begin once for each request, and leave alone what is quick`() async throws {
        let peer = try await HostilePeer.shared()
        let transport = try CurlTransport(clock: clock)
        for count in 1...20 {
            clock.advance(by: .seconds(3600))
            _ = try await peer.ask("/echo", by: transport)
            #expect(clock.begun == count)
        }
    }

    @Test func `for the whole are each request's own`() async throws {
        let peer = try await HostilePeer()
        let transport = try CurlTransport(clock: clock)
        let url = try peer.url("/stall")
        let failures = [5, 10, 15].map { seconds in
            var limits = TransportLimits()
            limits.whole = .seconds(seconds)
            // The clock may pass while one of them still connects.
            limits.connect = .seconds(1000)
            return FailingSend(HTTPRequest(url: url, limits: limits), by: transport)
        }
        await clock.begun(3)
        for (failure, seconds) in zip(failures, [5, 10, 15]) {
            clock.advance(by: .seconds(5))
            let error = try #require(await failure.error)
            #expect(error.timeout == .whole && error.detail.contains("\(Duration.seconds(seconds))"), "\(error)")
        }
    }
}

@Suite struct `The limit for connecting` {
    private let clock = SteeredClock()

    /// Puts the clock to the limit's end and checks what came of the request.
    private func end(_ failure: FailingSend) async throws -> String {
        clock.advance(by: .seconds(10))
        let error = try #require(await failure.error)
        #expect(error.code == .timedOut)
        #expect(error.timeout == .connect)
        #expect(!error.mayHaveBeenSent && !error.hasReceivedBytes)
        #expect(error.detail.contains("10.0 seconds"))
        return error.detail
    }

    #if os(Linux)
        @Test func `holds where no server answers`() async throws {
            let silent = try SilentAddress()
            let transport = try CurlTransport(clock: clock)
            let failure = FailingSend(HTTPRequest(url: silent.url), by: transport)
            await clock.begun(1)
            _ = try await HostilePeer.shared().ask("/echo", by: transport)
            #expect(try silent.attempts() == 1)
            #expect(try await end(failure).contains("no answer"))
            #expect(try silent.attempts() == 0)
        }
    #endif

    @Test func `may be as long as a duration can be, and so may the others`() async throws {
        let peer = try await HostilePeer.shared()
        // Libcurl's own limit is beyond ours only where the clock goes on.
        let transport = try CurlTransport()
        var limits = TransportLimits()
        limits.connect = .seconds(Int64.max)
        limits.whole = .seconds(Int64.max)
        limits.stall = .seconds(Int64.max)
        let answer = try await transport.send(HTTPRequest(url: try peer.url("/echo"), limits: limits))
        #expect(answer.status == 200)
    }

    @Test func `holds for the handshake`() async throws {
        let peer = try await HostilePeer([.plain, .broken("hello-silent")])
        let transport = try CurlTransport(clock: clock)
        let request = HTTPRequest(url: try peer.url("/", listener: "hello-silent"))
        let failure = FailingSend(request, by: transport)
        #expect(try await peer.ask("/started/hello-silent") == "yes")
        #expect(try await end(failure).contains("handshake"))
        #expect(try await peer.ask("/closed/hello-silent") == "yes")
    }

    @Test func `is the clock's alone, however long the machine takes`() async throws {
        let peer = try await HostilePeer()
        let transport = try CurlTransport(proxies: .fixed(Proxy(try peer.url())), clock: clock)
        var limits = TransportLimits()
        limits.connect = .milliseconds(1)
        let failure = FailingSend(HTTPRequest(url: "https://silent.example/", limits: limits), by: transport)
        #expect(try await peer.ask("/started/silent.example:443") == "yes")
        // By the machine's clock that takes longer than the limit.
        for _ in 1...20 { #expect(try await peer.ask("/echo").isEmpty == false) }
        clock.advance(by: .milliseconds(1))
        let error = try #require(await failure.error)
        #expect(error.timeout == .connect && error.detail.contains("0.001 seconds"), "\(error)")
    }

    @Test func `holds for a proxy's tunnel`() async throws {
        let peer = try await HostilePeer()
        let transport = try CurlTransport(proxies: .fixed(Proxy(try peer.url())), clock: clock)
        let failure = FailingSend(HTTPRequest(url: "https://silent.example/"), by: transport)
        #expect(try await peer.ask("/started/silent.example:443") == "yes")
        #expect(try await end(failure).contains("proxy"))
        #expect(try await peer.ask("/closed/silent.example:443") == "yes")
    }
}
