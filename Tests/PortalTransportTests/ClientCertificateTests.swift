import HTTPSemantics
import PortalTransport
import TLSIdentity
import Testing

/// What a server makes of an offered identity, and what a transport must say of that.
struct OfferedIdentity: CustomTestStringConvertible, Sendable {
    let mode: ClientCertificatePeer.Mode
    let version: String
    let offer: String
    /// Nil: the server lets it in.
    var code: TransportError.Code?
    var cause: ClientCertificateFailure.Cause?
    var alert: UInt8?
    /// Whether the server says nothing, and a lost connection would look the same.
    var isGuess: Bool { (mode == .reset || mode == .end) && version == "1.3" && offer != "undecided" }
    var testDescription: String { "\(offer) where it is \(mode) over TLS \(version)" }

    static let all: [OfferedIdentity] = ["1.2", "1.3"].flatMap { version -> [OfferedIdentity] in
        func row(
            _ mode: ClientCertificatePeer.Mode, _ offer: String, _ code: TransportError.Code? = nil,
            _ cause: ClientCertificateFailure.Cause? = nil, _ alert: UInt8? = nil
        ) -> OfferedIdentity {
            OfferedIdentity(mode: mode, version: version, offer: offer, code: code, cause: cause, alert: alert)
        }
        return [
            row(.required, "alice"),
            row(.required, "alice-chain"),
            row(.required, "none", .clientCertificateRequired, .missing, version == "1.3" ? 116 : 40),
            row(.required, "carol", .clientCertificateRejected, .unknownAuthority, 48),
            row(.required, "alice-self-signed", .clientCertificateRejected, .unknownAuthority, 48),
            row(.required, "alice-expired", .clientCertificateRejected, .expired, 45),
            row(.required, "alice-not-yet-valid", .clientCertificateRejected, .unspecified, 42),
            row(.required, "alice-server-purpose", .clientCertificateRejected, .unsupported, 43),
            row(.required, "undecided", .clientCertificateRequested, .missing),
            row(.optional, "none"),
            row(.optional, "alice"),
            row(.optional, "carol", .clientCertificateRejected, .unknownAuthority, 48),
            row(.optional, "undecided", .clientCertificateRequested, .missing),
            // The alert is lost, or never was.
            row(.reset, "none", .clientCertificateRequired, .missing),
            row(.reset, "alice", .clientCertificateRejected, .unspecified),
            row(.reset, "undecided", .clientCertificateRequested, .missing),
            row(.end, "none", .clientCertificateRequired, .missing),
            row(.end, "alice", .clientCertificateRejected, .unspecified),
        ]
    }
}

