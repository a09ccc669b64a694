import HTTPSemantics
import Testing

@Suite struct `Challenges` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let values: [String]
        let expected: [String]
        init(_ name: String, _ values: String..., giving expected: [String]) {
            testDescription = name
            self.values = values
            self.expected = expected
        }
    }
    static let cases = [
        Case("one scheme alone", "Negotiate", giving: ["Negotiate"]),
        Case("token68", "Negotiate YII+/=", giving: ["Negotiate YII+/="]),
        Case("one parameter", #"Basic realm="R""#, giving: [#"Basic realm="R""#]),
        Case(
            "comma in a realm", #"Basic realm="a, b", charset="UTF-8""#,
            giving: [#"Basic realm="a, b", charset="UTF-8""#]),
        Case("escaped quote", #"Basic realm="a\"b\\c""#, giving: [#"Basic realm="a\"b\\c""#]),
        Case(
            "RFC 9110 §11.6.1", #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#,
            giving: [#"Basic realm="simple""#, #"Newauth realm="apps", type=1, title="Login to \"apps\"""#]),
        Case(
            "two lines", #"Digest realm="R", nonce="n", qop="auth""#, "Basic realm=x",
            giving: [#"Digest realm="R", nonce="n", qop="auth""#, "Basic realm=x"]),
        Case("empty list elements", #", ,Basic realm="R",,Negotiate,"#, giving: [#"Basic realm="R""#, "Negotiate"]),
        Case("blanks around the equals sign", "Basic realm = R", giving: ["Basic realm=R"]),
        Case("token68 then a scheme", #"NTLM TlRM==, Basic realm="R""#, giving: ["NTLM TlRM==", #"Basic realm="R""#]),
        Case(
            "scheme, comma, scheme with parameters", #"Negotiate, Digest nonce="a""#,
            giving: ["Negotiate", #"Digest nonce="a""#]),
        Case("empty quoted value", #"Basic realm="""#, giving: [#"Basic realm="""#]),
        Case(
            "unquoted values that are no tokens", "Bearer uri=https://h.test/a?b=c, Digest nonce=ab/c==,qop=auth",
            giving: [#"Bearer uri="https://h.test/a?b=c""#, #"Digest nonce="ab/c==", qop=auth"#]),
        Case(
            "no comma between", #"Digest a="1" b="2" Basic realm="R""#,
            giving: [#"Digest a="1", b="2""#, #"Basic realm="R""#]),
        Case(
            "a control character", "Basic realm=R, Digest realm=\"a\u{0}b\", Negotiate",
            giving: ["Basic realm=R", "Digest"]),
        Case("bytes beyond ASCII", #"Basic realm="\ü\"́", Negotiate"#, giving: [#"Basic realm="ü\"́""#, "Negotiate"]),
        Case("nothing", "", giving: []),
        Case("unterminated quote", #"Basic realm="R"#, giving: ["Basic"]),
        Case("only commas", ",,,", giving: []),
        Case("garbage", "=\"x\"", giving: []),
        Case("no realm value", "Basic realm=", giving: ["Basic realm="]),
    ]

    @Test(arguments: cases) func `are read from fields`(_ one: Case) {
        let headers = one.values.map { HeaderField("www-authenticate", $0) }
        #expect(Challenge.challenges(in: headers).map(\.description) == one.expected)
    }

    @Test func `have parameters by name without case`() throws {
        let challenge = try #require(Challenge.challenges(inValue: #"DIGEST Realm="R", NONCE="n", stale=TRUE"#).first)
        #expect(
            challenge.method == .digest && challenge.realm == "R" && challenge["nonce"] == "n"
                && challenge["STALE"] == "TRUE")
        #expect(challenge["opaque"] == nil && challenge.token68 == nil)
    }

    @Test func `survive being printed and read again`() {
        let challenge = Challenge(
            scheme: "Digest", parameters: [.init("realm", "a\"b, c\\"), .init("stale", "true", isQuoted: false)])
        #expect(Challenge.challenges(inValue: challenge.description) == [challenge])
    }
}

@Suite struct `Words` {
    @Test(arguments: [
        ("https://client.test/app", true), ("@esri/arcgis-rest-js", true), ("", false), ("a\r\nX: y", false),
        ("a\u{0}", false), (" a", false), ("a\u{7F}", false),
    ])
    func `of a referer are checked`(_ text: String, _ isGood: Bool) { #expect((Referer(text) != nil) == isGood) }

    @Test func `of a protection space print without secrets`() throws {
        let origin = try #require(Origin(ofURL: "https://u:p@H.test:443/x"))
        #expect(
            ProtectionSpace(origin: origin, method: .basic, realm: "R").description == "basic \"R\" at https://h.test")
    }

    @Test func `that are secret print as stars`() {
        let secret = Secret("hush")
        var dumped = ""
        dump([secret], to: &dumped)
        #expect("\(secret) \(String(reflecting: secret)) \(dumped)".contains("hush") == false)
        #expect(secret.reveal { $0 } == "hush")
    }

    @Test(arguments: [
        ("https://h.test", "https", "h.test", 443), ("HTTP://H.TEST.:8080/x", "http", "h.test", 8080),
        ("https://[::1]:8443/", "https", "::1", 8443),
        ("https://a@b.test/", "https", "b.test", 443), ("https://portal.test.evil/", "https", "portal.test.evil", 443),
    ])
    func `of an origin are read from URLs`(_ url: String, _ scheme: String, _ host: String, _ port: Int) throws {
        let origin = try #require(Origin(ofURL: url))
        #expect(origin.scheme == scheme && origin.host == host && origin.port == port)
    }

    @Test(arguments: [
        "ftp://h/", "https://", "https://h:99999/", "https://h:x/", "h.test", "https://[::1", "https://[::1]x/",
    ])
    func `of an origin are refused where they cannot be read`(_ url: String) { #expect(Origin(ofURL: url) == nil) }

    @Test func `of a header field compare names without case and values with`() {
        #expect(HeaderField("X-Esri_A", "v").isNamed("x-esri_a") && !HeaderField("X@", "v").isNamed("X`"))
        #expect(
            !HeaderField("A", "b\r\nc").isWellFormed && !HeaderField("A b", "c").isWellFormed
                && HeaderField("A", "").isWellFormed)
    }
}
