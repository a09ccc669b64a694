import HTTPSemantics
import Testing

@Suite struct `Digest challenges` {
    @Test func `are read with every word`() throws {
        let challenge = try read(
            #"digest REALM="one, two", Nonce="n=", Opaque="", stale="TRUE", algorithm="sha-256-SESS", qop="auth-conf, AUTH-INT,auth", domain="/a  https://h.test/", charset=utf-8, userhash=True"#
        )
        #expect(challenge.realm == "one, two" && challenge.nonce == "n=" && challenge.opaque == "" && challenge.isStale)
        #expect(challenge.algorithm == .sha256Session && challenge.isAlgorithmNamed)
        #expect(challenge.qops == [.authInt, .auth] && challenge.domain == ["/a", "https://h.test/"])
        #expect(challenge.isUTF8 && challenge.usesUserHash)
    }

    @Test func `have defaults for words that are missing`() throws {
        let challenge = try read(#"Digest realm="R", nonce="n", qop="", stale=false, userhash=no"#)
        #expect(challenge.opaque == nil && !challenge.isStale && challenge.algorithm == .md5)
        #expect(!challenge.isAlgorithmNamed && challenge.qops == nil && challenge.domain.isEmpty)
        #expect(!challenge.isUTF8 && !challenge.usesUserHash)
    }

    @Test func `without a known qop offer none`() throws {
        #expect(try read(#"Digest realm="R", nonce="n", qop="auth-conf""#).qops == [])
    }

    @Test(arguments: [
        ("Basic realm=R", ChallengeError.Code.otherScheme, nil), ("Digest realm=R", .missingParameter, "nonce"),
        ("Digest realm=R, nonce=\"\"", .missingParameter, "nonce"), ("Digest nonce=n", .missingParameter, "realm"),
        ("Digest realm=R, nonce=n, Nonce=m", .duplicateParameter, nil),
        ("Digest realm=R, nonce=n, algorithm=SHA-512-256", .unknownAlgorithm, "algorithm"),
        ("Digest realm=R, nonce=n, algorithm=SHA-512-256-sess", .unknownAlgorithm, "algorithm"),
        ("Digest realm=R, nonce=n, algorithm=\"\"", .unknownAlgorithm, "algorithm"),
    ])
    func `are refused for what is wrong with them`(_ value: String, _ code: ChallengeError.Code, _ parameter: String?) {
        #expect { try read(value) } throws: { error in
            let error = error as? ChallengeError
            return error?.code == code && error?.parameter == parameter
        }
    }

    @Test func `are refused in words that repeat nothing of them`() {
        #expect {
            try read(#"Digest realm=R, nonce=n, algorithm="s3cret""#)
        } throws: {
            "\($0)" == "the Digest challenge names an unknown algorithm (unknownAlgorithm)"
        }
    }

