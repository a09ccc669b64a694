import JSONValues
import MockPortalServer
import PortalJudge
import TLSIdentity
import Testing

/// The gate and the handshake together: what curl gets with an identity, and without.
@Suite("Client certificates from handshake to answer") struct CertificateFlowTests {
    func curl(_ portal: MockPortal, _ identity: String?, _ arguments: [String]) async throws -> (
        status: Int32, output: String
    ) {
        let authority = try TestPortal.authorityFile()
        let file = try identity.map { try IdentityFile($0) }
        let certificate = file.map { ["--cert", $0.path] } ?? []
        return try await Child.curl(["--cacert", authority.path] + certificate + arguments)
    }

    @Test(arguments: ["pki", "pki-optional", "pki-nginx", "pki-iis", "pki-apache"])
    func `the certificate names the user`(_ preset: String) async throws {
        let portal = try TestPortal.start(preset: preset)
        defer { portal.stop() }
        let answer = try await curl(portal, "alice", ["\(portal.url)/sharing/rest/portals/self?f=json"])
        #expect(answer.output.contains("\"username\":\"alice\""))
        let request = try #require(portal.journal().requests.first)
        #expect(
            request.decisions.first == .init(gate: "certificate", passed: true, reason: "the certificate alice is good")
        )
    }

    @Test func `an identity with an RSA key is the same identity`() async throws {
        let portal = try TestPortal.start(preset: "pki")
        defer { portal.stop() }
        let alice = try portal.identity(named: "alice", algorithm: .rsa)
        let file = try TemporaryFile(alice.keyPEM.expanded + alice.chainPEM)
        let answer = try await curl(
            portal, nil, ["--cert", file.path, "\(portal.url)/sharing/rest/community/self?f=json"])
        #expect(answer.output.contains("\"username\":\"alice\""))
        let request = try #require(portal.journal().requests.first)
        #expect(request.decisions.first?.reason == "the certificate alice is good")
    }

    @Test(
        arguments: [
            ("pki-nginx", nil, "400 No required SSL certificate was sent"),
            ("pki-nginx", "carol", "400 The SSL certificate error"),
            ("pki-nginx", "alice-expired", "The SSL certificate error"),
            ("pki-iis", nil, "403.7"), ("pki-iis", "alice-self-signed", "403.16"),
            ("pki-iis", "alice-expired", "403.17"),
            ("pki-apache", nil, "Cannot perform Post-Handshake Authentication"),
        ] as [(String, String?, String)])
    func `a refusal over HTTP arrives whole`(_ preset: String, _ identity: String?, _ words: String) async throws {
        let portal = try TestPortal.start(preset: preset)
        defer { portal.stop() }
        let answer = try await curl(portal, identity, ["\(portal.url)/sharing/rest/portals/self?f=json"])
        #expect(answer.status == 0)
        #expect(answer.output.contains(words))
        #expect(portal.journal().requests.first?.decisions.first?.passed == false)
    }

    @Test func `the portal wants the certificate, the server wants a token of the portal`() async throws {
        let portal = try TestPortal.start(preset: "pki")
        defer { portal.stop() }
        let service = "\(portal.serverURL)/rest/services/Traffic/FeatureServer?f=json"
        #expect(try await curl(portal, "alice", [service]).output.contains("\"code\":499"))
        let form = "request=getToken&serverURL=\(portal.serverURL)&referer=http&f=json&expiration=16000"
        let issued = try await curl(portal, "alice", ["-d", form, "\(portal.url)/sharing/rest/generateToken"])
        let token = try #require(JSONValue(parsing: issued.output)["token"]?.string)
        let answer = try await curl(
            portal, "alice", ["-H", "X-Esri-Authorization: Bearer \(token)", "-e", "http", service])
        #expect(answer.output.contains("\"layers\""))
        #expect(portal.journal().requests.map(\.answer?.code) == [499, 200, 200])
    }
}
