import PortalJudge
import Testing

@Suite struct `Wire lines of the web tier` {
    struct Line: CustomTestStringConvertible, Sendable {
        var testDescription: String { text }
        let text: String
        /// What differs; nil where the line is the request.
        var difference: String?
        var request: @Sendable (inout EvidenceBuilder) -> Void = { $0.digest(count: 2) }
    }

    @Test(arguments: [
        Line(text: "GET portals/self digest=alice nonce=nonce#1 nc=2 qop=auth algorithm=sha-256 realm=portal -> 200"),
        Line(text: "GET portals/self digest -> 200"),
        Line(text: "GET portals/self -> 200", difference: "carries digest=alice, no HTTP credentials expected"),
        Line(text: "GET portals/self basic -> 200", difference: "carries digest=alice"),
        Line(text: "GET portals/self digest=bob -> 200", difference: "user is alice"),
        Line(text: "GET portals/self digest=alice/stale -> 200", difference: "the digest credentials are right"),
        Line(text: "GET portals/self digest nc=1 -> 200", difference: "nc is 2"),
        Line(text: "GET portals/self digest nonce=nonce#2 -> 200", difference: "nonce is nonce#1"),
        Line(text: "GET portals/self digest qop=auth-int -> 200", difference: "qop is auth"),
        Line(text: "GET portals/self digest qop=- -> 200", difference: "qop is auth"),
        Line(text: "GET portals/self digest algorithm=MD5 -> 200", difference: "algorithm is SHA-256"),
        Line(text: "GET portals/self digest realm=other -> 200", difference: "realm is portal"),
        Line(text: "GET portals/self digest cnonce=new -> 200"),
        Line(text: "GET portals/self digest cnonce=same -> 200", difference: "no earlier request has a cnonce"),
        Line(text: "GET portals/self digest cnonce=- -> 200", difference: "carries a cnonce"),
        Line(text: "GET portals/self basic=alice -> 200", request: { $0.basic() }),
        Line(
            text: "GET portals/self basic=alice -> 401", difference: "the basic credentials are wrong",
            request: { $0.basic(verdict: .wrong) }),
        Line(text: "GET portals/self basic=alice/wrong -> 401", request: { $0.basic(verdict: .wrong) }),
        Line(
            text: "GET portals/self basic -> 200", difference: "carries no HTTP credentials",
            request: { $0.request("GET", "portals/self") }),
        Line(
            text: "GET portals/self identity=alice -> 200",
            request: { $0.request("GET", "portals/self", connection: $0.connection(identity: "alice")) }),
        Line(
            text: "GET portals/self -> 200", difference: "shows the certificate of alice",
            request: { $0.request("GET", "portals/self", connection: $0.connection(identity: "alice")) }),
        Line(
            text: "GET portals/self identity=bob -> 200", difference: "shows the certificate of alice",
            request: { $0.request("GET", "portals/self", connection: $0.connection(identity: "alice")) }),
        Line(
            text: "GET portals/self identity=alice -> 200", difference: "shows no client certificate",
            request: { $0.request("GET", "portals/self", connection: $0.connection(asksIdentity: true)) }),
    ])
    func `ask what they write and what they leave out`(_ line: Line) throws {
        var builder = EvidenceBuilder()
        line.request(&builder)
        let expectation = try Expectation.wire(line.text)
        let verdict = Judge.verdict(on: builder.evidence, expecting: expectation)
        let finding = verdict.findings.first { $0.code == "wire.order" }
        #expect(finding?.difference == line.difference)
    }

    @Test(
        arguments: [
            ("GET portals/self ntlm=alice message=authenticate response=NTLMv2 domain=MOCK binding=right -> 200", nil),
            ("GET portals/self ntlm=alice mechanism=NTLM conn=new -> 200", nil),
            ("GET portals/self ntlm=alice/continued -> 200", "the ntlm credentials are right"),
            ("GET portals/self ntlm response=NTLMv1 -> 200", "response is NTLMv2"),
            ("GET portals/self ntlm binding=none -> 200", "binding is right"),
            ("GET portals/self ntlm delegated=no -> 200", nil),
            ("GET portals/self ntlm delegated=yes -> 200", "delegated is no"),
            ("GET portals/self ntlm domain=- -> 200", "domain is MOCK"),
            ("GET portals/self negotiate -> 200", "carries ntlm=alice"),
        ] as [(String, String?)])
    func `ask what NTLM and Negotiate held`(_ row: (line: String, difference: String?)) throws {
        var builder = EvidenceBuilder()
        builder.request("GET", "portals/self")
        builder.evidence.journal.requests[0].authorization = .init(
            scheme: "ntlm", username: "alice", verdict: .right,
            windows: .init(
                message: "authenticate", mechanism: "NTLM", response: "NTLMv2", domain: "MOCK", channelBinding: "right",
                delegated: false)
        )
        let verdict = Judge.verdict(on: builder.evidence, expecting: try Expectation.wire(row.line))
        #expect(verdict.findings.first { $0.code == "wire.order" }?.difference == row.difference)
    }

