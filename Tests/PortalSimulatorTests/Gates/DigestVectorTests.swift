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

    struct Slip: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var realm = "portal"
        var algorithm = "SHA-256"
        var qop = "auth"
        /// What is hashed in the place of the right words.
        var name = "Alice"
        var hashedRealm: String?
        var method = "POST"
        var uri = "/portal/x?f=json"
        var hashedQop: String?
        var isSession = false
        var hasBody = false
        var isUpper = false
        /// What the gate says; nil where it may know no better than that the response is another one.
        let says: String?
    }

    static let slips = [
        Slip(testDescription: "another password", name: "Bob", says: nil),
        Slip(
            testDescription: "the method of another request", method: "GET",
            says: "A2 has the method GET, and the request's is POST"),
        Slip(testDescription: "a realm in capitals", hashedRealm: "PORTAL", says: "A1 has the realm in other letters"),
        Slip(testDescription: "a name in small letters", name: "alice", says: "A1 has the user name in other letters"),
        Slip(
            testDescription: "a session without its key", algorithm: "SHA-256-sess", says: "A1 lacks nonce and cnonce"),
        Slip(testDescription: "a session that is none", isSession: true, says: "A1 has nonce and cnonce"),
        Slip(testDescription: "digits in capitals", isUpper: true, says: "its digits are capitals"),
        Slip(
            testDescription: "auth-int without the body", qop: "auth-int", hashedQop: "auth-int",
            says: "A2 lacks the body"),
        Slip(testDescription: "a target without its query", uri: "/portal/x", says: "A2 has another uri"),
    ]

    @Test(arguments: slips) func `tell what was reckoned wrongly of the right password`(_ slip: Slip) throws {
        let computation = DigestComputation(hash: .sha256)
        var offer = Blueprint.WebAuthentication.Offer(scheme: .digest)
        offer.realm = "portal"
        offer.algorithm = slip.algorithm
        offer.qop = [.auth, .authInt]
        var rules = Blueprint.WebAuthentication()
        rules.challenges = [offer]
        let nonce = "n", cnonce = "c"
        var key = computation.secret(
            username: slip.name, realm: slip.hashedRealm ?? "portal", password: slip.name == "Bob" ? "other" : "right")
        if slip.isSession { key = computation.sessionKey(key, .init(nonce: nonce, cnonce: cnonce)) }
        let request = "\(slip.method):\(slip.uri)"
        let a2 = computation.hashForTests(request)
        let response = computation.hashForTests(
            "\(key):\(nonce):00000001:\(cnonce):\(slip.hashedQop ?? slip.qop):\(a2)")
        let header =
            "Digest username=\"Alice\", realm=\"portal\", nonce=\"\(nonce)\", uri=\"/portal/x?f=json\", nc=00000001, "
            + "cnonce=\"\(cnonce)\", qop=\(slip.qop), algorithm=\(slip.algorithm), "
            + "response=\"\(slip.isUpper ? response.uppercased() : response)\""
        let gate = DigestGate(
            rules: rules, memory: WebTierMemory(), accounts: ["Alice": Secret("right")], path: "/portal/x")
        let judgement = gate.judge(
            try #require(Authorization(fieldValue: header)),
            of: DigestGate.Request(
                method: "POST", target: "/portal/x?f=json", body: Array("a=b".utf8), time: 0, origins: []))
        #expect(judgement.authorization.verdict == .wrong)
        #expect(judgement.cause == (slip.says == nil ? .credentialsWrong : .digestResponse), "\(judgement.reason)")
        if let says = slip.says { #expect(judgement.reason.contains(says), "\(judgement.reason)") }
    }

    @Test func `the hash of a user name is that of the erratum`() {
        // RFC 7616 §3.9.2 by SHA-256, computed by hand with sha256sum.
        let hash = DigestComputation(hash: .sha256).userHash(username: "Jäsøn Doe", realm: "api@example.org")
        #expect(hash == "5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7")
    }
}

extension DigestComputation {
    /// The hash of a text; the one of a user name is that of two texts with a colon between.
    fileprivate func hashForTests(_ text: String) -> String {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return userHash(username: String(parts[0]), realm: String(parts[1]))
    }
}
