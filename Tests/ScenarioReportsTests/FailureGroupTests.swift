import PortalJudge
import ScenarioFormat
import ScenarioReports
import Testing

@Suite struct `Failures by cause` {
    private func result(_ name: String, _ findings: Finding..., client: String = "./mine") throws -> RunResult {
        var result = try SampleReport.result("family/\(name)", client: client)
        result.verdict = Verdict(.failed, findings: findings)
        return result
    }

    private func report(_ results: RunResult...) -> RunReport { RunReport(results: results, durationMS: 1) }

    @Test func `are told most frequent first, the first run of each whole and the others by name`() throws {
        let rare = try result("a", Finding("wire.missing", "an expected request never came"))
        var known = try result("k", Finding("secret.in-url", "password:alice stands in a URL"))
        known.isKnownToFail = true
        var open = try SampleReport.result("family/o", client: "./mine")
        open.verdict = Verdict(.notJudged, reason: "the clock jumped")
        var variant = try result("c", Finding("secret.in-url", "password:bob stands in a URL"))
        variant.name = "family/c[case=1]"
        var other = variant
        other.name = "family/c[case=2]"
        let lines = TextReport.causes(
            of: report(
                rare, try result("b", Finding("secret.in-url", "password:alice stands in a URL")), variant, other,
                known, open, try result("d", Finding("secret.in-url", "password:alice stands in a URL"))))
        #expect(
            lines.filter { !$0.contains("advice") && !$0.contains("more ") } == [
                "", "? family/o   not judged: the clock jumped", "", "4 × password stands in a URL   [secret.in-url]",
                "✗ family/b   C01 · a document: A requirement.", "    password:alice stands in a URL   [secret.in-url]",
                "    rerun: mockportal run family/b --explain", "    also family/c (2 runs), family/d", "",
                "✗ family/a   C01 · a document: A requirement.", "    an expected request never came   [wire.missing]",
                "    rerun: mockportal run family/a --explain",
            ])
        #expect(TextReport.known(report(rare, known)) == "! 1 run failed as known: family/k")
    }

    @Test func `are told finding by finding, each once with the rows that it touches`() throws {
        let shared = Finding("portal.field", "the member id is missing", expected: "id: text", nearest: "request 3")
        let again = Finding("portal.field", "the member id is missing", expected: "id: text", nearest: "request 9")
        let other = Finding("portal.field", "the member id is missing", expected: "id: number")
        let lines = TextReport.findings(
            of: report(try result("a", shared, other), try result("b", again, again), try SampleReport.result("c")))
        #expect(
            lines == [
                "", "    the member id is missing   [portal.field]", "    expected id: text", "    nearest  request 3",
                "    rows     family/a, family/b", "", "    the member id is missing   [portal.field]",
                "    expected id: number", "    rows     family/a",
            ])
    }

    @Test func `are one where only the number of a request differs, and two where the code does`() throws {
        let groups = FailureGroup.groups(
            of: report(
                try result("a", Finding("wire.order", "request 3 is not the expected one")),
                try result("b", Finding("wire.order", "request 12 is not the expected one")),
                try result("c", Finding("wire.extra", "request 3 is not the expected one"))))
        #expect(groups.map(\.cause) == ["request … is not the expected one", "request 3 is not the expected one"])
        #expect(groups.map(\.results.count) == [2, 1])
    }

    @Test func `name the client where a report holds several, and are all told whole with explanations`() throws {
        let finding = Finding("x", "it is wrong")
        let both = report(try result("a", finding), try result("a", finding, client: "/bin/curl"))
        let lines = TextReport.causes(of: both)
        #expect(lines.contains("    client   mine") && lines.last == "    also family/a by curl")
        #expect(TextReport.causes(of: both, explains: true).count { $0.hasPrefix("✗ family/a") } == 2)
    }

    @Test func `count a pass in a looser way where the report is strict`() throws {
        var loose = try SampleReport.result()
        loose.verdict = Verdict(.passedNonStrictly, findings: [Finding("secret.in-query", "a token stands in a query")])
        var report = report(loose)
        #expect(FailureGroup.groups(of: report).isEmpty)
        report.isStrict = true
        #expect(FailureGroup.groups(of: report).map(\.kind) == [.loose])
        #expect(TextReport.causes(of: report).last == "    rerun: \(loose.rerun)")
        #expect(!TextReport.lines(of: loose).contains { $0.contains("rerun") })
    }

    @Test func `stand first in the page, before the matrix and the clients`() throws {
        let finding = Finding("x", "it is <wrong>")
        let page = HTMLReport.text(of: report(try result("a", finding), try result("b", finding)))
        let places = [
            "2 × it is &lt;wrong&gt;", "also family/b", "<table class=\"runs\">", "<table class=\"clients\">",
        ]
        .compactMap { page.firstRange(of: $0)?.lowerBound }
        #expect(places.count == 4 && places == places.sorted())
    }

    @Test func `do not hold what does not apply, which is one line`() throws {
        func idle(_ name: String, _ reason: String) throws -> RunResult {
            var result = try result(name)
            result.verdict = Verdict(.notApplicable, reason: reason)
            return result
        }
        let idles = report(
            try idle("a", "its steps cannot be told: an answer waits"), try idle("b", "the client cannot"),
            try idle("c", "its steps cannot be told: a step goes on"))
        #expect(TextReport.causes(of: idles).isEmpty)
        #expect(
            TextReport.inapplicable(idles)
                == "– 3 runs not applicable: 2 × its steps cannot be told, 1 × the client cannot (--explain tells each)"
        )
        #expect(TextReport.inapplicable(report(try SampleReport.result())) == nil)
    }

    @Test func `are a share of what was judged`() throws {
        var idle = try SampleReport.result("family/c")
        idle.verdict = Verdict(.notApplicable, reason: "it cannot")
        var mixed = report(try SampleReport.result("family/a"), try result("b", Finding("x", "y")), idle)
        mixed.durationMS = 2_000
        #expect(
            TextReport.summary(of: mixed) == [
                "3 runs of 3 scenarios, 1 passed, 1 not applicable, 1 failed in 2.0 s; 50% of the 2 judged passed"
            ])
        #expect(HTMLReport.text(of: mixed).contains("<h1 class=\"bad\">1 of 2 judged runs failed</h1>"))
    }
}

