import HTTPSemantics
import PortalJudge
import Testing

/// What a finding says beside a line that a request meets, only elsewhere or not often enough: never nothing.
@Suite struct `Wire findings` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Operations of bare requests, in order.
        var requests: [String]
        var wire: [String] = []
        var among: [String] = []
        let code: String
        let nearest: String
        var difference: String?
    }

    private static func finding(_ row: Case) throws -> Finding? {
        var builder = EvidenceBuilder()
        for operation in row.requests { builder.request("GET", operation) }
        var expectation = Expectation()
        if !row.wire.isEmpty {
            expectation.wire = try row.wire.map { .line(try WireLine(parsing: $0), count: 1) }
        }
        expectation.among = try row.among.map { try WireLine(parsing: $0) }
        return Judge.verdict(on: builder.evidence, expecting: expectation).findings.first
    }

    @Test(arguments: [
        Case(
            testDescription: "too seldom", requests: ["info"], wire: ["GET info -> 200", "GET info -> 200"],
            code: "wire.missing", nearest: "request 1   GET info -> 200", difference: "came once, wanted twice"),
        Case(
            testDescription: "too seldom among others", requests: ["info", "search", "info"],
            among: ["GET info -> 200", "GET info -> 200", "GET info -> 200"], code: "wire.missing",
            nearest: "request 3   GET info -> 200", difference: "came twice, wanted 3 times"),
        Case(
            testDescription: "too early among others", requests: ["search", "info"],
            among: ["GET info -> 200", "GET search -> 200"], code: "wire.missing",
            nearest: "request 1   GET search -> 200",
            difference: "came before request 2   GET info -> 200, which it must follow"),
        Case(
            testDescription: "too early", requests: ["search", "info"], wire: ["GET info -> 200", "GET search -> 200"],
            code: "wire.order", nearest: "request 1   GET search -> 200",
            difference: "operation is search; came before GET info -> 200, which it must follow"),
        Case(
            testDescription: "far from a line that names it", requests: ["search", "Roads/0"],
            among: ["GET Roads/0 +token#1 query.a=b header.c=d -> 404"], code: "wire.missing",
            nearest: "request 2   GET Roads/0 -> 200",
            difference: "carries no token; query.a is absent; header.c is absent; was answered with 200"),
        Case(
            testDescription: "in the place of another line", requests: ["info"],
            wire: ["GET * -> 200", "GET info -> 200"],
            code: "wire.missing", nearest: "request 1   GET info -> 200",
            difference: "came once, in the place of another line; wanted once more"),
        Case(
            testDescription: "one too many at the end", requests: ["info", "info"], wire: ["GET info -> 200"],
            code: "wire.unexpected", nearest: "request 2   GET info -> 200",
            difference: "one too many: it repeats request 1, which is wanted once"),
        Case(
            testDescription: "one too many in the middle", requests: ["info", "info", "search"],
            wire: ["GET info -> 200", "GET search -> 200"], code: "wire.order", nearest: "request 2   GET info -> 200",
            difference: "operation is info; one too many: it repeats request 1, which is wanted once"),
        Case(
            testDescription: "what no line asks for", requests: ["info", "search"], wire: ["GET info -> 200"],
            code: "wire.unexpected", nearest: "request 2   GET search -> 200", difference: "no line asks for it"),
        Case(
            testDescription: "nothing like it", requests: ["info", "search", "info"],
            among: ["POST generateToken user=alice -> token#1"], code: "wire.missing",
            nearest: "nothing like it; there was: 2x GET info, GET search"),
        Case(
            testDescription: "nothing like it among many", requests: (1...9).map { "layer\($0)" },
            among: ["POST generateToken user=alice -> token#1"], code: "wire.missing",
            nearest: "nothing like it; there was: GET layer1, GET layer2, GET layer3, GET layer4, GET layer5, "
                + "GET layer6, … and 3 more"),
        Case(
            testDescription: "nothing at all", requests: [], wire: ["GET info -> 200"], code: "wire.missing",
            nearest: "nothing like it; there was no request"),
    ])
    func `say what was there, and in which place`(_ row: Case) throws {
        let finding = try #require(try Self.finding(row))
        #expect(finding.code == row.code)
        #expect(finding.nearest == row.nearest)
        #expect(finding.difference == row.difference)
    }

    @Test(arguments: [
        ("state=new", "the state is that of request 1"), ("challenge=new", "the challenge is that of request 1"),
    ])
    func `name the request that had the same value before`(_ row: (attribute: String, difference: String)) throws {
        var builder = EvidenceBuilder()
        let target = "/portal/sharing/rest/oauth2/authorize?state=s&code_challenge=c"
        builder.request("GET", "oauth2/authorize", target: target)
        builder.request("GET", "oauth2/authorize", target: target + "&force_login=true")
        let line = "GET oauth2/authorize \(row.attribute) -> 200"
        let findings = Judge.verdict(on: builder.evidence, expecting: try .wire(line, line)).findings
        #expect(findings.first { $0.code == "wire.order" }?.difference == row.difference)
    }

    @Test func `are told once, whichever checks come upon them`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "search")
        var expectation = Expectation()
        let line = try WireLine(parsing: "GET info -> 200")
        expectation.task = TaskWire(patterns: [.line(line, count: 1)])
        expectation.among = [line]
        let findings = Judge.verdict(on: builder.evidence, expecting: expectation).findings
        #expect(findings.count { $0.code == "wire.missing" } == 1, "\(findings)")
    }

    @Test func `name the request that had the same cnonce`() throws {
        var builder = EvidenceBuilder()
        builder.digest(count: 1)
        builder.digest(count: 2)
        let line = "GET portals/self digest cnonce=new -> 200"
        let findings = Judge.verdict(on: builder.evidence, expecting: try .wire(line, line)).findings
        #expect(findings.first?.difference == "the cnonce is that of request 1")
    }

    @Test func `say of what must never happen what it had`() throws {
        var builder = EvidenceBuilder()
        builder.request("GET", "Weather", token: "token#1")
        var expectation = Expectation()
        expectation.never = [try WireLine(parsing: "* Weather +any", isNever: true)]
        let finding = Judge.verdict(on: builder.evidence, expecting: expectation).findings.first
        #expect(finding?.difference == "carries token#1")
    }

    @Test func `of a foreign client tell what is wrong, not what is merely loose`() throws {
        var builder = EvidenceBuilder(.foreign)
        // It asks in another order than written, and that is its right; with the wrong user, and that is not.
        builder.request("GET", "search")
        builder.login(user: "bob", code: 400)
        let wire = try Expectation.wire(
            "GET info -> 200", "POST generateToken user=alice -> 400", "GET search -> 200")
        let findings = Judge.verdict(on: builder.evidence, expecting: wire).findings
        #expect(findings.map(\.code) == ["wire.order"])
        #expect(findings.first?.difference == "user is bob")
        #expect(findings.first?.nearest == "request 2   POST generateToken user=bob -> 400")
    }

    @Test func `of a foreign client compare what looks like a probe with the line of its operation`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "Roads", headers: [HeaderField("Referer", "https://client.test")])
        let wire = try Expectation.wire("GET Roads header.referer=- -> 200")
        let findings = Judge.verdict(on: builder.evidence, expecting: wire).findings
        #expect(findings.map(\.code) == ["wire.order"])
        #expect(findings.first?.difference == "header.referer is https://client.test")
    }
}
