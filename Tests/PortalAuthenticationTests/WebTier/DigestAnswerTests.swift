import HTTPSemantics
import PortalAuthentication
import Testing

@Suite struct `Digest answers` {
    /// The request of RFC 2617 §3.5, changed where a case says so; values without a source were computed with Python's hashlib.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let challenge: String
        var user = "Mufasa"
        var password = "Circle Of Life"
        var method = "GET"
        var uri = "/dir/index.html"
        var body: [UInt8]?
        var count: UInt32 = 1
        var cnonce = "0a4f113b"
        let expected: String

        init(_ name: String, _ challenge: String, giving expected: String, _ change: (inout Case) -> Void = { _ in }) {
            testDescription = name
            self.challenge = challenge
            self.expected = expected
            change(&self)
        }
    }

    static let words = #"realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#
    static let rfc7616 =
        #"realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", algorithm="#
    static let rfc7616Cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    static let search: @Sendable (inout Case) -> Void = {
        ($0.method, $0.uri, $0.count) = ("POST", "/portal/sharing/rest/search?f=json", 10)
        $0.body = Array("q=owner%3Aalice&f=json".utf8)
    }
    static let jason: @Sendable (inout Case) -> Void = {
        ($0.user, $0.password, $0.uri, $0.cnonce) = ("Jäsøn Doe", "Secret, or not?", "/doe.json", "c")
    }

    static let cases = [
        Case(
            "RFC 2617 §3.5",
            "Digest \(words), qop=\"auth,auth-int\", opaque=\"5ccc069c403ebaf9f0171e9517f40e41\"",
            giving:
                #"Digest username="Mufasa", realm="testrealm@host.com", uri="/dir/index.html", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", nc=00000001, cnonce="0a4f113b", qop=auth, response="6629fae49393a05397450978507c4ef1", opaque="5ccc069c403ebaf9f0171e9517f40e41""#
        ),
        // RFC erratum 749 of RFC 2069 §2.4 corrects the printed response.
        Case(
            "RFC 2069 §2.4, without qop", "Digest \(words)",
            giving:
                #"Digest username="Mufasa", realm="testrealm@host.com", uri="/dir/index.html", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", response="1949323746fe6a43ef61f9606e7febea""#
        ) { $0.password = "CircleOfLife" },
        Case(
            "RFC 7616 §3.9.1, MD5", "Digest \(rfc7616)MD5",
            giving:
                #"Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=MD5, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="8ca523f5e9506fed4657c9700eebdbec", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#
        ) { ($0.password, $0.cnonce) = ("Circle of Life", rfc7616Cnonce) },
        Case(
            "RFC 7616 §3.9.1, SHA-256", "Digest \(rfc7616)SHA-256",
            giving:
                #"Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#
        ) { ($0.password, $0.cnonce) = ("Circle of Life", rfc7616Cnonce) },
        Case(
            "MD5-sess", "Digest \(words), qop=auth, algorithm=\"md5-SESS\"",
            giving:
                #"Digest username="Mufasa", realm="testrealm@host.com", uri="/dir/index.html", algorithm=MD5-sess, nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", nc=00000002, cnonce="0a4f113b", qop=auth, response="d16df0df0d92cef8935129145e21b5e1""#
        ) { $0.count = 2 },
        Case(
            "SHA-256-sess", "Digest \(words), qop=auth, algorithm=SHA-256-sess",
            giving:
                #"Digest username="Mufasa", realm="testrealm@host.com", uri="/dir/index.html", algorithm=SHA-256-sess, nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", nc=00000002, cnonce="0a4f113b", qop=auth, response="da9692cb42087d7011243410f92f21c13acecaa6bbafa73f6da70d95ef263f0b""#
        ) { $0.count = 2 },
        Case(
            "a session without qop tells its client nonce", "Digest \(words), algorithm=MD5-sess",
            giving:
                #"Digest username="Mufasa", realm="testrealm@host.com", uri="/dir/index.html", algorithm=MD5-sess, nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", cnonce="0a4f113b", response="4726bc10c33fa6cb357eb27807b1cce8""#
        ),
        Case(
            "auth-int over a body", "Digest \(words), qop=\"auth-int\"",
            giving:
                #"Digest username="Mufasa", realm="testrealm@host.com", uri="/portal/sharing/rest/search?f=json", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", nc=0000000a, cnonce="0a4f113b", qop=auth-int, response="1fb3e6acb725397746f2726d16787358""#,
            search),
        Case(
            "auth-int over a body, SHA-256", "Digest \(words), qop=\"auth-int\", algorithm=SHA-256",
            giving:
                #"Digest username="Mufasa", realm="testrealm@host.com", uri="/portal/sharing/rest/search?f=json", algorithm=SHA-256, nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", nc=0000000a, cnonce="0a4f113b", qop=auth-int, response="0deb3866fe396e1c9c084b8cae51d7f1432120ae0b59b227d276626975e7bacd""#,
            search),
        Case(
            "auth-int without a body", "Digest \(words), qop=\"auth-int\"",
            giving:
                #"Digest username="Mufasa", realm="testrealm@host.com", uri="/dir/index.html", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", nc=00000001, cnonce="0a4f113b", qop=auth-int, response="5e6610ecf9ba3017a4870ad48e3ad30b""#
        ),
        Case(
            "quotes, backslashes and commas", #"Digest realm="one, two", nonce="n", qop=auth, opaque="\"\\, =""#,
            giving:
                #"Digest username="a\"b\\c", realm="one, two", uri="/", nonce="n", nc=00000001, cnonce="c", qop=auth, response="814dacda3e97df54a3a7260f044e2067", opaque="\"\\, =""#
        ) { ($0.user, $0.password, $0.uri, $0.cnonce) = (#"a"b\c"#, "p", "/", "c") },
        Case(
            "a name beyond ASCII, in the notation of RFC 8187",
            #"Digest realm="api@example.org", nonce="n", qop=auth, charset=utf-8"#,
            giving:
                #"Digest username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, realm="api@example.org", uri="/doe.json", nonce="n", nc=00000001, cnonce="c", qop=auth, response="00dd4f8962ab0d2c10b43634da72a44d""#,
            jason),
        Case(
            "a name beyond ASCII, where no charset is named", #"Digest realm="api@example.org", nonce="n", qop=auth"#,
            giving:
                #"Digest username="Jäsøn Doe", realm="api@example.org", uri="/doe.json", nonce="n", nc=00000001, cnonce="c", qop=auth, response="00dd4f8962ab0d2c10b43634da72a44d""#,
            jason),
        Case(
            "a hashed name",
            #"Digest realm="api@example.org", nonce="n", qop=auth, charset=UTF-8, userhash=true, algorithm=SHA-256"#,
            giving:
                #"Digest username="5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7", realm="api@example.org", uri="/doe.json", algorithm=SHA-256, nonce="n", nc=00000001, cnonce="c", qop=auth, response="88b474a94539022f3d252e339dd723eed819edef92d20c67b54aa593902a37c0", userhash=true"#,
            jason),
    ]

    @Test(arguments: cases) func `are those of the vectors`(_ one: Case) throws {
        let answer = try DigestAnswer(
            challenge: digest(one.challenge), username: one.user, password: Secret(one.password), method: one.method,
            uri: one.uri, body: { one.body }, nonceCount: NonceCount(one.count), cnonce: one.cnonce)
        #expect(answer.fieldValue.reveal { $0 } == one.expected)
    }

    @Test func `are refused where only unknown qualities of protection are offered`() throws {
        let challenge = try digest("Digest \(Self.words), qop=\"auth-conf\"")
        #expect(throws: PortalError(.unsupportedQop, detail: "")) { try answer(challenge) }
    }

    @Test(arguments: ["a\r\nX: y", "a\u{0}", "a\u{7F}", "\t"])
    func `are refused for names that no field can carry`(_ name: String) throws {
        let challenge = try digest("Digest \(Self.words), qop=auth")
        #expect(throws: PortalError(.invalidArgument, detail: "")) { try answer(challenge, user: name) }
    }

    @Test(arguments: [("auth", 0), ("auth,auth-int", 0), ("auth-int", 1)])
    func `ask for the body only where they cover it`(_ qop: String, _ times: Int) throws {
        let challenge = try digest("Digest \(Self.words), qop=\"\(qop)\"")
        var asked = 0
        let body: () throws(PortalError) -> [UInt8]? = { () throws(PortalError) -> [UInt8]? in
            asked += 1
            return [1]
        }
        _ = try DigestAnswer(
            challenge: challenge, username: "u", password: Secret("hush"), method: "POST", uri: "/", body: body,
            nonceCount: .first, cnonce: "c")
        #expect(asked == times)
    }

    @Test func `fail as the body fails that they would cover`() throws {
        let challenge = try digest("Digest \(Self.words), qop=\"auth-int\"")
        let unread = PortalError(.notFound, detail: "unread")
        #expect(throws: unread) {
            try DigestAnswer(
                challenge: challenge, username: "u", password: Secret("hush"), method: "POST", uri: "/",
                body: { () throws(PortalError) -> [UInt8]? in throw unread }, nonceCount: .first, cnonce: "c")
        }
    }

    @Test func `print neither password nor response`() throws {
        let answer = try answer(digest("Digest \(Self.words), qop=auth"), user: "Mufasa")
        var dumped = ""
        dump(answer, to: &dumped)
        let response = try #require(answer.fieldValue.reveal { Authorization(fieldValue: $0) }?["response"])
        #expect(response.count == 32 && !dumped.contains(response) && !dumped.contains("hush"))
    }

    @discardableResult
    private func answer(_ challenge: DigestChallenge, user: String = "u") throws -> DigestAnswer {
        try DigestAnswer(
            challenge: challenge, username: user, password: Secret("hush"), method: "GET", uri: "/", body: { nil },
            nonceCount: .first, cnonce: "c")
    }
}

/// The first challenge of a field value, checked.
func digest(_ value: String) throws -> DigestChallenge {
    try DigestChallenge(#require(Challenge.challenges(inValue: value).first))
}
