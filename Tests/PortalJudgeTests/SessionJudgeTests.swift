import PortalJudge
import Testing

@Suite struct `A session that no command drives` {
    private static let subject = SessionJudge.Subject(
        id: "T01", text: "It signs in.", outcome: ClientOutcome(kind: .accepted))

    private static func state(_ id: String, _ requirements: [RequirementVerdict]) -> RequirementVerdict.State? {
        requirements.first { $0.id == id }?.state
    }

    /// A client of its own that asked for the portal's description, over some certificate.
    private static func seen(_ certificate: String = "good", requests: Int = 1) -> EvidenceBuilder {
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.journal.connections = []
        builder.connection(certificate: certificate, requestBytes: requests * 100)
        for _ in 0..<requests { builder.request("GET", "portals/self") }
        return builder
    }

    @Test func `that no client came to is not judged`() {
        let (verdict, requirements) = SessionJudge.judge(
            Evidence(client: .foreign), expecting: Expectation(), subject: Self.subject)
        #expect(verdict.kind == .notJudged)
        #expect(requirements.allSatisfy { $0.state == .notExercised })
    }

    @Test func `in which a request was granted meets the requirement`() {
        let evidence = Self.seen().evidence
        let (verdict, requirements) = SessionJudge.judge(evidence, expecting: Expectation(), subject: Self.subject)
        #expect(verdict.kind == .passed)
        #expect(requirements.first?.state == .met)
        #expect(Self.state("connections", requirements) == .met)
    }

    @Test(arguments: [
        ("GET", "oauth2/authorize"), ("POST", "oauth2/signin"), ("GET", "oauth2/approval"), ("POST", "oauth2/token"),
        ("POST", "oauth2/revokeToken"), ("OPTIONS", "portals/self"), ("HEAD", "portals/self"), ("GET", "info"),
    ])
    func `in which only a way to the portal was answered does not meet it`(_ method: String, _ operation: String) {
        var builder = EvidenceBuilder(.foreign)
        builder.request(method, operation)
        #expect(!Self.isMet(builder))
        builder.request("GET", "portals/self")
        #expect(Self.isMet(builder))
    }

    @Test func `in which OAuth ended with a token meets it`() {
        var builder = EvidenceBuilder(.foreign)
        builder.request("POST", "oauth2/token", issued: "token#1")
        #expect(Self.isMet(builder))
    }

    private static func isMet(_ builder: EvidenceBuilder) -> Bool {
        SessionJudge.judge(builder.evidence, expecting: Expectation(), subject: subject).requirements.first?.state
            == .met
    }

    @Test func `in which something never came leaves that unexercised`() throws {
        var expectation = Expectation()
        expectation.among = [try WireLine(parsing: "POST generateToken -> token#1")]
        let evidence = Self.seen().evidence
        let (verdict, requirements) = SessionJudge.judge(evidence, expecting: expectation, subject: Self.subject)
        #expect(verdict.kind == .notJudged)
        #expect(requirements.first?.state == .notExercised)
        #expect(requirements.first?.findings.first?.code == "wire.missing")
    }

    @Test func `in which something forbidden happened breaks it`() throws {
        var expectation = Expectation()
        expectation.never = [try WireLine(parsing: "* portals/self", isNever: true)]
        let evidence = Self.seen().evidence
        let (verdict, requirements) = SessionJudge.judge(evidence, expecting: expectation, subject: Self.subject)
        #expect(verdict.kind == .failed)
        #expect(requirements.first?.state == .broken)
    }

    @Test func `with a request over a flawed certificate breaks what is about that certificate`() {
        var evidence = Self.seen("expired").evidence
        evidence.certificates = ["expired": [.certificateExpired]]
        let subject = SessionJudge.Subject(
            id: "S11", text: "It refuses.", outcome: ClientOutcome(kind: .refused, reason: .certificateExpired))
        let (verdict, requirements) = SessionJudge.judge(evidence, expecting: Expectation(), subject: subject)
        #expect(verdict.kind == .failed)
        #expect(requirements.first?.state == .broken)
        #expect(Self.state("certificates", requirements) == .broken)
    }

    @Test func `with a refusal that was met passes loosely, for what the user was told is unknown`() {
        var evidence = Self.seen("expired", requests: 0).evidence
        evidence.certificates = ["expired": [.certificateExpired]]
        let subject = SessionJudge.Subject(
            id: "S11", text: "It refuses.", outcome: ClientOutcome(kind: .refused, reason: .certificateExpired))
        let (verdict, requirements) = SessionJudge.judge(evidence, expecting: Expectation(), subject: subject)
        #expect(verdict.kind == .passedNonStrictly)
        #expect(requirements.first?.state == .metLoosely)
    }

    @Test func `with a password in one URL and a token in another is told of both`() {
        var builder = Self.seen()
        builder.request("GET", "generateToken", code: 400, target: "/x?password=\(EvidenceBuilder.password)")
        builder.request("GET", "community/self", target: "/x?token=\(EvidenceBuilder.token)")
        let (verdict, requirements) = SessionJudge.judge(
            builder.evidence, expecting: Expectation(), subject: Self.subject)
        let secrets = requirements.first { $0.id == "secrets" }
        #expect(verdict.kind == .failed && secrets?.state == .broken)
        #expect(
            secrets?.findings.map(\.problem) == ["password:alice stands in a URL", "token#1 stands in a URL"])
    }

    @Test func `whose requests ran side by side says nothing of their order`() {
        var builder = Self.seen()
        builder.request("GET", "Traffic", token: "token#1", code: 498)
        var evidence = builder.evidence
        evidence.isConcurrent = true
        let (_, requirements) = SessionJudge.judge(evidence, expecting: Expectation(), subject: nil)
        #expect(Self.state("refused-credentials", requirements) == .notExercised)
        #expect(Self.state("secrets", requirements) == .met)
        evidence.isConcurrent = false
        let (_, others) = SessionJudge.judge(evidence, expecting: Expectation(), subject: nil)
        #expect(Self.state("refused-credentials", others) == .met)
    }

    @Test func `whose journal dropped something is not judged`() {
        var evidence = Self.seen().evidence
        evidence.journal.dropped = 1
        let (verdict, _) = SessionJudge.judge(evidence, expecting: Expectation(), subject: Self.subject)
        #expect(verdict.kind == .notJudged)
    }
}
