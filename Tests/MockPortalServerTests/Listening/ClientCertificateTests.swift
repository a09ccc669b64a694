import JSONValues
import MockPortalServer
import PortalJudge
import TLSIdentity
import Testing

@Suite("Client certificates") struct ClientCertificateTests {
    struct Refusal: CustomTestStringConvertible, Sendable {
        let identity: String?
        let alert: Int
        let name: String
        let verdict: String?
        /// Words of curl over OpenSSL.
        let words: String

        var testDescription: String { identity ?? "none" }
    }

    static let refusals = [
        Refusal(identity: nil, alert: 116, name: "certificate_required", verdict: nil, words: "certificate required"),
        Refusal(
            identity: "alice-other-ca", alert: 48, name: "unknown_ca", verdict: "unknown_ca", words: "unknown ca"),
        Refusal(
            identity: "alice-self-signed", alert: 48, name: "unknown_ca", verdict: "unknown_ca", words: "unknown ca"),
        Refusal(
            identity: "alice-expired", alert: 45, name: "certificate_expired", verdict: "certificate_expired",
            words: "certificate expired"),
        Refusal(
            identity: "alice-not-yet-valid", alert: 42, name: "bad_certificate", verdict: "certificate_not_yet_valid",
            words: "bad certificate"),
        Refusal(
            identity: "alice-server-purpose", alert: 43, name: "unsupported_certificate",
            verdict: "unsupported_certificate", words: "unsupported certificate"),
    ]

