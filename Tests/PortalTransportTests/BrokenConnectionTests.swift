import PortalTransport
import TLSIdentity
import TestFolders
import Testing

/// Where an answer is broken off, and what has to come of it.
struct BrokenAnswer: CustomTestStringConvertible, Sendable {
    let path: String
    let code: TransportError.Code
    var hasReceivedBytes = true
    var testDescription: String { "\(path) ends as \(code)" }

    static let all: [BrokenAnswer] = [
        BrokenAnswer(path: "/reset", code: .connectionLost, hasReceivedBytes: false),
        BrokenAnswer(path: "/close", code: .emptyReply, hasReceivedBytes: false),
        BrokenAnswer(path: "/reset-line", code: .connectionLost),
        BrokenAnswer(path: "/reset-head", code: .connectionLost),
        BrokenAnswer(path: "/reset-body", code: .partialBody),
        BrokenAnswer(path: "/reset-chunk", code: .partialBody),
        BrokenAnswer(path: "/reset-endless", code: .partialBody),
        BrokenAnswer(path: "/close-body", code: .partialBody),
    ]
}

/// What comes in place of a ServerHello.
struct BrokenHandshake: CustomTestStringConvertible, Sendable {
    let mode: String
    let code: TransportError.Code
    var testDescription: String { "\(mode) ends as \(code)" }

    static let all: [BrokenHandshake] = [
        BrokenHandshake(mode: "hello-reset", code: .connectionLost),
        BrokenHandshake(mode: "hello-end", code: .connectionLost),
        BrokenHandshake(mode: "hello-half", code: .connectionLost),
        BrokenHandshake(mode: "hello-junk", code: .secureConnectionFailed),
        BrokenHandshake(mode: "hello-alert", code: .secureConnectionFailed),
    ]
}

@Suite struct `A broken connection` {
    @Test(arguments: BrokenAnswer.all)
    func `says whether anything of the answer had come`(_ broken: BrokenAnswer) async throws {
        let peer = try await HostilePeer()
        let transport = try CurlTransport()
        let failure = FailingSend(HTTPRequest(url: try peer.url(broken.path)), by: transport)
        if !["/reset", "/close"].contains(broken.path) {
            #expect(try await peer.ask("/settled" + broken.path) == "yes")
            // What had come has been read with this answer at the latest.
            _ = try await peer.ask("/echo", by: transport)
            _ = try await peer.ask("/go" + broken.path)
        }
        let error = try #require(await failure.error)
        #expect(error.code == broken.code, "\(error)")
        #expect(error.mayHaveBeenSent)
        #expect(error.hasReceivedBytes == broken.hasReceivedBytes, "\(error)")
    }

    @Test(arguments: BrokenHandshake.all)
    func `is told from one that cannot be secured`(_ broken: BrokenHandshake) async throws {
        let peer = try await HostilePeer([.plain, .broken(broken.mode)])
        let transport = try CurlTransport()
        let request = HTTPRequest(url: try peer.url("/", listener: broken.mode))
        let error = try #require(await FailingSend(request, by: transport).error)
        #expect(error.code == broken.code, "\(error)")
        #expect(error.serverTrust == nil && error.clientCertificate == nil)
        #expect(!error.mayHaveBeenSent && !error.hasReceivedBytes)
    }

    @Test func `is none where a plain request meets a server of TLS`() async throws {
        let peer = try await TLSPeer(recipe: "good", version: "1.3")
        let request = HTTPRequest(url: "http://localhost:\(peer.port)/")
        let error = try #require(await FailingSend(request, by: CurlTransport()).error)
        #expect([.emptyReply, .malformedResponse, .connectionLost].contains(error.code), "\(error)")
        #expect(error.serverTrust == nil)
    }

    @Test func `leaves the memory bounded where a body has no end`() async throws {
        let peer = try await HostilePeer()
        let transport = try CurlTransport()
        var limits = TransportLimits()
        limits.bodySize = 1 << 20
        let error = try #require(
            await FailingSend(HTTPRequest(url: try peer.url("/endless"), limits: limits), by: transport).error)
        #expect(error.code == .responseTooLarge && error.hasReceivedBytes)
        #expect(try await peer.ask("/closed/endless") == "yes")
    }
}

@Suite struct `A kept connection that dies with a request on it` {
    /// Plain, and every version of TLS.
    private static let listeners = ["plain", "1.2", "1.3"]

