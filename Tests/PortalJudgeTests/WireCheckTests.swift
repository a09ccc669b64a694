import HTTPSemantics
import PortalJudge
import Testing

@Suite struct `Wire expectations` {
    private func expired() -> EvidenceBuilder {
        var builder = EvidenceBuilder()
        builder.login()
        builder.request("GET", "portals/self", token: "token#1")
        builder.request("GET", "Traffic", token: "token#1", code: 498)
        return builder
    }

    @Test func `pass when every request is the expected one`() throws {
        let wire = try Expectation.wire(
            "POST generateToken user=alice password=right -> token#1", "GET portals/self +token#1 -> 200",
            "GET Traffic +token#1 -> 498")
        #expect(Judge.verdict(on: expired().evidence, expecting: wire) == Verdict(.passed))
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let lines: [String]
        let code: String
        let difference: String?
    }

    @Test(arguments: [
        Wrong(
            testDescription: "another token",
            lines: ["POST generateToken -> token#1", "GET portals/self +token#2 -> 200"],
            code: "wire.order", difference: "carries token#1"),
        Wrong(
            testDescription: "no token expected", lines: ["POST generateToken -> token#1", "GET portals/self -> 200"],
            code: "wire.order", difference: "carries token#1, no token expected"),
        Wrong(
            testDescription: "another answer",
            lines: [
                "POST generateToken -> token#1", "GET portals/self +token#1 -> 200", "GET Traffic +token#1 -> 200",
            ],
            code: "wire.order", difference: "was answered with 498"),
        Wrong(
            testDescription: "one request too many",
            lines: ["POST generateToken -> token#1", "GET portals/self +token#1 -> 200"],
            code: "wire.unexpected", difference: "no line asks for it"),
        Wrong(
            testDescription: "wrong password expected", lines: ["POST generateToken password=wrong -> token#1"],
            code: "wire.order", difference: "the password is right"),
    ])
    func `name the first request that is not the expected one`(_ wrong: Wrong) throws {
        var expectation = Expectation()
        expectation.wire = try wrong.lines.map { .line(try WireLine(parsing: $0), count: 1) }
        let verdict = Judge.verdict(on: expired().evidence, expecting: expectation)
        #expect(verdict.kind == .failed)
        #expect(verdict.findings.first?.code == wrong.code)
        #expect(verdict.findings.first?.difference == wrong.difference)
    }

    @Test func `show the nearest request where one never came`() throws {
        let wire = try Expectation.wire(
            "POST generateToken -> token#1", "GET portals/self +token#1 -> 200", "GET Traffic +token#1 -> 498",
            "GET Traffic +token#2 -> 200")
        let finding = try #require(Judge.verdict(on: expired().evidence, expecting: wire).findings.first)
        #expect(finding.code == "wire.missing")
        #expect(finding.expected == "request 4   GET Traffic +token#2 -> 200")
        #expect(finding.nearest == "request 3   GET Traffic +token#1 -> 498")
    }

    @Test func `a group without order takes its members in any order and each once`() throws {
        var builder = EvidenceBuilder()
        for code in [498, 200, 498, 200] { builder.request("GET", "Traffic", code: code) }
        let lines = [
            WirePattern.line(try WireLine(parsing: "GET Traffic -> 200"), count: 2),
            .line(try WireLine(parsing: "GET Traffic -> 498"), count: 2),
        ]
        var expectation = Expectation()
        expectation.wire = [.anyOrder(lines)]
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).kind == .passed)
        builder.request("GET", "Traffic", code: 200)
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).kind == .failed)
    }

    @Test(arguments: [0, 1, 2])
    func `an optional line may come at most once`(_ count: Int) throws {
        var builder = EvidenceBuilder()
        for _ in 0..<count { builder.request("GET", "info") }
        builder.request("GET", "portals/self")
        var expectation = try Expectation.wire("GET portals/self -> 200")
        expectation.wire?.insert(.optional(.line(try WireLine(parsing: "GET info -> 200"), count: 1)), at: 0)
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).isPass == (count < 2))
    }

    @Test func `what must never happen is found among everything`() throws {
        var expectation = Expectation()
        expectation.never = [try WireLine(parsing: "* Traffic +any", isNever: true)]
        #expect(Judge.verdict(on: expired().evidence, expecting: expectation).findings.first?.code == "wire.never")
        expectation.never = [try WireLine(parsing: "* Traffic @other", isNever: true)]
        #expect(Judge.verdict(on: expired().evidence, expecting: expectation).isPass)
    }

    @Test(arguments: ["FETCH info", "GET", "GET info -> perhaps", "GET info colour=red", "GET info carrier=pigeon"])
    func `a line that cannot be read is an error`(_ text: String) {
        #expect(throws: WireLineError.self) { try WireLine(parsing: text) }
    }

    @Test func `a connection without a request must be expected`() throws {
        var builder = EvidenceBuilder()
        builder.request("GET", "portals/self")
        builder.connection(certificate: "expired", requestBytes: 0)
        var expectation = try Expectation.wire("GET portals/self -> 200")
        #expect(
            Judge.verdict(on: builder.evidence, expecting: expectation).findings.first?.code == "handshake.unexpected")
        expectation.refusedHandshakes = [try HandshakeLine(parsing: "TLS refused cert=expired")]
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).isPass)
        expectation.refusedHandshakes = [try HandshakeLine(parsing: "2x TLS refused cert=expired")]
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).findings.first?.code == "handshake.missing")
    }
}
