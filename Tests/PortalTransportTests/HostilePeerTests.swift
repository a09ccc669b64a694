import Platform
import PortalTransport
import Testing

/// How a hostile answer has to end.
struct HostileAnswer: CustomTestStringConvertible, Sendable {
    let path: String
    let code: TransportError.Code
    var mayHaveBeenSent = true
    var testDescription: String { "\(path) ends as \(code)" }

    static let all: [HostileAnswer] = [
        HostileAnswer(path: "/endless", code: .responseTooLarge),
        HostileAnswer(path: "/announced", code: .responseTooLarge),
        HostileAnswer(path: "/bomb", code: .responseTooLarge),
        HostileAnswer(path: "/many-fields", code: .responseTooLarge),
        HostileAnswer(path: "/endless-interim", code: .responseTooLarge),
        HostileAnswer(path: "/long-line", code: .responseTooLarge),
        HostileAnswer(path: "/truncated", code: .partialBody),
        HostileAnswer(path: "/truncated-chunk", code: .partialBody),
        HostileAnswer(path: "/close", code: .emptyReply),
        HostileAnswer(path: "/reset", code: .connectionLost),
        HostileAnswer(path: "/garbage", code: .malformedResponse),
        HostileAnswer(path: "/bad-status", code: .malformedResponse),
        HostileAnswer(path: "/bad-field", code: .malformedResponse),
        HostileAnswer(path: "/two-lengths", code: .malformedResponse),
        HostileAnswer(path: "/bad-gzip", code: .malformedResponse),
        HostileAnswer(path: "/two-gzip", code: .malformedResponse),
        HostileAnswer(path: "/stall", code: .timedOut),
        HostileAnswer(path: "/stall-body", code: .timedOut),
        HostileAnswer(path: "/drip", code: .timedOut),
    ]
}

struct `A hostile peer` {
    @Test(arguments: HostileAnswer.all)
    func `gets a typed error that names the URL without its query`(_ answer: HostileAnswer) async throws {
        let (peer, clock) = (try await HostilePeer(), SteeredClock())
        let transport = try CurlTransport(clock: clock)
        var limits = TransportLimits()
        limits.bodySize = 1 << 20
        limits.whole = .seconds(20)
        let url = try peer.url(answer.path)
        let failure = FailingSend(HTTPRequest(url: url + "?token=secret", limits: limits), by: transport)
        if answer.code == .timedOut {
            #expect(try await peer.ask("/started" + answer.path) == "yes")
            clock.advance(by: .seconds(20))
        }
        let error = try #require(await failure.error)
        #expect(error.code == answer.code, "\(error)")
        #expect(error.mayHaveBeenSent == answer.mayHaveBeenSent)
        #expect(error.url == url)
        #expect(!error.description.contains("secret"))
    }

    @Test(arguments: [("/garbage", false), ("/bad-field", true), ("/bad-gzip", true), ("/two-gzip", true)])
    func `that begins an answer of HTTP is told from one that does not`(path: String, isHTTP: Bool) async throws {
        let peer = try await HostilePeer.shared()
        let transport = try CurlTransport()
        let error = try #require(await FailingSend(HTTPRequest(url: try peer.url(path)), by: transport).error)
        #expect(error.code == .malformedResponse && error.hasReceivedBytes == isHTTP, "\(error)")
    }

    @Test func `is left alone by the next request`() async throws {
        let peer = try await HostilePeer.shared()
        let transport = try CurlTransport()
        for path in ["/garbage", "/close", "/truncated"] {
            let hostile = HTTPRequest(url: try peer.url(path))
            await #expect(throws: TransportError.self) { try await transport.send(hostile) }
            let response = try await transport.send(HTTPRequest(url: try peer.url("/echo")))
            #expect(response.status == 200)
        }
    }

    @Test func `that sends too little for too long is given up`() async throws {
        let peer = try await HostilePeer.shared()
        let transport = try CurlTransport()
        var limits = TransportLimits()
        limits.stall = .seconds(1)
        await #expect(throws: TransportError(.timedOut, url: "", detail: "")) {
            try await transport.send(HTTPRequest(url: try peer.url("/stall-body"), limits: limits))
        }
    }

    @Test func `where no server listens cannot be connected to, and nothing was sent`() async throws {
        let port = try ReservedPort()
        defer { withExtendedLifetime(port) {} }
        let transport = try CurlTransport()
        do {
            _ = try await transport.send(HTTPRequest(url: "http://127.0.0.1:\(port.number)/"))
            Issue.record("connected")
        } catch {
            #expect(error.code == .cannotConnect)
            #expect(error.curlCode == 7)
            #expect(!error.mayHaveBeenSent)
        }
    }

    @Test func `whose name is unknown is not found`() async throws {
        // A server of names that does not answer is asked for longer than a connection may take.
        let transport = try CurlTransport(clock: SteeredClock())
        do {
            _ = try await transport.send(HTTPRequest(url: "http://no-such-host.invalid/"))
            Issue.record("found")
        } catch {
            #expect(error.code == .cannotFindHost)
            #expect(!error.mayHaveBeenSent)
        }
    }
}

@Suite struct `A lost kept connection` {
    let peer: HostilePeer
    let transport: CurlTransport

    init() async throws {
        peer = try await HostilePeer()
        transport = try CurlTransport()
    }

    @Test func `is replaced for a GET`() async throws {
        let request = HTTPRequest(url: try peer.url("/once"))
        #expect(try await transport.send(request).body == Array("1".utf8))
        #expect(try await transport.send(request).body == Array("1".utf8))
    }

    @Test func `is an error for a POST, which is never sent twice`() async throws {
        let url = try peer.url("/once")
        #expect(try await transport.send(HTTPRequest(url: url)).body == Array("1".utf8))
        do {
            let response = try await transport.send(HTTPRequest(method: "POST", url: url, body: Array("a=b".utf8)))
            Issue.record("answered \(response.status)")
        } catch {
            #expect([.connectionLost, .emptyReply].contains(error.code))
            #expect(error.mayHaveBeenSent)
        }
    }
}
