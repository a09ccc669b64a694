import HTTPSemantics
import PortalAuthentication
import Testing

@Suite struct `Scheme choices` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let fields: [String]
        let expected: [String]
        var refusal: PortalError.Code?
        init(_ name: String, _ fields: String..., giving expected: [String], refusing: PortalError.Code? = nil) {
            testDescription = name
            self.fields = fields
            self.expected = expected
            refusal = refusing
        }
    }
    static let md5 = #"Digest realm="R", nonce="m", qop="auth", algorithm=MD5"#
    static let sha256 = #"Digest realm="R", nonce="s", qop="auth", algorithm=SHA-256"#
    static let cases = [
        Case("nothing", giving: []),
        Case("SHA-256 first", sha256, md5, giving: ["digest R SHA-256"]),
        Case("MD5 first", md5, sha256, giving: ["digest R SHA-256"]),
        Case("one line", "\(md5), \(sha256), Basic realm=\"R\"", giving: ["digest R SHA-256", "basic R"]),
        Case(
            "every scheme, the other way round", "Basic realm=\"R\", NTLM", md5, "Negotiate",
            giving: ["negotiate", "digest R MD5", "ntlm", "basic R"]),
        Case(
            "an unknown algorithm first", #"Digest realm="R", nonce="n", algorithm=SHA3-512"#, md5,
            giving: ["digest R MD5"], refusing: .httpAuthentication),
        Case(
            "SHA-512-256 alone", #"Digest realm="R", nonce="n", algorithm=SHA-512-256, qop="auth""#, giving: [],
            refusing: .httpAuthentication),
        Case(
            "the server's first of two equals", #"Digest realm="R", nonce="n", algorithm=MD5-sess"#, md5,
            giving: ["digest R MD5-sess"]),
        Case(
            "two realms", #"Digest realm="A", nonce="n""#, md5, #"Digest realm="A", nonce="n", algorithm=SHA-256"#,
            giving: ["digest A SHA-256", "digest R MD5"]),
        Case("an unknown qop", #"Digest realm="R", nonce="n", qop="auth-conf""#, giving: [], refusing: .unsupportedQop),
        Case(
            "an unknown qop beside Basic", #"Digest realm="R", nonce="n", qop="auth-conf", Basic realm="R""#,
            giving: ["basic R"], refusing: .unsupportedQop),
        Case("a Digest without nonce", #"Digest realm="R""#, giving: [], refusing: .httpAuthentication),
        Case("only tokens", #"Bearer realm="R""#, giving: []),
        Case(
            "Basic without realm and twice with one", "Basic, Basic realm=R, Basic realm=R, Basic realm=S",
            giving: ["basic", "basic R", "basic S"]),
    ]

    @Test(arguments: cases) func `are sorted, the best first`(_ one: Case) throws {
        let choice = try choice(one.fields)
        #expect(choice.options.map(words) == one.expected)
        #expect(choice.refusal?.code == one.refusal)
    }

    @Test func `keep Basic from plain HTTP unless it is allowed`() throws {
        let field = #"Basic realm="R", Negotiate"#
        let refused = try choice([field], at: "http://portal.test")
        #expect(refused.options == [.negotiate] && refused.refusal?.code == .basicInsecure)
        #expect(refused.refusal?.protectionSpace?.description == "basic \"R\" at http://portal.test")
        let allowed = try choice([field], at: "http://portal.test", allowsInsecureBasic: true)
        #expect(allowed.options.map(words) == ["negotiate", "basic R"] && allowed.refusal == nil)
    }

    @Test func `say first that Basic is not safe`() throws {
        let choice = try choice([#"Digest realm="R", nonce="n", qop=x, Basic realm="R""#], at: "http://portal.test")
        #expect(choice.options.isEmpty && choice.refusal?.code == .basicInsecure)
    }

    @Test func `follow the order and the choice of a policy`() throws {
        let choice = try choice(["Negotiate, NTLM, Basic realm=R", Self.md5], schemes: [.basic, .digest])
        #expect(choice.options.map(words) == ["basic R", "digest R MD5"])
    }

    @Test func `name a protection space and whether a password will do`() throws {
        let origin = try #require(Origin(ofURL: "https://portal.test"))
        let options = try choice(["Negotiate, NTLM, Basic realm=R, charset=utf-8", Self.md5]).options
        #expect(options.map(\.takesPassword) == [false, true, true, true])
        #expect(options.last == .basic(realm: "R", isUTF8: true))
        #expect(options.last?.space(at: origin) == ProtectionSpace(origin: origin, method: .basic, realm: "R"))
    }

    private func choice(
        _ fields: [String], at url: String = "https://portal.test",
        schemes: [AuthenticationMethod] = SchemeChoice.preference, allowsInsecureBasic: Bool = false
    ) throws -> SchemeChoice {
        SchemeChoice(
            challenges: fields.flatMap { Challenge.challenges(inValue: $0) }, at: try #require(Origin(ofURL: url)),
            schemes: schemes, allowsInsecureBasic: allowsInsecureBasic)
    }

    private func words(_ option: SchemeChoice.Option) -> String {
        let words = ["\(option.method)", option.realm]
        guard case .digest(let challenge) = option else { return words.compactMap { $0 }.joined(separator: " ") }
        return (words + [challenge.algorithm.name]).compactMap { $0 }.joined(separator: " ")
    }
}
