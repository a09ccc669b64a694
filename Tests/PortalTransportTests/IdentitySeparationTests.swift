import Foundation
import HTTPSemantics
import PortalTransport
import TLSIdentity
import Testing

@Suite struct `Connections of different identities` {
    private typealias Testimony = ClientCertificatePeer.Testimony

    @Test(arguments: ["1.2", "1.3"])
    func `are never shared, nor are their TLS sessions`(version: String) async throws {
        let peer = try await ClientCertificatePeer(alone: .optional, version)
        let transport = try CurlTransport(trust: peer.trust)
        var seen: [Testimony] = []
        for name in ["alice", "bob", "none", "alice-renewed"] {
            let offer = try peer.offer(name)
            // Ends its connection, so that only the session could be met again.
            seen.append(try Testimony(try await transport.send(HTTPRequest(url: peer.url("/bye"), identity: offer))))
            seen.append(try Testimony(try await transport.send(HTTPRequest(url: peer.url("/who"), identity: offer))))
        }
        #expect(seen.map(\.connection) == Array(1...8))
        // Within one identity the session is resumed, across identities it is not.
        #expect(seen.map(\.isResumed) == [false, true, false, true, false, true, false, true])
        let leaves = try ["alice", "bob", "alice-renewed"].map { try peer.identity($0).certificate.sha256 }
        #expect(seen.map(\.identity) == [leaves[0], leaves[0], leaves[1], leaves[1], nil, nil, leaves[2], leaves[2]])

        // And each goes on over its own connection.
        let alice = HTTPRequest(url: try peer.url("/who"), identity: try peer.offer("alice"))
        let again = try Testimony(try await transport.send(alice))
        #expect(again.connection == 2 && again.request == 2)
    }

    @Test(arguments: ["1.2", "1.3"])
    func `do not let anybody in who shows nothing`(version: String) async throws {
        let peer = try await ClientCertificatePeer(.required, version)
        let transport = try CurlTransport(trust: peer.trust)
        let url = try peer.url("/bye")
        _ = try await transport.send(HTTPRequest(url: url, identity: try peer.offer("alice")))
        await #expect(throws: TransportError(.clientCertificateRequired, url: "", detail: "")) {
            try await transport.send(HTTPRequest(url: url))
        }
        await #expect(throws: TransportError(.clientCertificateRequested, url: "", detail: "")) {
            try await transport.send(HTTPRequest(url: url, identity: .undecided))
        }
    }

    @Test(arguments: ["1.2", "1.3"])
    func `are all closed by retiring their origin`(version: String) async throws {
        let peer = try await ClientCertificatePeer(alone: .optional, version)
        let transport = try CurlTransport(trust: peer.trust)
        let url = try peer.url("/who")
        for name in ["alice", "bob", "none", "alice", "bob", "none"] {
            _ = try await transport.send(HTTPRequest(url: url, identity: try peer.offer(name)))
        }
        #expect(try await peer.ask("/connections/") == "3")
        await transport.retireConnections(to: Origin(ofURL: url))
        for (index, name) in ["alice", "bob", "none"].enumerated() {
            let response = try await transport.send(HTTPRequest(url: url, identity: try peer.offer(name)))
            let testimony = try Testimony(response)
            #expect(testimony.connection == 4 + index)
            #expect(!testimony.isResumed)
        }
    }

    @Test(arguments: ["1.2", "1.3"])
    func `differ where an identity has got the issuers that it missed`(version: String) async throws {
        let peer = try await ClientCertificatePeer(alone: .required, version)
        let transport = try CurlTransport(trust: peer.trust)
        let url = try peer.url("/who")
        let whole = try peer.identity("alice-chain")
        let leaf = try #require(whole.chainPEM.range(of: "-----END CERTIFICATE-----\n"))
        let alone = try ClientIdentity(
            chainPEM: String(whole.chainPEM[..<leaf.upperBound]), keyPEM: whole.keyPEM)
        #expect(alone == whole)
        await #expect(throws: TransportError(.clientCertificateRejected, url: "", detail: "")) {
            try await transport.send(HTTPRequest(url: url, identity: .identity(alone)))
        }
        let response = try await transport.send(HTTPRequest(url: url, identity: .identity(whole)))
        #expect(try Testimony(response).identity == whole.certificate.sha256)
    }

    @Test func `tell also later what the server asked for in the handshake that counts`() async throws {
        let peer = try await ClientCertificatePeer(alone: .required, "1.3")
        let transport = try CurlTransport(trust: peer.trust)
        let alice = try peer.offer("alice")
        let asked = ClientCertificateRequest(acceptableIssuers: [], wasAnswered: true)
        for path in ["/who", "/bye", "/who"] {
            let response = try await transport.send(HTTPRequest(url: try peer.url(path), identity: alice))
            #expect(response.certificateRequest == asked)
            #expect(response.peerCertificates.count == 1)
        }
        #expect(try await peer.ask("/connections/") == "2")
    }
}

@Suite struct `A real nginx that asks for certificates` {
    let pki: TestPKI
    let nginx: NginxServer
    let transport: CurlTransport

    init() async throws {
        pki = try TestPKI()
        nginx = try NginxServer(pki: pki, clientAuthority: "client-ca")
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(pki.authorityPEM)]
        transport = try CurlTransport(trust: trust)
    }

    private func offer(_ name: String) throws -> IdentityOffer {
        let issued = try pki.issueIdentity(name)
        return .identity(try ClientIdentity(chainPEM: issued.chainPEM, keyPEM: issued.keyPEM))
    }

    @Test func `names the issuers that it accepts`() async throws {
        let response = try await transport.send(HTTPRequest(url: nginx.secureURL))
        let request = try #require(response.certificateRequest)
        #expect(!request.wasAnswered)
        guard case .identity(let alice) = try offer("alice"), case .identity(let carol) = try offer("carol") else {
            return
        }
        #expect(request.acceptableIssuers.count == 1)
        #expect(alice.isIssued(byAnyOf: request.acceptableIssuers))
        #expect(!carol.isIssued(byAnyOf: request.acceptableIssuers))
        do {
            _ = try await transport.send(HTTPRequest(url: nginx.secureURL, identity: .undecided))
            Issue.record("was answered")
        } catch {
            #expect(error.clientCertificate?.acceptableIssuers == request.acceptableIssuers)
            #expect(!error.mayHaveBeenSent)
        }
    }

    @Test func `sees each identity on a connection of its own over HTTP 2`() async throws {
        var seen: [ConnectionTestimony] = []
        for _ in 0..<2 {
            for name in ["alice", "bob"] {
                let request = HTTPRequest(url: nginx.secureURL, identity: try offer(name))
                let all = try await withThrowingTaskGroup(of: ConnectionTestimony?.self) { group in
                    for _ in 0..<8 {
                        group.addTask { [transport] in ConnectionTestimony(try await transport.send(request).body) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(all.allSatisfy { $0?.identity == "CN=\(name),O=mockportal" }, "\(all)")
                #expect(all.allSatisfy { $0?.version == "HTTP/2.0" })
                #expect(Set(all.map { $0?.connection }).count == 1)
                seen.append(try #require(all[0]))
            }
        }
        #expect(Set(seen.map(\.connection)).count == 2)
        #expect(seen.allSatisfy { !$0.isResumed })
    }
}
