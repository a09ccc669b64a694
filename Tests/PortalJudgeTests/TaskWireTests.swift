import HTTPSemantics
import PortalJudge
import Testing

/// What is asked of a client that is told a task: every line, in whatever order, and nothing else that matters.
@Suite struct `Requests of a task` {
    private static func asked(_ lines: [String], reads: [String] = ["portals/self", "Traffic", "Traffic/*"]) throws
        -> Expectation
    {
        var expectation = Expectation()
        expectation.task = TaskWire(
            patterns: try lines.map { text in
                let isOptional = text.hasPrefix("optional: ")
                let line = WirePattern.line(
                    try WireLine(parsing: isOptional ? String(text.dropFirst(10)) : text), count: 1)
                return isOptional ? .optional(line) : line
            }, reads: reads)
        return expectation
    }

    private static let lines = [
        "POST generateToken user=alice -> token#1", "GET|POST Traffic|Traffic/* +token#1 -> 200",
    ]

    private static func signedIn(_ more: (inout EvidenceBuilder) -> Void = { _ in }) -> Evidence {
        var builder = EvidenceBuilder(.foreign)
        builder.login()
        builder.request("POST", "Traffic/query", token: "token#1")
        more(&builder)
        return builder.evidence
    }

    @Test func `may come in any order, beside what brings nothing and one look at the way`() throws {
        let evidence = Self.signedIn {
            $0.request("GET", "server/info")
            $0.request("GET", "portals/self", token: "token#1")
            $0.request("GET", "Traffic", token: "token#1")
        }
        #expect(Judge.verdict(on: evidence, expecting: try Self.asked(Self.lines.reversed())) == Verdict(.passed))
        let optional = try Self.asked(Self.lines + ["optional: GET Roads bare -> 404"])
        #expect(Judge.verdict(on: evidence, expecting: optional) == Verdict(.passed))
    }

    @Test(arguments: [(200, "wire.unexpected"), (498, "wire.missing")])
    func `a second sign-in stands before what its token makes missing, unless the first token was refused`(
        _ code: Int, _ first: String
    ) throws {
        var builder = EvidenceBuilder(.foreign)
        builder.login()
        if code != 200 { builder.request("GET", "portals/self", token: "token#1", code: code) }
        builder.request("POST", "generateToken", issued: "token#2")
        builder.request("POST", "Traffic/query", token: "token#2")
        let verdict = Judge.verdict(on: builder.evidence, expecting: try Self.asked(Self.lines))
        #expect(verdict.findings.map(\.code).first { $0.hasPrefix("wire.") } == first)
    }

    @Test func `may be announced to a token endpoint by OPTIONS, and asked of it by nothing else`() throws {
        for (method, passes) in [("OPTIONS", true), ("HEAD", false), ("GET", false)] {
            let evidence = Self.signedIn {
                $0.request(method, "generateToken", target: "/portal/sharing/rest/generateToken")
                $0.request(method, "oauth2/token", target: "/portal/sharing/rest/oauth2/token")
            }
            let verdict = Judge.verdict(on: evidence, expecting: try Self.asked(Self.lines))
            #expect(verdict.isPass == passes, "\(method)")
        }
        let filled = Self.signedIn { $0.request("OPTIONS", "generateToken", body: "username=alice") }
        #expect(!Judge.verdict(on: filled, expecting: try Self.asked(Self.lines)).isPass)
    }

    @Test(arguments: [(1, false), (2, true)])
    func `may read once more in each start`(_ starts: Int, _ passes: Bool) throws {
        let evidence = Self.signedIn {
            for _ in 1...2 { $0.request("GET", "portals/self", token: "token#1") }
        }
        var expectation = try Self.asked(Self.lines)
        expectation.task?.starts = starts
        #expect(Judge.verdict(on: evidence, expecting: expectation).isPass == passes)
    }

