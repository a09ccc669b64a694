import HTTPSemantics
import PortalTransport
import TLSIdentity
import Testing

/// A flaw of a server certificate, and what a transport must say of it.
struct FlawedCertificate: CustomTestStringConvertible, Sendable {
    let recipe: String
    let defects: Set<CertificateDefect>
    let version: String
    var testDescription: String { "\(recipe) over TLS \(version)" }

    static let all: [FlawedCertificate] = ["1.2", "1.3"].flatMap { version in
        [
            FlawedCertificate(recipe: "self-signed", defects: [.selfSigned], version: version),
            FlawedCertificate(recipe: "untrusted-root", defects: [.unknownRoot], version: version),
            FlawedCertificate(recipe: "missing-intermediate", defects: [.unknownRoot], version: version),
            FlawedCertificate(recipe: "expired", defects: [.expired], version: version),
            FlawedCertificate(recipe: "not-yet-valid", defects: [.notYetValid], version: version),
            FlawedCertificate(recipe: "wrong-host", defects: [.hostMismatch], version: version),
        ]
    }
}

@Suite struct `Server trust` {
    let trust: TrustDecisions

    init() async throws {
        var trust = TrustDecisions()
        trust.authorities = [PEMCertificates(try await TLSPeer.pki().authorityPEM)]
        self.trust = trust
    }

    @Test(arguments: FlawedCertificate.all)
    func `names the defects, and lets pass what a grant names`(_ flawed: FlawedCertificate) async throws {
        let peer = try await TLSPeer(recipe: flawed.recipe, version: flawed.version)
        let transport = try CurlTransport(trust: trust)
        let request = HTTPRequest(url: peer.url("/echo"))
        do {
            _ = try await transport.send(request)
            Issue.record("was trusted")
        } catch {
            #expect(error.code == .serverTrust, "\(error)")
            #expect(!error.mayHaveBeenSent)
            #expect(error.serverTrust?.origin == Origin(ofURL: request.url))
            #expect(error.serverTrust?.defects == flawed.defects)
            #expect(error.serverTrust?.chain.first?.sha256 == peer.leafSHA256)
        }

        for scope in [TrustGrant.Scope.certificate(sha256: peer.leafSHA256), .host] {
            var granted = trust
            granted.grants = [TrustGrant(host: "LOCALHOST.", port: nil, scope: scope, tolerating: flawed.defects)]
            await transport.setTrust(granted)
            let response = try await transport.send(request)
            #expect(response.status == 200)
            #expect(response.peerCertificates.first?.sha256 == peer.leafSHA256)
        }

        await transport.setTrust(trust)
        await #expect(throws: TransportError(.serverTrust, url: "", detail: "")) { try await transport.send(request) }
    }

    @Test(arguments: ["good", "chain", "reversed-chain"], ["1.2", "1.3"])
    func `is given where nothing is wrong`(recipe: String, version: String) async throws {
        let peer = try await TLSPeer(recipe: recipe, version: version)
        let response = try await CurlTransport(trust: trust).send(HTTPRequest(url: peer.url("/echo")))
        #expect(response.status == 200)
        #expect(response.peerCertificates.first?.sha256 == peer.leafSHA256)
    }

    @Test(arguments: ["1.2", "1.3"])
    func `does not stretch a grant`(version: String) async throws {
        let peer = try await TLSPeer(recipe: "expired", version: version)
        let other = try await TLSPeer(recipe: "self-signed", version: version)
        let port = peer.port
        let leaf = TrustGrant.Scope.certificate(sha256: peer.leafSHA256)
        let grants = [
            TrustGrant(host: "localhost", port: port, scope: .host),
            TrustGrant(host: "localhost", port: port + 1, scope: .host, tolerating: [.expired]),
            TrustGrant(host: "127.0.0.1", port: port, scope: .host, tolerating: [.expired]),
            TrustGrant(host: "host", port: nil, scope: .host, tolerating: [.expired]),
            TrustGrant(
                host: "localhost", port: port, scope: .certificate(sha256: other.leafSHA256), tolerating: [.expired]),
            TrustGrant(host: "localhost", port: port, scope: leaf, tolerating: [.selfSigned, .unknownRoot]),
        ]
        let transport = try CurlTransport(trust: trust)
        for grant in grants {
            var granted = trust
            granted.grants = [grant]
            await transport.setTrust(granted)
            await #expect(throws: TransportError(.serverTrust, url: "", detail: ""), "\(grant)") {
                try await transport.send(HTTPRequest(url: peer.url("/echo")))
            }
        }
    }

    @Test(arguments: ["1.2", "1.3"])
    func `tells of a missing client certificate, whatever curl's code is`(version: String) async throws {
        let peer = try await TLSPeer(recipe: "good", version: version, requiresClientCertificate: true)
        let transport = try CurlTransport(trust: trust)
        let request = HTTPRequest(url: peer.url("/echo"))
        do {
            _ = try await transport.send(request)
            Issue.record("was let in")
        } catch {
            #expect(error.code == .clientCertificateRequired, "\(error)")
            #expect(error.curlCode != 0)
            #expect(error.serverTrust == nil)
        }
    }

    @Test func `is not asked about where the server has only TLS 1_0`() async throws {
        let peer = try await TLSPeer(recipe: "good", version: "1.0")
        await #expect(throws: TransportError(.secureConnectionFailed, url: "", detail: "")) {
            try await CurlTransport(trust: trust).send(HTTPRequest(url: peer.url("/echo")))
        }
    }

    @Test func `is not asked about where the server speaks plain HTTP`() async throws {
        let port = try await HostilePeer.shared().port()
        let transport = try CurlTransport(trust: trust)
        do {
            _ = try await transport.send(HTTPRequest(url: "https://localhost:\(port)/echo"))
            Issue.record("was answered")
        } catch {
            #expect([.secureConnectionFailed, .emptyReply].contains(error.code), "\(error)")
            #expect(!error.mayHaveBeenSent)
        }
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `holds for names and for addresses`(host: String) async throws {
        let peer = try await TLSPeer(recipe: "good", version: "1.3")
        let response = try await CurlTransport(trust: trust).send(
            HTTPRequest(url: "https://\(host):\(peer.port)/echo"))
        #expect(response.status == 200)
    }

    @Test func `cannot be set up with an authority that is no certificate`() async throws {
        var broken = TrustDecisions()
        broken.authorities = [PEMCertificates("this is no PEM")]
        let peer = try await TLSPeer(recipe: "good", version: "1.3")
        await #expect(throws: TransportError(.library, url: "", detail: "")) {
            try await CurlTransport(trust: broken).send(HTTPRequest(url: peer.url("/echo")))
        }
    }
}
