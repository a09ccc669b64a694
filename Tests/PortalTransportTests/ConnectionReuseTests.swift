import HTTPSemantics
import PortalTransport
import TLSIdentity
import Testing

@Suite struct `Connection reuse` {
    let pki: TestPKI
    let nginx: NginxServer
    let trust: TrustDecisions
    let transport: CurlTransport

    init() async throws {
        pki = try TestPKI()
        nginx = try NginxServer(pki: pki)
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(pki.authorityPEM)]
        self.trust = trust
        transport = try CurlTransport(trust: trust)
    }

    private func testimony(_ url: String) async throws -> ConnectionTestimony {
        try #require(ConnectionTestimony(try await transport.send(HTTPRequest(url: url)).body))
    }

    @Test func `requests in sequence share one connection`() async throws {
        let first = try await testimony(nginx.url)
        let second = try await testimony(nginx.url)
        let third = try await testimony(nginx.url)
        #expect([first.requests, second.requests, third.requests] == [1, 2, 3])
        #expect(Set([first.connection, second.connection, third.connection]).count == 1)
        #expect(first.version == "HTTP/1.1")
    }

    @Test func `HTTP 2 is spoken where it is offered, on one connection for all`() async throws {
        let url = nginx.secureURL
        let all = try await withThrowingTaskGroup(of: (ConnectionTestimony?, String).self) { group in
            for _ in 0..<32 {
                group.addTask { [transport] in
                    let response = try await transport.send(HTTPRequest(url: url))
                    return (ConnectionTestimony(response.body), response.httpVersion)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(all.allSatisfy { $0.1 == "HTTP/2" && $0.0?.version == "HTTP/2.0" })
        #expect(Set(all.map { $0.0?.connection }).count == 1)
    }

    @Test func `the peer's certificates are told also on a connection that is used again`() async throws {
        let first = try await transport.send(HTTPRequest(url: nginx.secureURL))
        let second = try await transport.send(HTTPRequest(url: nginx.secureURL))
        #expect(first.peerCertificates.first?.names.contains("localhost") == true)
        #expect(second.peerCertificates == first.peerCertificates)
    }

    @Test func `retired connections are not used again, and their TLS sessions are not resumed`() async throws {
        let first = try await testimony(nginx.secureURL)
        await transport.retireConnections(to: Origin(ofURL: nginx.secureURL))
        let second = try await testimony(nginx.secureURL)
        #expect(second.connection != first.connection)
        #expect(!second.isResumed)
    }

    @Test func `retiring one origin leaves the others alone`() async throws {
        let first = try await testimony(nginx.url)
        await transport.retireConnections(to: Origin(ofURL: nginx.secureURL))
        #expect(try await testimony(nginx.url).connection == first.connection)
        await transport.retireConnections(to: nil)
        #expect(try await testimony(nginx.url).connection != first.connection)
    }

    @Test func `retiring closes idle connections at once, while a busy one goes on`() async throws {
        let peer = try await HostilePeer()
        let held = try peer.url("/held")
        let idle = try peer.url("/idle")
        let busy = Task { [transport] in try await transport.send(HTTPRequest(url: held)) }
        _ = try await transport.send(HTTPRequest(url: try peer.url("/started/held")))
        _ = try await transport.send(HTTPRequest(url: idle))
        await transport.retireConnections(to: Origin(ofURL: idle))
        let isClosed = try await transport.send(HTTPRequest(url: try peer.url("/closed/idle")))
        #expect(isClosed.body == Array("yes".utf8))
        _ = try await transport.send(HTTPRequest(url: try peer.url("/release")))
        #expect(try await busy.value.body == Array("held".utf8))
        // Its connection belonged to the old pool: no request meets it again.
        let isEnded = try await transport.send(HTTPRequest(url: try peer.url("/closed/held")))
        #expect(isEnded.body == Array("yes".utf8))
    }

    @Test func `the same trust decision leaves what was pooled`() async throws {
        let first = try await testimony(nginx.secureURL)
        await transport.setTrust(trust)
        let second = try await testimony(nginx.secureURL)
        #expect(second.connection == first.connection)
    }

    @Test func `a new trust decision retires what was pooled`() async throws {
        let first = try await testimony(nginx.secureURL)
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(pki.authorityPEM)]
        trust.includesSystemAuthorities = false
        await transport.setTrust(trust)
        let second = try await testimony(nginx.secureURL)
        #expect(second.connection != first.connection && !second.isResumed)

        await transport.setTrust(TrustDecisions())
        await #expect(throws: TransportError(.serverTrust, url: "", detail: "")) {
            try await transport.send(HTTPRequest(url: nginx.secureURL))
        }
    }
}
