import HTTPSemantics
import PortalJudge
import Testing

@Suite struct `Causes of refusals` {
    /// A client that signs in, and whose token is refused for its referer.
    private func withoutReferer(_ client: Evidence.Client = .builtIn) -> EvidenceBuilder {
        var builder = EvidenceBuilder(client)
        builder.login()
        builder.request("GET", "portals/self", token: "token#1", code: 498)
        builder.refuse("token", "token#1 is bound to a referer and no Referer was sent", .tokenReferer)
        return builder
    }

    private func codes(_ evidence: Evidence, _ expectation: Expectation) -> [String] {
        Judge.verdict(on: evidence, expecting: expectation).findings.map(\.code)
    }

    private let granted = ["POST generateToken user=alice -> token#1", "GET portals/self +token#1 -> 200"]

    private func wire(_ lines: [String]) throws -> Expectation {
        var expectation = Expectation()
        expectation.wire = try lines.map { .line(try WireLine(parsing: $0), count: 1) }
        return expectation
    }

    @Test func `stand before the nearest difference, with the portal's own words`() throws {
        let findings = Judge.verdict(on: withoutReferer().evidence, expecting: try wire(granted)).findings
        #expect(findings.map(\.code) == ["refused.token-referer", "wire.order"])
        #expect(
            findings.first
                == Finding(
                    "refused.token-referer",
                    "the portal refused a token that is bound to a referer which the request does not name",
                    expected: "GET portals/self +token#1 -> 200",
                    nearest: "request 2   GET portals/self +token#1 -> 498",
                    difference: "token: token#1 is bound to a referer and no Referer was sent"))
    }

    @Test func `fail no run by themselves`() {
        #expect(Judge.verdict(on: withoutReferer().evidence, expecting: Expectation()) == Verdict(.passed))
    }

    @Test func `are not told where the scenario asks for that refusal`() throws {
        let lines = ["POST generateToken user=alice -> token#1", "GET portals/self +token#1 -> 498", "GET info -> 200"]
        #expect(codes(withoutReferer().evidence, try wire(lines)) == ["wire.missing"])
    }

    @Test func `are not told of a request too many, which the scenario does not want granted either`() throws {
        #expect(codes(withoutReferer().evidence, try wire([granted[0]])) == ["wire.unexpected"])
    }

    @Test func `are not told where the same refusal was to come, only of another request`() throws {
        var builder = EvidenceBuilder()
        builder.request("POST", "Traffic", token: "token#1", code: 498, body: "f=json")
        builder.refuse("token", "token#1 has expired", .tokenExpired)
        let findings = Judge.verdict(
            on: builder.evidence, expecting: try wire(["POST Traffic +token#1 form.adds=x -> 498"])
        ).findings
        #expect(findings.map(\.code) == ["wire.order"])
        #expect(findings.first?.difference == "form.adds is absent")
    }

    @Test func `are not told of a token that was not to be sent at all`() throws {
        var builder = withoutReferer()
        builder.evidence.journal.requests.removeFirst()
        #expect(codes(builder.evidence, try wire(["GET portals/self -> 200"])) == ["wire.order"])
    }

    @Test func `of a page are not told where more than the format is missing`() throws {
        var builder = EvidenceBuilder()
        builder.request("POST", "addItem")
        builder.refuse("format", "without f=json the answer is a page for people", .format, passed: true)
        #expect(codes(builder.evidence, try wire(["POST addItem form.text=x -> 200"])) == ["wire.order"])
        #expect(
            codes(builder.evidence, try wire(["POST addItem form.f=json -> 200"])) == ["refused.format", "wire.order"])
    }

    @Test func `stand before the repetition of what was refused for them`() throws {
        var builder = withoutReferer()
        builder.request("GET", "portals/self", token: "token#1", code: 498)
        builder.refuse("token", "token#1 is bound to a referer and no Referer was sent", .tokenReferer)
        #expect(
            codes(builder.evidence, try wire(granted)) == ["refused.token-referer", "token.repeated", "wire.order"])
    }

    @Test func `are not told of the repetition of a refusal that was to be`() throws {
        var builder = EvidenceBuilder()
        for _ in 1...2 {
            builder.login("wrong", code: 400)
            builder.refuse("password", "wrong password for alice", .passwordWrong)
        }
        let lines = ["POST generateToken user=alice password=wrong -> 400", "POST generateToken user=alice -> token#1"]
        #expect(codes(builder.evidence, try wire(lines)) == ["credential.repeated", "wire.order"])
    }

    @Test func `are told of a wrong password that was never to be sent`() throws {
        var builder = EvidenceBuilder()
        builder.login("wrong", code: 400)
        builder.refuse("password", "wrong password for alice", .passwordWrong)
        #expect(codes(builder.evidence, try wire(granted)) == ["refused.password-wrong", "wire.order"])
    }

    @Test func `of a command stand among the lines that it must come by`() throws {
        var expectation = Expectation()
        expectation.among = try granted.map { try WireLine(parsing: $0) }
        #expect(codes(withoutReferer(.foreign).evidence, expectation) == ["refused.token-referer", "wire.missing"])
    }

    @Test func `of a command that was to get in are told without any line`() {
        var expectation = Expectation()
        expectation.outcome = ClientOutcome(kind: .accepted)
        var builder = withoutReferer(.foreign)
        builder.evidence.outcome = ClientOutcome(kind: .refused, ownReason: "something is wrong")
        #expect(codes(builder.evidence, expectation) == ["refused.token-referer", "outcome"])
        // What was granted in the end was no obstacle.
        builder.request("GET", "portals/self", token: "token#1", code: 200)
        #expect(codes(builder.evidence, expectation) == ["token.repeated", "outcome"])
    }

    @Test func `of a run without lines are told only where the client was to get in`() {
        var builder = withoutReferer()
        builder.evidence.complaints = ["the client did not end"]
        #expect(codes(builder.evidence, Expectation()) == ["client"])
    }

    @Test func `of a command that was to be refused are told only by a line`() {
        var expectation = Expectation()
        expectation.outcome = ClientOutcome(kind: .refused, reason: .certificateExpired)
        var builder = withoutReferer(.foreign)
        builder.evidence.outcome = ClientOutcome(kind: .refused, reason: .tokenInvalid)
        #expect(codes(builder.evidence, expectation) == ["outcome.reason"])
    }

    struct Place: CustomTestStringConvertible, Sendable {
        let cause: Journal.Cause
        let gate: String
        var testDescription: String { cause.rawValue }
    }

    @Test(arguments: [
        Place(cause: .path, gate: "path"), Place(cause: .host, gate: "host"), Place(cause: .plainHTTP, gate: "https"),
    ])
    func `of a request to the wrong place are told beside the line that is still open`(_ place: Place) throws {
        var builder = EvidenceBuilder()
        builder.request("GET", "unknown", code: 404)
        builder.refuse(place.gate, "it is not there", place.cause)
        let findings = Judge.verdict(on: builder.evidence, expecting: try wire(["GET portals/self -> 200"])).findings
        #expect(findings.map(\.code) == ["refused.\(place.cause.rawValue)", "wire.order"])
        #expect(findings.first?.expected == "GET portals/self -> 200")
    }

    @Test func `of an answer that is a page are told although it was granted`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.outcome = ClientOutcome(kind: .refused)
        builder.request("GET", "portals/self", target: "/portal/sharing/rest/portals/self")
        builder.refuse("format", "without f=json the answer is a page for people", .format, passed: true)
        var expectation = Expectation()
        expectation.outcome = ClientOutcome(kind: .accepted)
        expectation.among = [try WireLine(parsing: "GET portals/self -> 200")]
        #expect(codes(builder.evidence, expectation) == ["refused.format", "outcome"])
    }

    @Test func `are told once each, in the order of the requests`() throws {
        var builder = withoutReferer()
        for operation in ["Traffic", "Census"] {
            builder.request("GET", operation, token: "token#1", code: 498)
            builder.refuse("token", "token#1 has expired", .tokenExpired)
        }
        let lines = granted + ["GET Traffic +token#1 -> 200", "GET Census +token#1 -> 200"]
        #expect(
            codes(builder.evidence, try wire(lines)) == [
                "refused.token-referer", "refused.token-expired", "wire.order",
            ])
    }

    @Test func `do not break a requirement that a session did not exercise`() throws {
        let subject = SessionJudge.Subject(id: "T01", text: "It signs in.", outcome: ClientOutcome(kind: .accepted))
        var expectation = Expectation()
        expectation.among = try granted.map { try WireLine(parsing: $0) }
        let (verdict, requirements) = SessionJudge.judge(
            withoutReferer(.foreign).evidence, expecting: expectation, subject: subject)
        #expect(verdict.kind == .notJudged)
        #expect(requirements.first?.state == .notExercised)
        #expect(requirements.first?.findings.contains { $0.code.hasPrefix("refused.") } == false)
    }

    @Test func `of a client certificate are known from the handshake`() {
        var expectation = Expectation()
        expectation.outcome = ClientOutcome(kind: .accepted)
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.outcome = ClientOutcome(kind: .refused)
        let alert = Journal.Alert(number: 48, name: "unknown_ca", sentBy: "server")
        builder.connection(asksIdentity: true, alert: alert, outcome: .refusedByServer)
        #expect(codes(builder.evidence, expectation) == ["refused.certificate-missing", "outcome"])
        builder.connection(
            identity: "carol", identityVerdict: "unknown_ca", alert: alert, outcome: .refusedByServer)
        let findings = Judge.verdict(on: builder.evidence, expecting: expectation).findings
        #expect(
            findings.map(\.code) == ["refused.certificate-missing", "refused.certificate-refused", "outcome"])
        #expect(findings[1].difference == "the certificate carol is unknown_ca")
        // Who got in after all was not refused.
        builder.request("GET", "portals/self")
        #expect(codes(builder.evidence, expectation) == ["outcome"])
    }

    @Test func `of a handshake that was to be refused are not told`() throws {
        var builder = EvidenceBuilder()
        builder.connection(
            asksIdentity: true, alert: .init(number: 48, name: "unknown_ca", sentBy: "server"),
            outcome: .refusedByServer)
        var expectation = try wire(["GET info -> 200"])
        expectation.refusedHandshakes = [try HandshakeLine(parsing: "TLS refused by=server")]
        #expect(codes(builder.evidence, expectation) == ["wire.missing", "handshake.unexpected"])
    }

    @Test func `of a token that is not looked for where it came name its place`() throws {
        var builder = EvidenceBuilder()
        builder.login()
        builder.request("GET", "portals/self", token: "token#1", code: 499)
        builder.refuse("token", "portals/self needs a token and none was sent", .tokenMissing)
        #expect(codes(builder.evidence, try wire(granted)) == ["refused.token-carrier", "wire.order"])
    }

    @Test func `are kept when secrets are taken out`() {
        var builder = withoutReferer()
        builder.refuse("token", "it was \(EvidenceBuilder.token)", .tokenUnknown)
        let decisions = builder.evidence.redacted().journal.requests[1].decisions
        #expect(decisions.map(\.cause) == [.tokenReferer, .tokenUnknown])
        #expect(decisions.last?.reason.contains(EvidenceBuilder.token) == false)
    }

    @Test func `have each a sentence of their own`() {
        let sentences = Journal.Cause.allCases.compactMap { FindingGuide.of("refused.\($0.rawValue)")?.meaning }
        #expect(Set(sentences).count == Journal.Cause.allCases.count)
    }
}
