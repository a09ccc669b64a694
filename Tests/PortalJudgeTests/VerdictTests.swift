import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@Suite struct Verdicts {
    private func refused(_ reason: Reason?, own: String? = nil) -> Evidence {
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.outcome = ClientOutcome(kind: .refused, reason: reason, ownReason: own)
        builder.evidence.certificates = ["expired": [.certificateExpired]]
        builder.connection(certificate: "expired", requestBytes: 0)
        return builder.evidence
    }

    private var expectsExpired: Expectation {
        var expectation = Expectation()
        expectation.outcome = ClientOutcome(kind: .refused, reason: .certificateExpired)
        return expectation
    }

    @Test func `a refusal passes for the right reason`() {
        #expect(Judge.verdict(on: refused(.certificateExpired), expecting: expectsExpired).kind == .passed)
    }

    @Test func `a refusal for another reason fails`() {
        let verdict = Judge.verdict(on: refused(.cannotConnect), expecting: expectsExpired)
        #expect(verdict.kind == .failed)
        #expect(verdict.findings.first?.code == "outcome.reason")
    }

    @Test func `a refusal without a reason passes non-strictly at best`() {
        #expect(Judge.verdict(on: refused(nil, own: "oops"), expecting: expectsExpired).kind == .passedNonStrictly)
    }

    @Test func `an acceptance must be proved by a granted request`() {
        var expectation = Expectation()
        expectation.outcome = ClientOutcome(kind: .accepted)
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.outcome = ClientOutcome(kind: .accepted)
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).findings.first?.code == "outcome.unproved")
        builder.request("GET", "portals/self")
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).kind == .passed)
    }

    @Test func `an acceptance needs no request where none is asked for, as of a file that is read`() {
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.outcome = ClientOutcome(kind: .accepted)
        var expectation = Expectation()
        expectation.outcome = ClientOutcome(kind: .accepted)
        expectation.wire = []
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).kind == .passed)
        builder.request("GET", "portals/self")
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).kind == .failed)
    }

    private static let unknownAuthority = Journal.Alert(number: 48, name: "unknown_ca", sentBy: "server")

    struct Refusal: CustomTestStringConvertible, Sendable {
        let reason: Reason
        var testDescription: String { reason.rawValue }
        /// What the client leaves on the wire that looks near but proves nothing.
        var near: @Sendable (inout EvidenceBuilder) -> Void = { _ in }
        /// What proves the reason; nil where nothing has to.
        var proof: (@Sendable (inout EvidenceBuilder) -> Void)?
    }

    @Test(arguments: [
        Refusal(reason: .certificateExpired) {
            $0.connection()
            $0.request("GET", "info", code: 403)
        } proof: {
            $0.connection(certificate: "expired", requestBytes: 0)
        },
        Refusal(reason: .hostMismatch) {
            let number = $0.connection(certificate: "expired")
            $0.request("GET", "info", connection: number)
        } proof: {
            $0.connection(certificate: "expired", requestBytes: 0)
        },
        Refusal(reason: .tokenInvalid) {
            $0.connection()
            $0.request("GET", "info")
        } proof: {
            $0.request("GET", "Traffic", token: "token#1", code: 498)
        },
        Refusal(reason: .invalidCredentials) {
            $0.connection()
            $0.login()
        } proof: {
            $0.login(code: 400)
        },
        Refusal(reason: .notFound, proof: { $0.connection() }),
        Refusal(reason: .insecureTokenService),
        Refusal(reason: .httpAuthentication) {
            $0.request("GET", "info", code: 403, status: 403)
        } proof: {
            $0.request("GET", "info", code: 401, status: 401)
        },
        Refusal(reason: .clientCertificateRequired) {
            $0.connection(identity: "alice", alert: Self.unknownAuthority, outcome: .refusedByServer)
            $0.request("GET", "info", connection: $0.connection(asksIdentity: true))
            $0.connection(asksIdentity: true, alert: Self.unknownAuthority, outcome: .refusedByServer)
            $0.request("GET", "info", connection: $0.evidence.journal.connections.count)
        } proof: {
            $0.connection(asksIdentity: true, alert: Self.unknownAuthority, outcome: .refusedByServer)
        },
        Refusal(reason: .clientCertificateUnknownCA) {
            $0.connection(
                identity: "alice", identityVerdict: "certificate_expired", alert: Self.unknownAuthority,
                outcome: .refusedByServer)
            $0.connection(asksIdentity: true, alert: Self.unknownAuthority, outcome: .refusedByServer)
        } proof: {
            $0.connection(
                identity: "carol", identityVerdict: "unknown_ca", alert: Self.unknownAuthority,
                outcome: .refusedByServer)
        },
        Refusal(reason: .clientCertificateExpired) {
            $0.request(
                "GET", "info",
                connection: $0.connection(identity: "alice-expired", identityVerdict: "certificate_expired"))
        } proof: {
            $0.request(
                "GET", "info", code: 400,
                connection: $0.connection(identity: "alice-expired", identityVerdict: "certificate_expired"),
                status: 400)
        },
        Refusal(reason: .clientCertificateRejected) {
            $0.request("GET", "info", connection: $0.connection(identity: "bob"))
        } proof: {
            $0.request("GET", "info", code: 403, connection: $0.connection(identity: "bob"), status: 403)
        },
        Refusal(reason: .invalidPassword),
        Refusal(reason: .cancelled),
        Refusal(reason: .cannotConnect),
    ])
    func `a refusal must be proved by what the client met`(_ refusal: Refusal) {
        var expectation = Expectation()
        expectation.outcome = ClientOutcome(kind: .refused, reason: refusal.reason)
        for reason in [refusal.reason, nil] {
            var builder = EvidenceBuilder(.foreign)
            builder.evidence.journal = Journal()
            builder.evidence.certificates = ["expired": [.certificateExpired, .hostMismatch]]
            builder.evidence.outcome = ClientOutcome(kind: .refused, reason: reason)
            refusal.near(&builder)
            let codes = Judge.verdict(on: builder.evidence, expecting: expectation).findings.map(\.code)
            #expect(codes.contains("outcome.unproved") == (refusal.proof != nil))
            refusal.proof?(&builder)
            let again = Judge.verdict(on: builder.evidence, expecting: expectation).findings.map(\.code)
            #expect(!again.contains("outcome.unproved"))
        }
    }

    @Test func `a crash is named before what it left undone, and in place of an outcome`() throws {
        var expectation = Expectation()
        expectation.among = [try WireLine(parsing: "GET portals/self -> 200")]
        expectation.outcome = ClientOutcome(kind: .accepted)
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.complaints = ["the client was ended by signal 11"]
        builder.evidence.output = [ClientOutput(place: "standard output", text: EvidenceBuilder.password)]
        let findings = Judge.verdict(on: builder.evidence, expecting: expectation).findings
        #expect(findings.map(\.code) == ["secret.in-output", "client", "wire.missing"])
        builder.evidence.complaints = []
        let without = Judge.verdict(on: builder.evidence, expecting: expectation).findings
        #expect(without.map(\.code) == ["secret.in-output", "wire.missing", "outcome.missing"])
    }

    @Test func `a client that cannot do it is not judged by it`() {
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.outcome = ClientOutcome(kind: .unsupported)
        #expect(Judge.verdict(on: builder.evidence, expecting: expectsExpired).kind == .notApplicable)
    }

    @Test(arguments: [false, true])
    func `a client that cannot do it is judged by what it did all the same`(_ isToldFirst: Bool) {
        func verdict(_ builder: EvidenceBuilder, allowing allowed: [Expectation.Allowance] = []) -> Verdict {
            var evidence = builder.evidence
            evidence.complaints = ["the client left a process running when it ended"]
            if isToldFirst { evidence.inapplicable = "the client says that it cannot do this (task item)" }
            evidence.outcome = ClientOutcome(kind: .unsupported)
            var expectation = expectsExpired
            expectation.allow = allowed
            return Judge.verdict(on: evidence, expecting: expectation)
        }
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "portals/self")
        #expect(verdict(builder).kind == .notApplicable)
        for _ in 1...2 { builder.request("GET", "Traffic", token: "token#1", code: 498) }
        let repeated = verdict(builder)
        #expect(repeated.kind == .failed && repeated.findings.map(\.code) == ["token.repeated"])
        #expect(verdict(builder, allowing: [.repeatedToken]).kind == .notApplicable)
        builder.request("GET", "info", target: "/x?note=\(EvidenceBuilder.password)")
        #expect(verdict(builder).findings.first?.code == "secret.in-url")
    }

    @Test func `a client that cannot do it may have done what the scenario asks of it in a cookie`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "Traffic", headers: [HeaderField("Cookie", "agstoken=\(EvidenceBuilder.token)")])
        builder.evidence.journal.requests[0].presented = [Journal.PresentedToken(carrier: .cookie, alias: "token#1")]
        builder.evidence.outcome = ClientOutcome(kind: .unsupported)
        let lifting = try Expectation.wire("GET Traffic +token#1 carrier=cookie -> 200", "GET Roads +token#1 -> 200")
        #expect(Judge.verdict(on: builder.evidence, expecting: lifting).kind == .notApplicable)
        var task = Expectation()
        task.task = TaskWire(patterns: lifting.wire ?? [])
        #expect(Judge.verdict(on: builder.evidence, expecting: task).kind == .notApplicable)
        let other = try Expectation.wire("GET Traffic +token#1 carrier=form -> 200")
        let codes = Judge.verdict(on: builder.evidence, expecting: other).findings.map(\.code)
        #expect(codes == ["secret.in-cookie"])
    }

    @Test func `an obstacle is no failure`() {
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.obstacle = "the client could not be started"
        #expect(Judge.verdict(on: builder.evidence, expecting: expectsExpired).kind == .notJudged)
    }

    @Test func `a client that is still there is observed so far`() {
        var builder = EvidenceBuilder(.foreign)
        builder.connection(endedBy: nil)
        builder.evidence.isComplete = false
        let verdict = Judge.verdict(on: builder.evidence, expecting: Expectation())
        #expect(verdict.isPass)
        #expect(verdict.isBounded)
    }

    @Test func `a bounded journal that lost entries proves nothing`() {
        var builder = EvidenceBuilder()
        builder.evidence.journal.dropped = 1
        #expect(Judge.verdict(on: builder.evidence, expecting: Expectation()).kind == .notJudged)
    }

    @Test func `a body that was cut off proves nothing`() {
        var builder = EvidenceBuilder()
        builder.login()
        #expect(Judge.verdict(on: builder.evidence, expecting: Expectation()).isPass)
        builder.evidence.journal.requests[0].bodyBytesDropped = 7
        let verdict = Judge.verdict(on: builder.evidence, expecting: Expectation())
        #expect(verdict.kind == .notJudged)
        #expect(verdict.reason == "the journal lacks 7 bytes of the body of request 1")
    }

    @Test func `what a journal kept that lost entries may be wrong all the same`() {
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.journal.dropped = 1
        builder.basic(verdict: .unasked)
        #expect(Judge.verdict(on: builder.evidence, expecting: Expectation()).kind == .notJudged)
        builder.basic(verdict: .wrong)
        builder.basic(verdict: .wrong)
        let verdict = Judge.verdict(on: builder.evidence, expecting: Expectation())
        #expect(verdict.kind == .failed)
        #expect(verdict.findings.map(\.code) == ["credential.repeated"])
    }

    @Test(arguments: [ClientOutcome.Kind.accepted, .refused])
    func `a last line that contradicts the exit code fails`(_ kind: ClientOutcome.Kind) {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "portals/self")
        var expectation = Expectation()
        expectation.outcome = ClientOutcome(kind: kind)
        builder.evidence.outcome = ClientOutcome(kind: kind, written: kind)
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).kind == .passed)
        builder.evidence.outcome?.written = kind == .accepted ? .refused : .accepted
        let findings = Judge.verdict(on: builder.evidence, expecting: expectation).findings
        #expect(findings.map(\.code) == ["outcome.contradiction"])
    }

    @Test func `how things stand at the end is compared key by key, the reason first`() {
        var expectation = Expectation()
        expectation.final = ["user": "alice", "reason": "token-invalid", "portals": ["second": ["user": "bob"]]]
        var builder = EvidenceBuilder()
        builder.evidence.final = ["user": "none", "reason": "cancelled", "portals": ["second": ["user": "carol"]]]
        let findings = Judge.verdict(on: builder.evidence, expecting: expectation).findings
        #expect(findings.map(\.code) == ["final.reason", "final.portals.second.user", "final.user"])
    }

    @Test(arguments: [
        (["loaded", "10x loaded"], false), (["loaded", "challenge(token 0)", "loaded"], true),
        (["loaded", "challenge(* 0)", "loaded"], true), (["loaded", "challenge(token 1)", "loaded"], false),
        (["loaded", "challenge(token 0)"], false),
    ])
    func `events are compared in order`(_ words: [String], _ passes: Bool) throws {
        var expectation = Expectation()
        expectation.events = try words.map { try EventPattern(parsing: $0) }
        var builder = EvidenceBuilder()
        builder.evidence.events = ["loaded", "challenge(token 0 https://localhost:8443/x)", "loaded"]
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).isPass == passes)
    }

    @Test func `nothing is judged as passed where what a client left could not be searched`() {
        var builder = EvidenceBuilder(.foreign)
        builder.evidence.unsearched = "not everything was searched"
        let verdict = Judge.verdict(on: builder.evidence, expecting: Expectation())
        #expect(verdict.kind == .notJudged && verdict.reason == "not everything was searched")
        builder.evidence.output = [ClientOutput(place: "standard output", text: EvidenceBuilder.password)]
        #expect(Judge.verdict(on: builder.evidence, expecting: Expectation()).kind == .failed)
    }
}