    @Test func `take over another nonce`() throws {
        let challenge = try read(#"Digest realm="R", nonce="n", stale=true, opaque="o""#).renewed(nonce: "m")
        #expect(challenge.nonce == "m" && !challenge.isStale && challenge.opaque == "o")
    }

    @discardableResult
    private func read(_ value: String) throws -> DigestChallenge {
        try DigestChallenge(#require(Challenge.challenges(inValue: value).first))
    }
}

@Suite struct `Digest authorizations` {
    static let words = #"realm="R", nonce="n", uri="/", response="r""#

    @Test func `are read as clients send them`() throws {
        let read = try read(
            #"digest username="a\"b", \#(Self.words), algorithm="md5", cnonce="c", nc=0000000f, qop="auth", opaque="o""#
        )
        #expect(read.user == .name("a\"b") && read.username == "a\"b" && read.realm == "R" && read.nonce == "n")
        #expect(read.uri == "/" && read.response == "r" && read.algorithm == .md5 && read.cnonce == "c")
        #expect(read.nonceCount == NonceCount(15) && read.qop == .auth && read.opaque == "o")
    }

    @Test func `are read in the older form`() throws {
        let read = try read("Digest username=a, \(Self.words)")
        #expect(read.qop == nil && read.nonceCount == nil && read.cnonce == nil && read.algorithm == nil)
        #expect(read.opaque == nil)
    }

    // The first is from RFC 7616 §3.9.2, the second from RFC 8187 §3.2.3.
    @Test(arguments: [
        ("UTF-8''J%C3%A4s%C3%B8n%20Doe", "Jäsøn Doe"), ("utf-8'en'%c2%a3%20and%20%e2%82%ac%20rates", "£ and € rates"),
        ("UTF-8''", ""), ("UTF-8''a!#$&+-.^_`|~9", "a!#$&+-.^_`|~9"),
    ])
    func `have user names in the notation of RFC 8187`(_ value: String, _ name: String) throws {
        #expect(try read("Digest username*=\(value), \(Self.words)").user == .extendedName(name))
        #expect(try read("Digest username*=\"\(value)\", \(Self.words), userhash=false").username == name)
    }

    @Test func `have hashed user names`() throws {
        #expect(try read("Digest username=\"00ff\", \(Self.words), userhash=TRUE").user == .hash("00ff"))
    }

    @Test(arguments: [
        ("Basic YTpi", ChallengeError.Code.otherScheme, nil), ("Digest \(words)", .missingParameter, "username"),
        (#"Digest username=a, realm=R, nonce=n, uri="/""#, .missingParameter, "response"),
        (#"Digest username=a, realm=R, nonce=n, response=r"#, .missingParameter, "uri"),
        (#"Digest username=a, realm=R, uri="/", response=r"#, .missingParameter, "nonce"),
        (#"Digest username=a, nonce=n, uri="/", response=r"#, .missingParameter, "realm"),
        ("Digest username=a, \(words), qop=auth, cnonce=c", .missingParameter, "nc"),
        ("Digest username=a, \(words), qop=auth, nc=00000001", .missingParameter, "cnonce"),
        ("Digest username=a, \(words), qop=auth-conf, nc=00000001, cnonce=c", .malformedParameter, "qop"),
        ("Digest username=a, \(words), qop=auth, nc=1, cnonce=c", .malformedParameter, "nc"),
        ("Digest username=a, \(words), algorithm=SHA-512-256", .unknownAlgorithm, "algorithm"),
        ("Digest username=a, username=b, \(words)", .duplicateParameter, nil),
        ("Digest username=a, username*=UTF-8''a, \(words)", .duplicateParameter, "username*"),
        ("Digest username*=UTF-8''a, userhash=true, \(words)", .duplicateParameter, "username*"),
        ("Digest username*=UTF-8''%C3, \(words)", .malformedParameter, "username*"),
        ("Digest username*=UTF-8''%4, \(words)", .malformedParameter, "username*"),
        ("Digest username*=UTF-8''%zz, \(words)", .malformedParameter, "username*"),
        ("Digest username*=\"UTF-8''a b\", \(words)", .malformedParameter, "username*"),
        ("Digest username*=ISO-8859-1''%E4, \(words)", .malformedParameter, "username*"),
        ("Digest username*=a, \(words)", .malformedParameter, "username*"),
    ])
    func `are refused for what is wrong with them`(_ value: String, _ code: ChallengeError.Code, _ parameter: String?) {
        #expect { try read(value) } throws: { error in
            let error = error as? ChallengeError
            return error?.code == code && error?.parameter == parameter
        }
    }

    @Test func `are refused without telling the user name`() {
        #expect { try read("Digest username*=UTF-8''hush%zz, \(Self.words)") } throws: { !"\($0)".contains("hush") }
    }

    @Test func `are printed with the quotes of RFC 7616 §3.4`() {
        let digest = DigestAuthorization(
            user: .hash("00ff"), realm: "a \"b\"\u{301}\\", nonce: "n", uri: "/?a=\"", response: "r",
            algorithm: .md5Session,
            cnonce: "c", nonceCount: NonceCount(0xABCDEF01), qop: .authInt, opaque: "")
        #expect(
            digest.authorization.fieldValue
                == "Digest username=\"00ff\", realm=\"a \\\"b\\\"\u{301}\\\\\", uri=\"/?a=\\\"\", algorithm=MD5-sess, nonce=\"n\", nc=abcdef01, cnonce=\"c\", qop=auth-int, response=\"r\", opaque=\"\", userhash=true"
        )
    }

    @Test func `print neither name nor response`() throws {
        let read = try read(#"Digest username="hush", realm="R", nonce="n", uri="/", response="hush""#)
        var dumped = ""
        dump(read, to: &dumped)
        #expect("\(read)" == "Digest ***" && !"\(String(reflecting: read)) \(dumped)".contains("hush"))
    }

    @discardableResult
    private func read(_ value: String) throws -> DigestAuthorization {
        try DigestAuthorization(#require(Authorization(fieldValue: value)))
    }
}

@Suite struct `Digest words` {
    @Test(arguments: [
        ("00000001", UInt32(1)), ("0000000a", 10), ("ffffffff", .max), ("00000000", 0), ("0000000A", nil), ("1", nil),
        ("000000001", nil), ("0000000g", nil), ("-0000001", nil), ("0x000001", nil), ("", nil), ("٠٠٠٠", nil),
    ])
    func `of a nonce count are eight digits`(_ text: String, _ value: UInt32?) {
        #expect(NonceCount(text)?.value == value)
        if let value { #expect(NonceCount(value).text == text) }
    }

    @Test func `of a nonce count go up and end`() {
        #expect(
            NonceCount.first.next == NonceCount(2) && NonceCount(.max).next == nil && NonceCount(9) < NonceCount(16))
    }

    @Test(arguments: [
        ("MD5", DigestAlgorithm.md5), ("md5-SESS", .md5Session), ("sha-256", .sha256), ("SHA-256-sess", .sha256Session),
        ("SHA-512-256", nil), ("SHA3-512", nil), ("SHA256", nil), ("MD5 ", nil), ("", nil), ("MD5-ſess", nil),
    ])
    func `of an algorithm are the four that both sides know`(_ token: String, _ expected: DigestAlgorithm?) {
        #expect(DigestAlgorithm(token) == expected)
        if let expected { #expect(expected.name.lowercased() == token.lowercased()) }
    }

    @Test func `of an algorithm sort by the strength of the hash`() {
        #expect(DigestAlgorithm.md5Session.hash < DigestAlgorithm.sha256.hash)
        #expect(DigestAlgorithm.sha256.hash == DigestAlgorithm.sha256Session.hash)
    }
}