@Suite struct `A client's standard error` {
    private func failed(_ errors: String) throws -> RunResult {
        var result = try SampleReport.result(client: "./mine", code: 498)
        result.evidence.output.append(ClientOutput(place: "standard error", text: errors))
        return result
    }

    @Test func `stands beside a failure, above the line that runs it again`() throws {
        let lines = TextReport.lines(of: try failed("first\nsecond\n"))
        #expect(
            lines.suffix(4) == [
                "    the client wrote to standard error:", "      | first", "      | second",
                "    rerun: mockportal run family/one --explain",
            ])
        #expect(HTMLReport.text(of: SampleReport.report(try failed("first"))).contains("<pre>first</pre>"))
    }

    @Test func `is not told of a pass`() throws {
        var passed = try SampleReport.result()
        passed.evidence.output.append(ClientOutput(place: "standard error", text: "a warning"))
        #expect(!TextReport.lines(of: passed).contains { $0.contains("warning") })
    }

    @Test func `is cut to its last lines, and none of them acts on a terminal`() throws {
        let long = String(repeating: "x", count: 1_000)
        let text = (1...50).map { "line \($0)" }.joined(separator: "\r\n") + "\n\n\u{1B}[2J\(long)"
        let lines = TextReport.text(of: try failed(text)).split(separator: "\n").filter { $0.contains("| ") }
        #expect(lines.count == 8 && lines.first == "      | line 44")
        #expect(lines.last?.hasPrefix("      | \\u{1b}[2Jxxx") == true && lines.allSatisfy { $0.count < 250 })
        #expect(TextReport.text(of: try failed(text)).contains("the client wrote 51 lines to standard error"))
    }
}

@Suite struct `A client that cannot start` {
    /// A run of a command that ended as it is told.
    private func result(
        _ name: String, _ errors: String, outcome: ClientOutcome.Kind = .refused, connects: Bool = false
    ) throws -> RunResult {
        var result = try SampleReport.result("family/\(name)", client: "node mine.mjs")
        if !connects {
            result.evidence.journal.connections = []
            result.evidence.journal.requests = []
        }
        result.evidence.outcome = ClientOutcome(kind: outcome)
        result.evidence.output = [ClientOutput(place: "standard error", text: errors)]
        result.verdict = result.judgedAgain
        return result
    }