    @Test(arguments: refusals, ["1.2", "1.3"]) func `A refusal names its reason on the wire and in the journal`(
        refusal: Refusal, version: String
    ) async throws {
        let portal = try TestPortal.startAsking()
        defer { portal.stop() }
        let file = try refusal.identity.map { try IdentityFile($0) }
        let curl = try await Self.curl(portal, file, ["--tlsv\(version)", "--tls-max", version])
        // TLS 1.2 has no alert for a certificate that is missing.
        let isMissingOf12 = refusal.identity == nil && version == "1.2"
        #expect(curl.status != 0)
        // curl takes an expiry that it is told of in the handshake for one that it found itself.
        let isExpiryOf12 = refusal.alert == 45 && version == "1.2"
        let words = isMissingOf12 ? "handshake failure" : isExpiryOf12 ? "SSL certificate" : refusal.words
        #expect(curl.output.contains(words), "\(curl.output)")
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().requests.isEmpty)
        let connection = try #require(portal.journal().connections.first)
        let tls = try #require(connection.tls)
        #expect(tls.outcome == .refusedByServer)
        #expect(
            tls.alert
                == (isMissingOf12
                    ? Journal.Alert(number: 40, name: "handshake_failure", sentBy: "server")
                    : Journal.Alert(number: refusal.alert, name: refusal.name, sentBy: "server")))
        #expect(tls.identity == refusal.identity)
        #expect(tls.identityVerdict == refusal.verdict)
        #expect(tls.clientCertificate == file?.identity.subject)
        #expect(connection.end?.by == "server")
    }

    @Test(arguments: ["alice", "bob", "alice-renewed", "alice-chain"], ["1.2", "1.3"])
    func `An accepted identity gets in and is named`(name: String, version: String) async throws {
        let portal = try TestPortal.startAsking()
        defer { portal.stop() }
        let file = try IdentityFile(name)
        let curl = try await Self.curl(portal, file, ["--tlsv\(version)", "--tls-max", version])
        #expect(curl.output.contains("200"), "\(curl.output)")
        #expect(await portal.waitUntilQuiet())
        let tls = try #require(portal.journal().connections.first?.tls)
        #expect(tls.outcome == .completed)
        #expect(tls.identity == name)
        #expect(tls.identityVerdict == "good")
        #expect(tls.clientCertificate == file.identity.subject)
        #expect(tls.acceptableIssuers?.count == 1)
        #expect(portal.journal().requests.count == 1)
    }

    @Test func `A listener that does not ask is shown nothing`() async throws {
        let portal = try TestPortal.start()
        defer { portal.stop() }
        #expect(try await Self.curl(portal, try IdentityFile("alice")).output.contains("200"))
        let shown = try await Self.openssl(portal)
        #expect(shown.contains("No client certificate CA names sent"))
        #expect(await portal.waitUntilQuiet())
        for connection in portal.journal().connections {
            #expect(connection.tls?.acceptableIssuers == nil)
            #expect(connection.tls?.identity == nil)
        }
        #expect(portal.identities.isEmpty)
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"]) func `The acceptable issuers are sent and journaled`(
        version: String
    ) async throws {
        let portal = try TestPortal.startAsking([
            "authorities": ["client-ca", "other-client-ca"], "ask": "optional",
        ])
        defer { portal.stop() }
        let shown = try await Self.openssl(portal, [version, "-nameopt", "RFC2253"])
        #expect(await portal.waitUntilQuiet())
        let issuers = try #require(portal.journal().connections.first?.tls?.acceptableIssuers)
        #expect(issuers.count == 2)
        #expect(shown.contains("Acceptable client certificate CA names"))
        for issuer in issuers { #expect(!issuer.isEmpty && shown.contains(issuer), "\(shown)") }
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"]) func `The list of issuers may be empty`(version: String) async throws {
        let portal = try TestPortal.startAsking(["sendsIssuers": false, "ask": "optional"])
        defer { portal.stop() }
        #expect(try await Self.openssl(portal, [version]).contains("No client certificate CA names sent"))
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().connections.map(\.tls?.acceptableIssuers) == [[]])
    }

    @Test func `An optional certificate may be missing but not bad`() async throws {
        let portal = try TestPortal.startAsking(["ask": "optional"])
        defer { portal.stop() }
        #expect(try await Self.curl(portal, nil).output.contains("200"))
        #expect(try await Self.curl(portal, try IdentityFile("alice")).output.contains("200"))
        #expect(try await Self.curl(portal, try IdentityFile("alice-other-ca")).output.contains("unknown ca"))
        #expect(await portal.waitUntilQuiet())
        let handshakes = portal.journal().connections.compactMap(\.tls)
        #expect(handshakes.map(\.outcome) == [.completed, .completed, .refusedByServer])
        #expect(handshakes.map(\.identity) == [nil, "alice", "alice-other-ca"])
    }

    @Test(arguments: ["nginx", "iis"], ["required", "optional"])
    func `A front that refuses over HTTP lets every handshake through`(refuse: String, ask: String) async throws {
        let portal = try TestPortal.startAsking(["refuse": .string(refuse), "ask": .string(ask)])
        defer { portal.stop() }
        let names: [String?] = [nil, "alice", "alice-other-ca", "alice-expired", "alice-server-purpose"]
        for name in names { _ = try await Self.curl(portal, try name.map { try IdentityFile($0) }) }
        #expect(await portal.waitUntilQuiet())
        let handshakes = portal.journal().connections.compactMap(\.tls)
        #expect(handshakes.allSatisfy { $0.outcome == .completed })
        #expect(
            handshakes.map(\.identityVerdict)
                == [nil, "good", "unknown_ca", "certificate_expired", "unsupported_certificate"])
        #expect(portal.journal().requests.count == names.count)
    }

    /// curl's exit status, the HTTP status and what it says of an error.
    static func curl(_ portal: MockPortal, _ file: IdentityFile?, _ options: [String] = []) async throws -> (
        status: Int32, output: String
    ) {
        try await Child.curl(
            options + ["-k", "-o", "/dev/null", "-w", "%{http_code}", TestPortal.infoURL(portal)]
                + (file.map { ["--cert", $0.path] } ?? []))
    }

    /// What openssl shows of a handshake.
    static func openssl(_ portal: MockPortal, _ options: [String] = []) async throws -> String {
        try await Child.run("openssl", ["s_client", "-connect", "127.0.0.1:\(portal.port)"] + options).output
    }
}
