import HTTPSemantics
import Testing

@Suite struct `Authorizations` {
    @Test func `are read with parameters or with a token68`() throws {
        let digest = try #require(Authorization(fieldValue: #"DIGEST UserName="a", nc=00000001 , qop=auth"#))
        #expect(digest.method == .digest && digest.scheme == "DIGEST" && digest.token68 == nil)
        #expect(digest["username"] == "a" && digest["NC"] == "00000001" && digest["realm"] == nil)
        #expect(digest.parameters.map(\.isQuoted) == [true, false, false])
        let basic = try #require(Authorization(fieldValue: "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="))
        #expect(basic.method == .basic && basic.token68 == "QWxhZGRpbjpvcGVuIHNlc2FtZQ==" && basic.parameters.isEmpty)
        #expect(Authorization(fieldValue: "Negotiate")?.method == .negotiate)
    }

    @Test(arguments: [
        "", " ", ",", "=", "\"x\"", "Basic a, Digest b=c", "Basic a b", "Basic =", "Digest a=\"b", "Digest a=\"b\\",
        "Digest a=,b=c", "Digest a=b,c=", "Digest a=\"b\u{0}\"", "Digest a=\"b\r\nX: y\"", "Digest a=\"\u{7F}\"",
        "Ä a=b",
    ])
    func `are refused where they are not one scheme with its words`(_ value: String) {
        #expect(Authorization(fieldValue: value) == nil)
    }

    @Test func `keep the field value as sent and print without it`() throws {
        let value = #"Digest  username="hush",response=hush"#
        let read = try #require(Authorization(fieldValue: value))
        var dumped = ""
        dump([read], to: &dumped)
        #expect(read.fieldValue == value && "\(read)" == "Digest ***")
        #expect(!"\(String(reflecting: read)) \(dumped)".contains("hush"))
    }

    @Test(arguments: [("a=1, b=2", false), ("a=1, A=2", true), ("a=1, b=2, a=1", true)])
    func `tell whether a name occurs twice`(_ words: String, _ expected: Bool) throws {
        #expect(try #require(Authorization(fieldValue: "Digest \(words)")).hasDuplicateParameters == expected)
        #expect(try #require(Challenge.challenges(inValue: "Digest \(words)").first).hasDuplicateParameters == expected)
    }
}

@Suite struct `Authentication infos` {
    @Test func `are read`() throws {
        let info = try #require(
            AuthenticationInfo(fieldValue: #"rspauth="ab", cnonce="c", nc=0000000a, QOP=auth-int, NextNonce="n2""#))
        #expect(info.nextNonce == "n2" && info.responseAuthentication == "ab" && info.cnonce == "c")
        #expect(info.nonceCount == NonceCount(10) && info.qop == .authInt && info["realm"] == nil)
        #expect(info.description == #"rspauth="ab", cnonce="c", nc=0000000a, QOP=auth-int, NextNonce="n2""#)
    }

    @Test(arguments: ["", ",", "Digest nextnonce=\"n\"", "nextnonce", "nextnonce=\"n"])
    func `are refused where they are no parameters`(_ value: String) {
        #expect(AuthenticationInfo(fieldValue: value) == nil)
    }
}

@Suite struct `Hostile fields` {
    @Test func `with a realm of 64 KiB are read whole`() throws {
        let realm = String(repeating: "r\\\"", count: 1 << 15)
        let value = "Digest realm=\"" + realm + "\", nonce=\"n\""
        let challenge = try #require(Challenge.challenges(inValue: value).first)
        #expect(challenge.realm?.utf8.count == 1 << 16 && challenge["nonce"] == "n")
    }

    /// Each would keep a reader that goes back over its field busy for minutes; the limit only ends such a run.
    @Test(
        arguments: [
            ",", " ", "a ", "a,", "a=b,", "a a=b ", "a=\"b\" ", "a=\"", "a=\"\\\"\",", "a/ ", "a==, ", "a \t,", "\"",
            "\\", "=",
            "a=b", "a", "é",
        ])
    func `of a hundred thousand bytes are read in one pass`(_ piece: String) {
        let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
        for value in [text, "Digest " + text, "Digest realm=\"" + text, "Digest realm=\"R\"" + text + "a b"] {
            let found = Challenge.challenges(inValue: value)
            #expect(found.count + found.reduce(0) { $0 + $1.parameters.count } <= 256)
            _ = Authorization(fieldValue: value)
            _ = AuthenticationInfo(fieldValue: value)
        }
    }

    @Test func `yield at most 256 challenges and parameters`() {
        let schemes = (1...300).map { "s\($0)" }.joined(separator: ", ")
        #expect(Challenge.challenges(inValue: schemes).count == 256)
        let words = (1...300).map { "p\($0)=1" }.joined(separator: ", ")
        #expect(Challenge.challenges(inValue: "Digest \(words)").first?.parameters.count == 255)
        #expect(Authorization(fieldValue: "Digest \(words)") == nil)
    }
}
