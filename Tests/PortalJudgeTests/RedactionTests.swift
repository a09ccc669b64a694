import HTTPSemantics
import PortalJudge
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct `Stored evidence` {
    private var leaky: Evidence {
        var builder = EvidenceBuilder()
        builder.login()
        builder.request("GET", "Traffic", token: "token#1", target: "/x?token=canary%2dtoken-0001")
        builder.request(
            "GET", "info", headers: [HeaderField("Authorization", "Basic YWxpY2U6Y2FuYXJ5LXBhc3N3b3JkLTE=")])
        builder.evidence.output = [ClientOutput(place: "log", text: "password=\(EvidenceBuilder.password)!")]
        builder.evidence.events = ["failed(\(EvidenceBuilder.token))"]
        return builder.evidence
    }

    @Test func `holds no secret in any encoding`() throws {
        let text = String(decoding: try JSONEncoder().encode(leaky.redacted()), as: UTF8.self)
        for secret in [
            EvidenceBuilder.password, EvidenceBuilder.token, "canary%2dtoken-0001", "Y2FuYXJ5LXBhc3N3b3JkLTE",
        ] {
            #expect(!text.contains(secret))
        }
        for request in leaky.redacted().journal.requests {
            let bytes = String(decoding: request.body, as: UTF8.self)
            #expect(!bytes.contains(EvidenceBuilder.password))
        }
    }

    @Test func `holds no secret that stands where a scheme or a user name belongs`() throws {
        var builder = EvidenceBuilder()
        for value in [EvidenceBuilder.token, "\(EvidenceBuilder.token) x", "Basic\tYWxpY2U6Y2FuYXJ5LXBhc3N3b3JkLTE="] {
            builder.request(
                "GET", "info", token: "token#1", headers: [HeaderField("Authorization", value)],
                authorization: Journal.Authorization(
                    scheme: EvidenceBuilder.token, username: EvidenceBuilder.password, verdict: .wrong,
                    realm: EvidenceBuilder.token, cnonce: EvidenceBuilder.password))
        }
        builder.login()
        let text = String(decoding: try JSONEncoder().encode(builder.evidence.redacted()), as: UTF8.self)
        for secret in [EvidenceBuilder.password, EvidenceBuilder.token, "Y2FuYXJ5LXBhc3N3b3JkLTE"] {
            #expect(!text.contains(secret))
        }
    }

    /// Whatever a client can write anywhere of a connection or a request.
    @Test func `holds no secret in any word of the journal`() throws {
        var builder = EvidenceBuilder()
        let secret = EvidenceBuilder.password
        var windows = Journal.WindowsCredentials(message: "authenticate")
        windows.domain = secret
        builder.request(
            secret, secret, target: "/\(secret)",
            headers: [
                HeaderField(secret, secret), HeaderField("Host", secret.uppercased()),
                HeaderField("Origin", "https://x.\(secret.uppercased()):1"),
            ],
            authorization: Journal.Authorization(
                scheme: secret, username: secret, verdict: .wrong, realm: secret, cnonce: secret, qop: secret,
                algorithm: secret, windows: windows))
        builder.evidence.journal.requests[0].grant = Journal.Grant(type: secret, client: secret)
        builder.evidence.journal.connections[0].tls?.serverName = "a.\(secret.uppercased()).\(secret)"
        builder.evidence.journal.connections[0].tls?.alpn = [secret, "h2"]
        builder.evidence.journal.connections[0].tls?.clientCertificate = "CN=\(secret)"
        let redacted = builder.evidence.redacted()
        let text = String(decoding: try JSONEncoder().encode(redacted), as: UTF8.self)
        #expect(!text.lowercased().contains(secret))
        let tls = try #require(redacted.journal.connections[0].tls)
        #expect(tls.serverName == "a.redacted-password-alice.redacted-password-alice")
        #expect(tls.alpn == ["redacted-password-alice", "h2"])
        #expect(redacted.journal.requests[0].headers[2].value == "https://x.redacted-password-alice:1")
        let again = Judge.verdict(on: redacted, expecting: Expectation())
        let fresh = Judge.verdict(on: builder.evidence, expecting: Expectation())
        #expect(fresh.findings.map(\.code) == again.findings.map(\.code))
        #expect(fresh.findings.map(\.code).contains("secret.in-handshake"))
        let entry = try #require(
            JournalRedaction(builder.evidence.canaries).redacted(builder.evidence.journal.connections[0]).tls)
        #expect(entry == tls)
    }

    @Test func `is judged like fresh evidence`() throws {
        let expectation = try Expectation.wire(
            "POST generateToken password=right -> token#1", "GET Traffic +token#1 -> 200")
        let fresh = Judge.verdict(on: leaky, expecting: expectation)
        #expect(fresh.kind == .failed)
        let stored = try JSONDecoder().decode(Evidence.self, from: try JSONEncoder().encode(leaky.redacted()))
        let expected = try JSONDecoder().decode(Expectation.self, from: try JSONEncoder().encode(expectation))
        let again = Judge.verdict(on: stored, expecting: expected)
        #expect(again.findings.map(\.code) == fresh.findings.map(\.code))
        #expect(again.kind == fresh.kind)
    }
}

@Suite struct `Redacted forms` {
    /// A `+` that is not escaped is a blank, so that the form holds another password (WHATWG URL, application/x-www-form-urlencoded).
    @Test(arguments: [("p%2Bword-1%20é", true), ("p%2Bword-1+é", true), ("p+word-1%20é", false), ("p+word-1+é", false)])
    func `tell a password from what a form makes of it`(row: (form: String, isRight: Bool)) throws {
        var builder = EvidenceBuilder()
        builder.evidence.canaries = [
            Canary(name: "password:alice", kind: .password, value: "p+word-1 é", origins: ["https://localhost:8443"])
        ]
        builder.request("POST", "generateToken", target: "/generateToken")
        builder.evidence.journal.requests[0].body = Array("username=alice&password=\(row.form)".utf8)
        let shown = String(decoding: builder.evidence.redacted().journal.requests[0].body, as: UTF8.self)
        #expect(shown == "username=alice&password=redacted-password-alice\(row.isRight ? "" : "-with-blanks")")
    }
}