@Suite struct `An offered identity` {
    @Test(arguments: OfferedIdentity.all)
    func `is told apart by what becomes of it, whatever curl's code is`(_ row: OfferedIdentity) async throws {
        let peer = try await ClientCertificatePeer(row.mode, row.version)
        let transport = try CurlTransport(trust: peer.trust)
        let offer = try peer.offer(row.offer)
        var identity: ClientIdentity?
        if case .identity(let offered) = offer { identity = offered }
        let request = HTTPRequest(url: try peer.url("/who"), identity: offer)
        if row.isGuess {
            let first = try #require(await FailingSend(request, by: transport).error)
            #expect([.connectionLost, .emptyReply].contains(first.code) && first.clientCertificate == nil, "\(first)")
            #expect(!first.hasReceivedBytes)
        }
        do {
            let response = try await transport.send(request)
            #expect(row.code == nil)
            #expect((try? ClientCertificatePeer.Testimony(response))?.identity == identity?.certificate.sha256)
            // Python's servers name no issuers.
            #expect(
                response.certificateRequest
                    == ClientCertificateRequest(acceptableIssuers: [], wasAnswered: identity != nil))
        } catch {
            #expect(error.code == row.code, "\(error)")
            let failure = error.clientCertificate
            #expect(failure?.origin == Origin(ofURL: request.url))
            #expect(failure?.cause == row.cause)
            #expect(failure?.alert == row.alert)
            #expect(failure?.identity == (row.code == .clientCertificateRejected ? identity : nil))
            #expect(error.serverTrust == nil)
            #expect(error.code != .clientCertificateRequested || !error.mayHaveBeenSent)
            #expect(!error.description.contains("PRIVATE KEY"))
        }
    }

    @Test(arguments: ["1.2", "1.3"])
    func `is not blamed for a reset where no server asked for one`(version: String) async throws {
        let peer = try await ClientCertificatePeer(.unasked, version)
        let transport = try CurlTransport(trust: peer.trust)
        for name in ["none", "alice", "undecided"] {
            let request = HTTPRequest(url: try peer.url("/who"), identity: try peer.offer(name))
            do {
                _ = try await transport.send(request)
                Issue.record("was answered")
            } catch {
                #expect([.connectionLost, .secureConnectionFailed, .emptyReply].contains(error.code), "\(error)")
                #expect(error.clientCertificate == nil)
            }
        }
    }

    /// `/reset` and `/close` end the connection in place of an answer.
    @Test(arguments: ["1.2", "1.3"], ["/reset", "/close"])
    func `is not blamed for one loss where it is only asked for`(version: String, path: String) async throws {
        let peer = try await ClientCertificatePeer(.optional, version)
        let transport = try CurlTransport(trust: peer.trust)
        let lost = HTTPRequest(url: try peer.url(path))
        for _ in 1...2 {
            let error = try #require(await FailingSend(lost, by: transport).error)
            #expect([.connectionLost, .emptyReply].contains(error.code) && error.clientCertificate == nil, "\(error)")
            #expect(error.mayHaveBeenSent && !error.hasReceivedBytes)
            // An answer in between says that none is required.
            #expect(try await transport.send(HTTPRequest(url: peer.url("/who"))).status == 200)
            await transport.retireConnections(to: nil)
        }
    }

    @Test(arguments: ["1.2", "1.3"])
    func `is not blamed for the end of a connection over which it was accepted`(version: String) async throws {
        let peer = try await ClientCertificatePeer(.required, version)
        let transport = try CurlTransport(trust: peer.trust)
        let alice = try peer.offer("alice")
        let first = HTTPRequest(url: try peer.url("/once"), identity: alice)
        #expect(try await transport.send(first).status == 200)
        let second = HTTPRequest(method: "POST", url: try peer.url("/once"), body: [1], identity: alice)
        do {
            _ = try await transport.send(second)
            Issue.record("was answered")
        } catch {
            #expect([.connectionLost, .emptyReply].contains(error.code), "\(error)")
            #expect(error.clientCertificate == nil)
        }
        // What does no harm is sent again.
        #expect(try await transport.send(first).status == 200)
        #expect(try await transport.send(first).status == 200)
    }

    @Test(arguments: ["1.2", "1.3"])
    func `is no concern before the server is trusted`(version: String) async throws {
        let peer = try await ClientCertificatePeer(.flawed, version)
        let transport = try CurlTransport(trust: peer.trust)
        for name in ["none", "alice", "undecided"] {
            let request = HTTPRequest(url: try peer.url("/who"), identity: try peer.offer(name))
            do {
                _ = try await transport.send(request)
                Issue.record("was trusted")
            } catch {
                #expect(error.code == .serverTrust, "\(error)")
                #expect(error.clientCertificate == nil)
            }
        }
        var trust = peer.trust
        trust.grants = [TrustGrant(host: "localhost", port: nil, scope: .host)]
        await transport.setTrust(trust)
        await #expect(throws: TransportError(.clientCertificateRequested, url: "", detail: "")) {
            try await transport.send(HTTPRequest(url: peer.url("/who"), identity: .undecided))
        }
        let response = try await transport.send(HTTPRequest(url: peer.url("/who"), identity: peer.offer("alice")))
        #expect(response.status == 200)
    }

    @Test(arguments: ["1.2", "1.3"])
    func `does not keep a request from being cancelled while the server thinks`(version: String) async throws {
        let peer = try await ClientCertificatePeer(alone: .hold, version)
        let transport = try CurlTransport(trust: peer.trust)
        let request = HTTPRequest(url: try peer.url("/who"), identity: try peer.offer("alice"))
        let task = Task { try await transport.send(request) }
        #expect(try await peer.ask("/started/") == "yes")
        task.cancel()
        await #expect(throws: TransportError(.cancelled, url: "", detail: "")) { try await task.value }
        #expect(try await peer.ask("/closed/") == "yes")
    }
}

@Suite struct `A certificate asked for after the handshake` {
    let peer: ClientCertificatePeer
    let transport: CurlTransport

    init() async throws {
        peer = try await ClientCertificatePeer(alone: .later, "1.3")
        transport = try CurlTransport(trust: peer.trust)
    }

    private func send(_ path: String, _ offer: String) async throws -> HTTPResponse {
        try await transport.send(HTTPRequest(url: try peer.url(path), identity: try peer.offer(offer)))
    }

    @Test func `is sent on the same connection`() async throws {
        let open = try await send("/who", "alice")
        #expect(open.certificateRequest == nil)
        #expect(try ClientCertificatePeer.Testimony(open).identity == nil)
        let closed = try await send("/later", "alice")
        let testimony = try ClientCertificatePeer.Testimony(closed)
        #expect(testimony.connection == 1)
        #expect(testimony.identity == (try peer.identity("alice").certificate.sha256))
        #expect(closed.certificateRequest?.wasAnswered == true)
    }

    @Test(arguments: [
        ("none", TransportError.Code.clientCertificateRequired, 116 as UInt8?),
        ("carol", .clientCertificateRejected, 48), ("alice-expired", .clientCertificateRejected, 45),
        ("undecided", .clientCertificateRequested, nil),
    ])
    func `is refused once and not shown again on a connection of libcurl's own accord`(
        offer: String, code: TransportError.Code, alert: UInt8?
    ) async throws {
        _ = try await send("/who", offer)
        do {
            _ = try await send("/later", offer)
            Issue.record("was let in")
        } catch let error as TransportError {
            #expect(error.code == code, "\(error)")
            #expect(error.clientCertificate?.alert == alert)
            #expect(error.mayHaveBeenSent)
        }
        #expect(try await peer.ask("/connections/") == "1")
    }
}
