import HTTPSemantics
import MockPortalServer
import PortalAuthentication
import PortalJudge
import PortalTransport
import TLSIdentity
import Testing

/// One way of asking for a client certificate, under one TLS version.
struct CertificateCase: CustomTestStringConvertible, Sendable {
    let certificates: WebTier.Certificates
    let version: String

    var testDescription: String { "\(certificates), TLS \(version)" }
    var tier: WebTier { WebTier(certificates: certificates, versions: [version]) }

    static func all(_ certificates: [WebTier.Certificates]) -> [CertificateCase] {
        ["1.2", "1.3"].flatMap { version in certificates.map { CertificateCase(certificates: $0, version: version) } }
    }
}

/// What is true of the client and a web server that asks for its certificate, whichever way that server refuses one.
enum CertificateChecks {
    /// The chosen identity gets in, is asked for once, and the portal names it.
    static func letsIn(_ software: WebFront.Software, _ row: CertificateCase) async throws {
        try await WebFront.run(software, row.tier) { front in
            let app = try App(identity: "alice")
            #expect(try await app.user(of: front.url) == "alice", "\(front.log)")
            #expect(app.challenges.map(\.space.method) == [.clientCertificate])
            // A second look needs no second question.
            #expect(try await app.user(of: front.url) == "alice")
            #expect(app.challenges.count == 1)
        }
    }

    /// Three pictures on the wire, an alert, an HTTP 400 and an HTTP 403, have one name in the client.
    static func refuses(_ software: WebFront.Software, _ row: CertificateCase) async throws {
        try await WebFront.run(software, row.tier) { front in
            let none = try App(identity: nil)
            let missing = await none.failure(of: front.url)
            #expect(missing?.code == .clientCertificateRequired, "\(String(describing: missing)) \(front.log)")
            #expect(missing?.clientCertificate?.identity == nil)
            for name in ["carol", "alice-expired"] {
                let app = try App(identity: name)
                let refused = await app.failure(of: front.url)
                #expect(
                    refused?.code == .clientCertificateRejected, "\(name): \(String(describing: refused)) \(front.log)")
                let identity = try TestAuthority.identity(named: name)
                #expect(refused?.clientCertificate?.identity == identity, "\(name)")
            }
            #expect(
                front.portal.journal().requests.allSatisfy { $0.answer?.status != 200 }, "none of them came through")
        }
    }

    /// Where a certificate may be shown, the portal is there for both, and knows one of them.
    static func isOptional(_ software: WebFront.Software, version: String) async throws {
        try await WebFront.run(software, WebTier(certificates: .optional, versions: [version])) { front in
            let stranger = try App(identity: nil)
            #expect(try await stranger.user(of: front.url) == nil, "\(front.log)")
            #expect(stranger.challenges.map(\.space.method) == [.clientCertificate])
            let alice = try App(identity: "alice")
            #expect(try await alice.user(of: front.url) == "alice", "\(front.log)")
        }
    }

    /// The issuers that the server names choose among what the store holds.
    static func namesIssuers(_ software: WebFront.Software, version: String) async throws {
        try await WebFront.run(software, WebTier(certificates: .required, versions: [version])) { front in
            let app = try App { challenge in
                challenge.candidates.first.map { .credential(.certificate($0)) } ?? .cancel
            }
            for name in ["carol", "alice"] {
                let file = try TestAuthority.pki.pkcs12(name, password: "p+&=%20é")
                _ = try app.environment.identities.importPKCS12(file, password: Secret("p+&=%20é"), overwrite: false)
            }
            #expect(try await app.user(of: front.url) == "alice", "\(front.log)")
            let challenge = try #require(app.challenges.first)
            #expect(challenge.candidates == [try TestAuthority.identity(named: "alice")])
            #expect(challenge.space.acceptableIssuers?.count == 1)
        }
    }
}