    @Test func `an NTLM answer that was refused is refused once for each password`() throws {
        var builder = EvidenceBuilder()
        for _ in 0..<2 {
            builder.request("GET", "portals/self", code: 401)
            builder.evidence.journal.requests[builder.evidence.journal.requests.count - 1].authorization = .init(
                scheme: "ntlm", username: "alice", verdict: .wrong,
                windows: .init(message: "authenticate", mechanism: "NTLM", response: "NTLMv2"))
        }
        let codes = Judge.verdict(on: builder.evidence, expecting: Expectation()).findings.map(\.code)
        #expect(codes.contains("credential.repeated"))
    }

    @Test func `a cnonce that was used before is not new but the same`() throws {
        var builder = EvidenceBuilder()
        builder.digest(count: 1)
        builder.digest(count: 2)
        #expect(
            Judge.verdict(
                on: builder.evidence,
                expecting: try Expectation.wire(
                    "GET portals/self digest cnonce=new -> 200", "GET portals/self digest cnonce=same -> 200")
            ).isPass)
        #expect(
            !Judge.verdict(
                on: builder.evidence,
                expecting: try Expectation.wire(
                    "GET portals/self digest -> 200", "GET portals/self digest cnonce=new -> 200")
            ).isPass)
    }

    @Test(arguments: [
        (line: "* * basic", isFound: true), (line: "* * digest", isFound: false),
        (line: "* * basic=alice/right", isFound: false), (line: "* * identity=any", isFound: false),
        (line: "* *", isFound: true),
    ])
    func `in what must never happen, what is not written is not asked`(_ row: (line: String, isFound: Bool)) throws {
        var builder = EvidenceBuilder()
        builder.basic(verdict: .wrong)
        var expectation = Expectation()
        expectation.never = [try WireLine(parsing: row.line, isNever: true)]
        let codes = Judge.verdict(on: builder.evidence, expecting: expectation).findings.map(\.code)
        #expect(codes.contains("wire.never") == row.isFound)
    }

    @Test(arguments: [
        "GET info basic=alice/perhaps", "GET info nc=many", "GET info cnonce=old", "GET info certificate=alice",
    ])
    func `a line that cannot be read is an error`(_ text: String) {
        #expect(throws: WireLineError.self) { try WireLine(parsing: text) }
    }

    struct Handshake: CustomTestStringConvertible, Sendable {
        var testDescription: String { text }
        let text: String
        let matches: Bool
    }

    @Test(arguments: [
        Handshake(text: "TLS refused", matches: true),
        Handshake(text: "TLS refused identity=alice by=server alert=unknown_ca cert=good", matches: true),
        Handshake(text: "TLS refused identity=any", matches: true),
        Handshake(text: "TLS refused identity=none", matches: false),
        Handshake(text: "TLS refused identity=bob", matches: false),
        Handshake(text: "TLS refused by=client", matches: false),
        Handshake(text: "TLS refused alert=certificate_expired", matches: false),
    ])
    func `a refused handshake tells who refused and what was shown`(_ line: Handshake) throws {
        var builder = EvidenceBuilder()
        builder.request("GET", "info")
        builder.connection(
            requestBytes: 0, identity: "alice", identityVerdict: "unknown_ca",
            alert: Journal.Alert(number: 48, name: "unknown_ca", sentBy: "server"), outcome: .refusedByServer)
        var expectation = try Expectation.wire("GET info -> 200")
        expectation.refusedHandshakes = [try HandshakeLine(parsing: line.text)]
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).isPass == line.matches)
    }

    @Test(arguments: ["TLS refused by=nobody", "TLS refused colour=red"])
    func `a handshake line that cannot be read is an error`(_ text: String) {
        #expect(throws: WireLineError.self) { try HandshakeLine(parsing: text) }
    }

    @Test(arguments: [0, 1, 2])
    func `a handshake that may be absent comes at most once`(_ count: Int) throws {
        var builder = EvidenceBuilder()
        builder.request("GET", "info")
        for _ in 0..<count { builder.connection(requestBytes: 0, asksIdentity: true) }
        var expectation = try Expectation.wire("GET info -> 200")
        var line = try HandshakeLine(parsing: "TLS refused identity=none by=client")
        line.count = 0
        expectation.refusedHandshakes = [line]
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).isPass == (count < 2))
    }
}