    private func ends(_ listener: String) async throws -> (peer: HostilePeer, transport: CurlTransport) {
        guard listener != "plain" else { return (try await HostilePeer(), try CurlTransport()) }
        let pki = try TestPKI()
        let folder = try TemporaryFolder()
        let issued = try pki.issue("good", names: ["localhost"], addresses: [])
        let secure = HostilePeer.Listener(
            name: listener, certificate: try folder.write(issued.chainPEM, as: "certificate.pem"),
            key: try folder.write(issued.keyPEM.expanded, as: "key.pem"), version: listener)
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(pki.authorityPEM)]
        return (try await HostilePeer([.plain, secure]), try CurlTransport(trust: trust))
    }

    @Test(arguments: listeners, ["/once", "/once-reset"])
    func `is replaced for a GET, once`(listener: String, path: String) async throws {
        let (peer, transport) = try await ends(listener)
        let request = HTTPRequest(url: try peer.url(path, listener: listener))
        for _ in 1...3 { #expect(try await transport.send(request).body == Array("1".utf8)) }
        #expect(try await peer.ask("/connections/" + listener) == (listener == "plain" ? "4" : "3"))
    }

    @Test(arguments: listeners, ["/once", "/once-reset"])
    func `is an error for a POST, which is never sent twice`(listener: String, path: String) async throws {
        let (peer, transport) = try await ends(listener)
        let url = try peer.url(path, listener: listener)
        _ = try await transport.send(HTTPRequest(url: url))
        let post = HTTPRequest(method: "POST", url: url, body: Array("a=b".utf8))
        let error = try #require(await FailingSend(post, by: transport).error)
        #expect([.connectionLost, .emptyReply].contains(error.code), "\(error)")
        #expect(error.mayHaveBeenSent && !error.hasReceivedBytes)
        #expect(try await peer.ask("/connections/" + listener) == (listener == "plain" ? "2" : "1"))
    }

    /// Three connections that are kept and end with the next request on them.
    private func kept() async throws -> (peer: HostilePeer, transport: CurlTransport, url: String) {
        let peer = try await HostilePeer([.plain, HostilePeer.Listener(name: "kept")])
        let transport = try CurlTransport()
        let base = "http://localhost:\(try peer.port("kept"))"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...3 {
                group.addTask { _ = try await transport.send(HTTPRequest(url: base + "/held")) }
            }
            while try await peer.ask("/connections/kept") != "3" {}
            _ = try await peer.ask("/release")
            try await group.waitForAll()
        }
        return (peer, transport, base + "/once-reset")
    }

    @Test func `is not replaced by another kept one`() async throws {
        let (peer, transport, url) = try await kept()
        let response = try await transport.send(HTTPRequest(url: url))
        #expect(response.body == Array("1".utf8) && response.sendings == 2)
        #expect(try await peer.ask("/connections/kept") == "4")
    }

    @Test func `makes the others doubtful`() async throws {
        let (peer, transport, url) = try await kept()
        let post = HTTPRequest(method: "POST", url: url, body: Array("a=b".utf8))
        let error = try #require(await FailingSend(post, by: transport).error)
        #expect(error.sendings == 1 && error.mayHaveBeenSent)
        #expect(try await transport.send(HTTPRequest(url: url)).sendings == 1)
        #expect(try await peer.ask("/connections/kept") == "4")
    }

    @Test func `leaves no trace in what is said of the one in its place`() async throws {
        let peer = try await HostilePeer()
        let transport = try CurlTransport()
        let request = HTTPRequest(url: try peer.url("/end-then-reset"))
        #expect(try await transport.send(request).sendings == 1)
        let error = try #require(await FailingSend(request, by: transport).error)
        #expect(error.sendings == 2 && error.mayHaveBeenSent && !error.hasReceivedBytes, "\(error)")
    }

    @Test(arguments: listeners)
    func `is not replaced a second time`(listener: String) async throws {
        let (peer, transport) = try await ends(listener)
        let request = HTTPRequest(url: try peer.url("/never-again", listener: listener))
        #expect(try await transport.send(request).body == Array("1".utf8))
        let error = try #require(await FailingSend(request, by: transport).error)
        #expect([.connectionLost, .emptyReply].contains(error.code), "\(error)")
        #expect(error.mayHaveBeenSent)
        #expect(try await peer.ask("/served") == "3")
    }
}