    struct Loop: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let count: Int
        var starts = 1
        var fault: String?
        let passes: Bool
    }

    @Test(arguments: [
        Loop(testDescription: "three times", count: 3, passes: true),
        Loop(testDescription: "four times", count: 4, passes: false),
        Loop(testDescription: "six times in two starts", count: 6, starts: 2, passes: true),
        Loop(testDescription: "seven times in two starts", count: 7, starts: 2, passes: false),
        Loop(testDescription: "whose answers were lost", count: 7, fault: "reset", passes: true),
    ])
    func `ask the same without a credential three times at most`(_ row: Loop) throws {
        var builder = EvidenceBuilder(.foreign)
        for _ in 1...row.count { builder.request("GET", "portals/self", fault: row.fault) }
        var expectation = try Self.asked(["GET portals/self -> 200"])
        expectation.task?.starts = row.starts
        let verdict = Judge.verdict(on: builder.evidence, expecting: expectation)
        #expect(verdict.isPass == row.passes, "\(verdict)")
        #expect(row.passes || verdict.findings.map(\.code) == ["wire.unexpected"])
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let more: @Sendable (inout EvidenceBuilder) -> Void
        var lines = `Requests of a task`.lines
        var code = "wire.unexpected"
    }

    static let wrong = [
        Wrong(testDescription: "a second token", more: { $0.request("POST", "generateToken", issued: "token#2") }),
        Wrong(
            testDescription: "twenty requests with a token",
            more: { for _ in 0..<20 { $0.request("GET", "Traffic", token: "token#1") } }),
        Wrong(
            testDescription: "twenty requests with a token at twenty places",
            more: { for index in 0..<20 { $0.request("GET", "content/items/\(index)", token: "token#1") } }),
        Wrong(testDescription: "another token", more: { $0.request("GET", "portals/self", token: "token#2") }),
        Wrong(
            testDescription: "a read that was refused",
            more: { $0.request("GET", "portals/self", token: "token#1", code: 403) }),
        Wrong(testDescription: "something that changes", more: { $0.request("DELETE", "Traffic", token: "token#1") }),
        Wrong(testDescription: "another listener", more: { $0.request("GET", "portals/self", listener: "evil") }),
        Wrong(
            testDescription: "a missing line", more: { _ in }, lines: lines + ["GET portals/self +token#1 -> 200"],
            code: "wire.missing"),
        Wrong(
            testDescription: "one request for two lines", more: { _ in }, lines: lines + [lines[1]],
            code: "wire.missing"),
        Wrong(
            testDescription: "a field that differs", more: { _ in },
            lines: ["POST generateToken form.client=referer -> token#1", lines[1]], code: "wire.missing"),
        Wrong(
            testDescription: "a token in a cookie",
            more: { builder in
                let last = builder.evidence.journal.requests.count - 1
                builder.evidence.journal.requests[last].presented = [
                    Journal.PresentedToken(carrier: .cookie, alias: "token#1")
                ]
            }, code: "secret.in-cookie"),
    ]

    @Test(arguments: wrong)
    func `fail where one is missing or one too many`(_ row: Wrong) throws {
        let verdict = Judge.verdict(on: Self.signedIn(row.more), expecting: try Self.asked(row.lines))
        #expect(verdict.kind == .failed)
        #expect(verdict.findings.contains { $0.code == row.code }, "\(verdict.findings)")
    }

    @Test(arguments: [("0a4f", Verdict.Kind.passed), ("c0ffee", .failed)])
    func `tell a client nonce that never changes`(_ second: String, _ kind: Verdict.Kind) throws {
        var builder = EvidenceBuilder(.foreign)
        builder.digest("nonce#1")
        builder.digest("nonce#2", cnonce: second)
        let line = "GET|POST portals/self digest=alice qop=auth cnonce=new -> 200"
        let expectation = try Self.asked([line, line], reads: [])
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).kind == kind)
    }

    @Test func `of our own client may use a cookie where the scenario says so`() throws {
        var builder = EvidenceBuilder()
        builder.request("GET", "Traffic", token: "token#1")
        builder.evidence.journal.requests[0].presented = [
            Journal.PresentedToken(carrier: .cookie, alias: "token#1")
        ]
        let verdict = Judge.verdict(on: builder.evidence, expecting: Expectation())
        #expect(!verdict.findings.contains { $0.code == "secret.in-cookie" })
    }

    @Test func `are told by words that mean other lines, and by less of one`() throws {
        let line = try WireLine(parsing: "GET Traffic +token#1 carrier=esriHeader referer=a -> 200")
        func means(_ text: String) throws -> Bool { try WireLine(parsing: text, isNever: true).means(line) }
        for text in ["* *", "GET Traffic", "* Traffic* +any -> 200", "* * carrier=esriHeader", "* * @portal"] {
            #expect(try means(text), "\(text)")
        }
        for text in [
            "POST Traffic", "* Roads", "* * +token#2", "* * -> 498", "* * referer=b", "* * @other", "* * basic",
        ] {
            #expect(try !means(text), "\(text)")
        }
        #expect(try line.without("referer").text == "GET Traffic +token#1 carrier=esriHeader -> 200")
        #expect(try line.without("result").result == nil)
        #expect(try line.without("token").token == .some)
        #expect(try line.without("method").method == "*")
        #expect(try line.replacingWords { $0 == "+token#1" ? "+token#2" : $0 }.token == .alias("token#2"))
        #expect(throws: WireLineError.self) { try WireLine(parsing: "GET|FETCH Traffic") }
    }

    @Test func `are loosened in ways that each have a reason`() {
        for loosening in ForeignLoosening.allCases {
            #expect(!loosening.what.isEmpty && loosening.reason.count > 20)
        }
        #expect(ForeignLoosening.allCases.filter(\.isForSteps) == [.order, .question, .probe, .state])
    }
}