    private static let words = "Error: no such module 'a' at process 17"

    @Test func `is told once with its standard error, and nothing is judged`() throws {
        let report = RunReport(
            results: [
                try result("a", Self.words), try result("b", Self.words.replacing("17", with: "18")),
                try result("c", Self.words),
            ], durationMS: 1
        ).judgedAgain()
        #expect(report.results.allSatisfy { $0.verdict.kind == .notJudged } && report.exitCode == 2)
        let lines = TextReport.causes(of: report)
        #expect(lines.count { $0.contains("the client could not be started") } == 1 && lines.count == 6, "\(lines)")
        #expect(lines.contains("    so that 3 runs could not be judged") && lines.contains("      | \(Self.words)"))
        #expect(HTMLReport.text(of: report).contains("3 runs could not be judged."))
    }

    @Test(
        arguments: [
            ("another run connected", Self.words, .refused, true),
            ("it wrote something else", "another", .refused, false),
            ("it wrote nothing", "", .refused, false), ("it says that it got in", Self.words, .accepted, false),
            ("it can do another thing", Self.words, .unsupported, false),
        ] as [(String, String, ClientOutcome.Kind, Bool)])
    func `is not one of which another run shows more`(
        _ row: (why: String, errors: String, outcome: ClientOutcome.Kind, connects: Bool)
    ) throws {
        let other = try result("b", row.errors, outcome: row.outcome, connects: row.connects)
        let report = RunReport(results: [try result("a", Self.words), other], durationMS: 1).judgedAgain()
        #expect(report.results[0].verdict.kind == .failed, "\(row.why)")
    }

    @Test(
        arguments: [
            ("it hung", nil, "the client did not end within 2.0 seconds"),
            ("it flooded its output", .signal(9), "the client wrote more than 1 MiB to standard error"),
            ("it crashed", .signal(11), nil), ("it crashed in a shell", .exitCode(139), nil),
        ] as [(String, ClientBreach?, String?)])
    func `is not one that was started and misbehaved`(_ row: (why: String, breach: ClientBreach?, complaint: String?))
        throws
    {
        let results = try ["a", "b"].map { name in
            var result = try result(name, Self.words)
            result.evidence.outcome = nil
            result.evidence.breach = row.breach
            result.evidence.complaints = row.complaint.map { [$0] } ?? []
            return result
        }
        let report = RunReport(results: results, durationMS: 1).judgedAgain()
        #expect(report.results.allSatisfy { $0.verdict.kind == .failed }, "\(row.why)")
    }

    @Test func `may have ended before it answered the first step`() throws {
        let results = try ["a", "b"].map { name in
            var result = try result(name, Self.words)
            result.evidence.outcome = nil
            result.evidence.complaints = ["\(Evidence.endedUnanswered) 1"]
            return result
        }
        let report = RunReport(results: results, durationMS: 1).judgedAgain()
        #expect(report.results.allSatisfy { $0.verdict.kind == .notJudged })
    }

    @Test func `is known by the words of an interpreter where there is one run alone`() throws {
        func kind(_ errors: String) throws -> Verdict.Kind {
            RunReport(results: [try result("a", errors)], durationMS: 1).judgedAgain().results[0].verdict.kind
        }
        #expect(try kind("python3: can't open file 'mine.py': [Errno 2] No such file or directory") == .notJudged)
        #expect(try kind("ModuleNotFoundError: No module named 'requests'") == .notJudged)
        #expect(try kind("the portal's address is not allowed") == .failed)
    }

    @Test func `is judged again where a merged report shows that it could`() throws {
        let first = RunReport(results: [try result("a", Self.words), try result("b", Self.words)], durationMS: 1)
            .judgedAgain()
        #expect(first.exitCode == 2)
        let works = RunReport(results: [try result("c", "", outcome: .accepted, connects: true)], durationMS: 5)
        let merged = try RunReport.merged([(first, "a"), (works, "b")])
        #expect(merged.results.map(\.verdict.kind) == [.failed, .failed, .passed])
        #expect(merged.durationMS == 5, "the longest of the runs, for they went on at once")
    }
}
