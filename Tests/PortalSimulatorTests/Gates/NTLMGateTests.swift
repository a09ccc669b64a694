import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite("NTLM at the gate") struct NTLMGateTests {
    private static func probe(_ preset: String = "iwa-ntlm", _ windows: JSONValue = [:]) throws -> SiteProbe {
        var probe = try SiteProbe(preset, ["httpAuthentication": ["windows": windows]])
        probe.connection = TestConnection()
        return probe
    }

    private static func client(_ probe: SiteProbe) -> TestNTLMClient {
        TestNTLMClient(password: probe.password(of: "alice"))
    }

    @Test func `a 401 offers what IIS offers, one field each, with IIS's page`() throws {
        for (preset, schemes) in [
            ("iwa", ["Negotiate", "NTLM"]), ("iwa-kerberos", ["Negotiate"]), ("iwa-ntlm", ["NTLM"]),
            ("iwa-basic", ["Negotiate", "NTLM", "Basic realm=\"portal\""]),
        ] {
            let outcome = try Self.probe(preset).getSelf()
            #expect(outcome.status == 401)
            let fields = outcome.answer.prepared.headers.filter { $0.name == "WWW-Authenticate" }.map(\.value)
            #expect(fields == schemes)
            #expect(outcome.text.contains("401 - Unauthorized: Access is denied due to invalid credentials."))
        }
    }

    @Test(arguments: ["NTLM", "Negotiate"]) func `three legs over one connection sign a user in`(_ scheme: String)
        throws
    {
        let probe = try Self.probe("iwa")
        let client = Self.client(probe)
        let first = probe.getSelf([TestNTLMClient.field(client.negotiate, scheme)])
        #expect(first.status == 401)
        #expect(first.answer.webTier?.authorization?.verdict == .continued)
        #expect(first.answer.webTier?.challenges == [scheme])
        #expect(first.header("Server") == "Microsoft-HTTPAPI/2.0")
        let challenge = try #require(TestNTLMClient.challenge(of: first, scheme))
        let second = probe.getSelf([TestNTLMClient.field(try client.authenticate(challenge), scheme)])
        #expect(second.status == 200)
        #expect(second.json["user"]?["username"] == "alice")
        #expect(second.header("WWW-Authenticate") == nil)
        let authorization = try #require(second.answer.webTier?.authorization)
        #expect(authorization.scheme == scheme.lowercased())
        #expect(authorization.username == "alice")
        #expect(authorization.verdict == .right)
        #expect(
            authorization.windows
                == .init(
                    message: "authenticate", mechanism: "NTLM", response: "NTLMv2", domain: "MOCK",
                    channelBinding: "none"))
    }

    @Test(arguments: [
        ("alice", "MOCK"), ("alice", "mock"), ("ALICE", "MOCK"), ("alice", "mock.test"), ("alice", ""),
        ("alice@mock.test", ""), ("MOCK\\alice", ""), ("alice", "PORTAL"),
    ])
    func `a user is the same however the domain is told`(_ user: String, _ domain: String) throws {
        let probe = try Self.probe()
        var client = Self.client(probe)
        (client.user, client.domain) = (user, domain)
        #expect(try client.signIn(probe).json["user"]?["username"] == "alice")
    }

    @Test(arguments: [
        ("bob", "MOCK"), ("alice", "ELSEWHERE"), ("nobody", "MOCK"), ("", "MOCK"), ("alice@else.test", ""),
    ])
    func `another user, domain or password is refused`(_ user: String, _ domain: String) throws {
        let probe = try Self.probe()
        var client = Self.client(probe)
        (client.user, client.domain) = (user, domain)
        let outcome = try client.signIn(probe)
        #expect(outcome.status == 401)
        #expect(outcome.header("WWW-Authenticate") == "NTLM")
        #expect(outcome.answer.webTier?.authorization?.verdict == .wrong)
        client = Self.client(probe)
        client.password += "x"
        let wrong = try client.signIn(probe)
        #expect(wrong.status == 401)
        #expect(wrong.answer.notes.decisions.compactMap(\.cause) == [.credentialsWrong])
    }

    @Test func `what was signed in stays with its connection, and with no other`() throws {
        var probe = try Self.probe()
        #expect(try Self.client(probe).signIn(probe).status == 200)
        let kept = probe.getSelf()
        #expect(kept.json["user"]?["username"] == "alice")
        #expect(kept.answer.webTier?.authorization == nil)
        #expect(kept.reasons.contains("connection:true"))
        #expect(probe.getSelf([("Authorization", "Bearer x")]).status == 200)
        let first = probe.connection
        probe.connection = TestConnection()
        #expect(probe.getSelf().status == 401)
        probe.connection = first
        #expect(probe.getSelf().status == 200)
        // A refusal on the connection ends what was before.
        var wrong = Self.client(probe)
        wrong.password = "wrong"
        #expect(try wrong.signIn(probe).status == 401)
        #expect(probe.getSelf().status == 401)
    }

    @Test func `another user who signs in over the connection takes the first one's place`() throws {
        let probe = try Self.probe()
        #expect(try Self.client(probe).signIn(probe).status == 200)
        var dana = TestNTLMClient(password: probe.password(of: "dana"))
        dana.user = "dana"
        #expect(try dana.signIn(probe).status == 200)
        #expect(probe.getSelf().json["user"]?["username"] == "dana")
    }

    @Test func `where a sign-in lasts for its request, the next one is asked again`() throws {
        let probe = try Self.probe("iwa-ntlm", ["persists": "request"])
        #expect(try Self.client(probe).signIn(probe).status == 200)
        #expect(probe.getSelf().status == 401)
        #expect(try Self.client(probe).signIn(probe).status == 200)
    }

    @Test func `another portal on the same connection knows nothing of the sign-in`() throws {
        let one = try Self.probe()
        var other = try Self.probe()
        #expect(try Self.client(one).signIn(one).status == 200)
        other.connection = one.connection
        #expect(other.getSelf().status == 401)
    }

    @Test func `the last leg over another connection is refused and said so`() throws {
        var probe = try Self.probe()
        let client = Self.client(probe)
        let first = probe.getSelf([TestNTLMClient.field(client.negotiate)])
        let answer = try client.authenticate(try #require(TestNTLMClient.challenge(of: first)))
        let own = probe.connection
        probe.connection = TestConnection()
        let refused = probe.getSelf([TestNTLMClient.field(answer)])
        #expect(refused.status == 401)
        #expect(refused.answer.notes.decisions.compactMap(\.cause) == [.credentialsConnection])
        // On its own connection it is good, once.
        probe.connection = own
        #expect(probe.getSelf([TestNTLMClient.field(answer)]).status == 200)
        #expect(probe.getSelf([TestNTLMClient.field(answer)]).status == 401)
    }

    @Test func `each challenge is another one`() throws {
        let probe = try Self.probe()
        let challenges = try (0..<4).map { _ in
            let outcome = probe.getSelf([TestNTLMClient.field(Self.client(probe).negotiate)])
            return Array(try #require(TestNTLMClient.challenge(of: outcome))[24..<32])
        }
        #expect(Set(challenges).count == 4)
    }

    @Test(arguments: [NTLM.Response.version1, .lanManager, .anonymous])
    func `older responses are refused, with the right password too`(_ response: NTLM.Response) throws {
        let probe = try Self.probe()
        var client = Self.client(probe)
        client.response = response
        client.integrityCode = nil
        let outcome = try client.signIn(probe)
        #expect(outcome.status == 401)
        #expect(outcome.answer.webTier?.authorization?.windows?.response == response.rawValue)
        let cause: Journal.Cause = response == .anonymous ? .credentialsMissing : .credentialsVersion
        #expect(outcome.answer.notes.decisions.compactMap(\.cause) == [cause])
    }

    @Test func `a challenge without target information or timestamp is told as one that lacks NTLMv2`() throws {
        let probe = try Self.probe("iwa-ntlm", ["ntlmChallenge": "NTLMv1"])
        let outcome = probe.getSelf([TestNTLMClient.field(Self.client(probe).negotiate)])
        let challenge = try #require(TestNTLMClient.challenge(of: outcome))
        #expect(try !NTLM.Flags(rawValue: NTLM.Reader(challenge, type: 2).number(at: 20)).contains(.targetInformation))
        let junk = try Self.probe("iwa-ntlm", ["ntlmChallenge": "junk"])
        let answer = junk.getSelf([TestNTLMClient.field(Self.client(junk).negotiate)])
        #expect(TestNTLMClient.challenge(of: answer).map(NTLM.isMessage) == false)
        let closing = try Self.probe("iwa-ntlm", ["closes": true])
        #expect(closing.getSelf([TestNTLMClient.field(Self.client(closing).negotiate)]).header("Connection") == "close")
    }

    @Test func `an integrity code is checked where it is announced`() throws {
        let probe = try Self.probe()
        var client = Self.client(probe)
        client.integrityCode = false
        let outcome = try client.signIn(probe)
        #expect(outcome.status == 401)
        #expect(outcome.answer.webTier?.authorization?.verdict == .malformed)
        client.integrityCode = nil
        #expect(try client.signIn(probe).status == 200)
        client.integrityCode = true
        client.flags.remove(.keyExchange)
        #expect(try client.signIn(probe).status == 200)
        client.flags.remove(.unicode)
        #expect(try client.signIn(probe).status == 200)
    }

    /// A rule, what the client binds to, and whether it gets in.
    struct Binding: CustomTestStringConvertible, Sendable {
        let rule: String
        let sent: String?
        let isTLS: Bool
        let passes: Bool
        var testDescription: String { "\(rule), \(sent ?? "none")\(isTLS ? "" : ", plain")" }
    }

    private static let hash = String(repeating: "5a", count: 32)

    @Test(arguments: [
        Binding(rule: "none", sent: nil, isTLS: true, passes: true),
        Binding(rule: "none", sent: "5b", isTLS: true, passes: true),
        Binding(rule: "allow", sent: nil, isTLS: true, passes: true),
        Binding(rule: "allow", sent: "5a", isTLS: true, passes: true),
        Binding(rule: "allow", sent: "5b", isTLS: true, passes: false),
        Binding(rule: "require", sent: nil, isTLS: true, passes: false),
        Binding(rule: "require", sent: "5a", isTLS: true, passes: true),
        Binding(rule: "require", sent: "5b", isTLS: true, passes: false),
        Binding(rule: "require", sent: nil, isTLS: false, passes: false),
        Binding(rule: "allow", sent: "5a", isTLS: false, passes: false),
    ])
    func `extended protection is judged by its rule`(_ binding: Binding) throws {
        var probe = try Self.probe("iwa-ntlm", ["channelBinding": .string(binding.rule)])
        probe.endPointHash = binding.isTLS ? Self.hash : nil
        var client = Self.client(probe)
        client.channelBindings = binding.sent.map { digits in
            NTLM.channelBindingsHash(certificateHash: Hexadecimal.decode(String(repeating: digits, count: 32)) ?? [])
        }
        let outcome = try client.signIn(probe)
        #expect(outcome.status == (binding.passes ? 200 : 401))
        let words = outcome.answer.webTier?.authorization?.windows?.channelBinding
        #expect(words == (binding.sent == nil ? "none" : binding.sent == "5a" && binding.isTLS ? "right" : "wrong"))
        let cause: [Journal.Cause] = binding.passes ? [] : [.channelBinding]
        #expect(outcome.answer.notes.decisions.compactMap(\.cause) == cause)
    }

    @Test func `NTLM inside Negotiate is refused where NTLM is not offered`() throws {
        let probe = try Self.probe("iwa-kerberos")
        let outcome = probe.getSelf([TestNTLMClient.field(Self.client(probe).negotiate, "Negotiate")])
        #expect(outcome.status == 401)
        #expect(outcome.answer.webTier?.authorization?.verdict == .unasked)
        #expect(outcome.header("WWW-Authenticate") == "Negotiate")
    }

    @Test func `NTLM inside SPNEGO inside Negotiate is unwrapped, and its answers are wrapped`() throws {
        let probe = try Self.probe("iwa")
        let client = Self.client(probe)
        let first = probe.getSelf([TestNTLMClient.field(SPNEGOTokenTests.wrapped(client.negotiate), "Negotiate")])
        let challenge = try #require(TestNTLMClient.challenge(of: first, "Negotiate").flatMap { SPNEGOToken($0) })
        let answer = try client.authenticate(try #require(challenge.mechanismToken))
        let wrapped = SPNEGOToken.response(isComplete: false, mechanism: nil, token: answer)
        let second = probe.getSelf([TestNTLMClient.field(wrapped, "Negotiate")])
        #expect(second.json["user"]?["username"] == "alice")
        #expect(second.header("WWW-Authenticate") == "Negotiate oQcwBaADCgEA")
        #expect(second.header("Persistent-Auth") == "true")
    }

    @Test(arguments: [("NTLM", "Negotiate"), ("Negotiate", "NTLM")])
    func `an answer under another scheme than its challenge's is refused`(_ first: String, _ second: String) throws {
        let probe = try Self.probe("iwa")
        let client = Self.client(probe)
        let begun = probe.getSelf([TestNTLMClient.field(client.negotiate, first)])
        let answer = try client.authenticate(try #require(TestNTLMClient.challenge(of: begun, first)))
        let refused = probe.getSelf([TestNTLMClient.field(answer, second)])
        #expect(refused.status == 401)
        #expect(refused.answer.webTier?.challenges == ["Negotiate", "NTLM"])
        let authorization = try #require(refused.answer.webTier?.authorization)
        #expect(authorization.verdict == .unasked && authorization.username == "alice")
        #expect(refused.answer.notes.decisions.compactMap(\.cause) == [.credentialsUnasked])
        // The exchange is over for the right scheme too.
        #expect(probe.getSelf([TestNTLMClient.field(answer, first)]).status == 401)
    }

    @Test(arguments: [true, false])
    func `an answer is inside SPNEGO as its first message was, or refused`(_ isWrapped: Bool) throws {
        let probe = try Self.probe("iwa")
        let client = Self.client(probe)
        let message = isWrapped ? SPNEGOTokenTests.wrapped(client.negotiate) : client.negotiate
        let begun = probe.getSelf([TestNTLMClient.field(message, "Negotiate")])
        let token = try #require(TestNTLMClient.challenge(of: begun, "Negotiate"))
        let answer = try client.authenticate(
            isWrapped ? try #require(SPNEGOToken(token)?.mechanismToken) : token)
        let wrong = isWrapped ? answer : SPNEGOToken.response(isComplete: false, mechanism: nil, token: answer)
        let refused = probe.getSelf([TestNTLMClient.field(wrong, "Negotiate")])
        #expect(refused.status == 401)
        #expect(refused.answer.webTier?.authorization?.verdict == .malformed)
        #expect(refused.answer.webTier?.challenges == ["Negotiate", "NTLM"])
    }

    @Test(arguments: [
        "NTLM", "NTLM !", "NTLM AAAA", "NTLM TlRMTVNTUAA=", "NTLM TlRMTVNTUAABAAAA",
        "NTLM TlRMTVNTUAACAAAAAAAAAAAAAAA=",
        "NTLM TlRMTVNTUAADAAAAAAAAAAAA", "Negotiate AAAA", "Negotiate",
    ])
    func `what cannot be read is refused and told so`(_ field: String) throws {
        let probe = try Self.probe("iwa")
        let outcome = probe.getSelf([("Authorization", field)])
        #expect(outcome.status == 401)
        #expect(outcome.answer.webTier?.authorization?.verdict == .malformed)
        #expect(outcome.answer.webTier?.challenges == ["Negotiate", "NTLM"])
    }

    @Test func `a message cut off or with a field outside of it is malformed at every place`() throws {
        let probe = try Self.probe()
        let client = Self.client(probe)
        func answer() throws -> [UInt8] {
            let first = probe.getSelf([TestNTLMClient.field(client.negotiate)])
            return try client.authenticate(try #require(TestNTLMClient.challenge(of: first)))
        }
        let whole = try answer()
        for length in stride(from: 0, to: whole.count, by: 3) {
            let outcome = probe.getSelf([TestNTLMClient.field(Array(try answer()[..<length]))])
            #expect(outcome.status == 401)
        }
        for field in [12, 20, 28, 36, 44, 52] {
            for (offset, value) in [(field, UInt8(0xFF)), (field + 1, 0xFF), (field + 4, 0), (field + 7, 0xFF)] {
                var changed = try answer()
                changed[offset] = value
                let outcome = probe.getSelf([TestNTLMClient.field(changed)])
                #expect(outcome.status == 401)
            }
        }
    }

    @Test func `a token from behind the gate belongs to the user, as with a certificate`() throws {
        let probe = try Self.probe()
        #expect(try Self.client(probe).signIn(probe).status == 200)
        let own = probe.generate("f=json")
        let token = try #require(own.json["token"]?.string)
        #expect(probe.get("community/self", token: token).json["username"] == "alice")
    }
}
