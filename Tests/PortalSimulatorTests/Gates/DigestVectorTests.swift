import HTTPSemantics
import PortalJudge
import Testing

@testable import PortalSimulator

/// The published examples at the gate: their nonces are not ours, so a right response is a stale one.
@Suite("Published Digest examples") struct DigestVectorTests {
    struct Vector: CustomTestStringConvertible, Sendable {
        let name: String
        let header: String
        let realm: String
        let password: String
        var algorithm: String?
        var qop: [Blueprint.WebAuthentication.Offer.Quality] = [.auth]
        var opaque: String?
        let method = "GET"
        let target = "/dir/index.html"
        var testDescription: String { name }
    }

    static let rfc7616 =
        "Digest username=\"Mufasa\", realm=\"http-auth@example.org\", uri=\"/dir/index.html\", nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", nc=00000001, cnonce=\"f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ\", qop=auth, opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\", "

    static let vectors = [
        Vector(
            name: "RFC 2617 §3.5",
            header:
                "Digest username=\"Mufasa\", realm=\"testrealm@host.com\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\", uri=\"/dir/index.html\", qop=auth, nc=00000001, cnonce=\"0a4f113b\", response=\"6629fae49393a05397450978507c4ef1\", opaque=\"5ccc069c403ebaf9f0171e9517f40e41\"",
            realm: "testrealm@host.com", password: "Circle Of Life", opaque: "5ccc069c403ebaf9f0171e9517f40e41"),
        Vector(
            name: "RFC 2069 §2.4, corrected by its errata",
            header:
                "Digest username=\"Mufasa\", realm=\"testrealm@host.com\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\", uri=\"/dir/index.html\", response=\"1949323746fe6a43ef61f9606e7febea\"",
            realm: "testrealm@host.com", password: "CircleOfLife", qop: []),
        Vector(
            name: "RFC 7616 §3.9.1, MD5",
            header: rfc7616 + "algorithm=MD5, response=\"8ca523f5e9506fed4657c9700eebdbec\"",
            realm: "http-auth@example.org", password: "Circle of Life", algorithm: "MD5",
            opaque: "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"),
        Vector(
            name: "RFC 7616 §3.9.1, SHA-256",
            header: rfc7616
                + "algorithm=SHA-256, response=\"753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1\"",
            realm: "http-auth@example.org", password: "Circle of Life", algorithm: "SHA-256",
            opaque: "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"),
    ]

    @Test(arguments: vectors) func `is right under its own password only`(_ vector: Vector) throws {
        var offer = Blueprint.WebAuthentication.Offer(scheme: .digest)
        offer.realm = vector.realm
        offer.algorithm = vector.algorithm
        offer.qop = vector.qop
        offer.opaque = vector.opaque.map { .text($0) } ?? .none
        var rules = Blueprint.WebAuthentication()
        rules.challenges = [offer]
        let authorization = try #require(Authorization(fieldValue: vector.header))
        let request = DigestGate.Request(
            method: vector.method, target: vector.target, body: [], time: 0, origins: [])
        for (password, verdict) in [(vector.password, Journal.Authorization.Verdict.stale), ("other", .wrong)] {
            let gate = DigestGate(
                rules: rules, memory: WebTierMemory(), accounts: ["Mufasa": Secret(password)], path: "/dir/index.html")
            #expect(gate.judge(authorization, of: request).authorization.verdict == verdict)
        }
    }

    @Test func `the hash of a user name is that of the erratum`() {
        // RFC 7616 §3.9.2 by SHA-256, computed by hand with sha256sum.
        let hash = DigestComputation(hash: .sha256).userHash(username: "Jäsøn Doe", realm: "api@example.org")
        #expect(hash == "5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7")
    }
}
