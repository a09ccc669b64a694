import JSONValues
import PortalJudge
import ScenarioFormat
import ScenarioReports
import Testing

@Suite struct `A stored report` {
    private func sample() throws -> [UInt8] {
        let twin = Twin(evidence: try SampleReport.result().evidence)
        var first = try SampleReport.result("family/one", output: "hello")
        first.twin = twin
        return Array(
            try JSONReport.text(
                of: SampleReport.report(first, try SampleReport.result("family/two", code: 498))
            ).utf8)
    }

    private func read(_ bytes: [UInt8]) throws(DocumentError) -> RunReport {
        try JSONReport.report(parsing: bytes, source: "x.json")
    }

    @Test func `notices every changed byte of its content`() throws {
        let bytes = try sample()
        let content = try JSONValue(parsing: bytes)
        // A prime number apart, and not each of them: they are some thousand, and a report is read whole every time.
        for index in stride(from: 0, to: bytes.count, by: 61) {
            var changed = bytes
            changed[index] ^= 1
            guard (try? read(changed)) != nil else { continue }
            #expect(try JSONValue(parsing: changed) == content, "byte \(index) was changed unnoticed")
        }
    }

    @Test func `names the entry that was changed`() throws {
        let text = String(decoding: try sample(), as: UTF8.self)
        let changes = [
            ("\"durationMS\":3", "\"durationMS\":4", "header"),
            ("\"code\":498", "\"code\":200", "scenarios[1] (family/two)"),
            ("\"verdict\":\"failed\"", "\"verdict\":\"passed\"", "scenarios[1] (family/two)"),
            ("hello", "hullo", "scenarios[0] (family/one)"),
            ("\"evidence\":", "\"more\":1,\"evidence\":", "twins[0]"),
            ("\"catalogue\":", "\"more\":1,\"catalogue\":", "scenarios[0] (family/one)"),
        ]
        for (old, new, place) in changes {
            let changed = text.replacing(old, with: new, maxReplacements: 1)
            #expect(changed != text)
            let error = try #require(throws: DocumentError.self) { _ = try read(Array(changed.utf8)) }
            #expect(error.keyPath.hasPrefix(place) && error.code == .altered, "\(old): \(error)")
        }
    }

    @Test func `notices what was taken away, moved or said twice`() throws {
        let text = String(decoding: try sample(), as: UTF8.self)
        var lines = text.split(separator: "\n").map(String.init)
        let last = try #require(lines.lastIndex { $0.contains("family/two") })
        let first = try #require(lines.lastIndex { $0.contains("family/one") })
        var shorter = lines
        shorter.remove(at: last)
        shorter[first].removeLast()
        #expect(throws: DocumentError.self) { try read(Array(shorter.joined(separator: "\n").utf8)) }
        let one = lines[first].dropLast()
        lines[first] = lines[last] + ","
        lines[last] = String(one)
        #expect(throws: DocumentError.self) { try read(Array(lines.joined(separator: "\n").utf8)) }
        let twice = text.replacing("{\"schema\"", with: "{\"header\":{},\"schema\"")
        #expect(throws: DocumentError.self) { try read(Array(twice.utf8)) }
    }

    @Test(arguments: [(0, 0), (-5, 1), (1, 1001), (3, 2), (Int.max, Int.max)])
    func `asks for no number of handshakes that a file could not ask for`(_ count: Int, _ maximum: Int) throws {
        var line = try HandshakeLine(parsing: "TLS refused cert=expired")
        (line.count, line.maximum) = (count, maximum)
        var expectation = PortalJudge.Expectation()
        expectation.refusedHandshakes = [line]
        try expectRefused(expectation)
    }

    @Test(arguments: [-1, 1001, 9_007_199_254_740_991])
    func `asks for no number of requests or events that a file could not ask for`(_ count: Int) throws {
        let line = try WireLine(parsing: "GET info")
        var expectation = PortalJudge.Expectation()
        expectation.wire = [.sequence([.either([[.anyOrder([.optional(.line(line, count: count))])]])])]
        try expectRefused(expectation)
        expectation.wire = nil
        expectation.task = TaskWire(patterns: [.line(line, count: count)])
        try expectRefused(expectation)
        expectation.task = nil
        expectation.events = [.anyOrder([.word("loaded", count: count)])]
        try expectRefused(expectation)
    }

    /// A report that is sealed as it should be, with an expectation in a run, and one in its twin.
    private func expectRefused(_ expectation: PortalJudge.Expectation) throws {
        var first = try SampleReport.result("family/one")
        first.expectation = expectation
        var second = try SampleReport.result("family/one")
        second.twin = Twin(expectation: expectation, evidence: second.evidence)
        for result in [first, second] {
            let text = try JSONReport.text(of: SampleReport.report(result))
            let error = try #require(throws: DocumentError.self) { _ = try read(Array(text.utf8)) }
            #expect(error.code == .malformed, "\(error)")
        }
    }

    /// What a client says, and what a scenario is called, may be any text.
    @Test func `is written and read again whatever the marks of its texts`() throws {
        var result = try SampleReport.result("family/one")
        result.title = "e" + String(repeating: "\u{301}", count: 150)
        result.evidence.complaints = [result.title]
        let stored = try read(Array(try JSONReport.text(of: SampleReport.report(result)).utf8))
        let kept =
            "e" + String(repeating: "\u{301}", count: 100) + "\u{FFFD}" + String(repeating: "\u{301}", count: 49)
        #expect(stored.results.map(\.title) == [kept])
        #expect(stored.results.map(\.evidence.complaints) == [[kept]])
    }

    @Test func `is written and read again with all that a client may tell`() throws {
        var result = try SampleReport.result("family/one")
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        result.evidence.final = try JSONValue(parsing: deepest)
        let stored = try read(Array(try JSONReport.text(of: SampleReport.report(result)).utf8))
        #expect(stored.results.map(\.evidence.final) == [result.evidence.final])
    }

    /// Hidden characters, signs that a workflow would obey, and names that come before and behind the digest's.
    @Test func `is the same whether its parts were made ahead or not`() throws {
        let outputs = ["", "hello", "##[error]", "\u{202E}", "é\n", "token#1"]
        var results = try outputs.map { try SampleReport.result("family/one", output: $0) }
        let parts = results.map { JSONReport.part(of: $0) }
        for index in results.indices { results[index].name += " (\(index))\(outputs[index])" }
        var made: [String: JSONReport.Part] = [:]
        for (result, part) in zip(results, parts) { made[result.name] = part?.named(result.name) }
        #expect(made.count == results.count)
        // One that was not made ahead stands among the others, and one with a twin is never.
        made[results[1].name] = nil
        results[2].twin = Twin(evidence: results[0].evidence)
        #expect(JSONReport.part(of: results[2]) == nil)
        made[results[2].name] = nil
        let report = RunReport(results: results, durationMS: 3)
        let text = try JSONReport.text(of: report)
        #expect(try JSONReport.text(of: report, parts: made) == text)
        #expect(try read(Array(text.utf8)).results.map(\.name) == results.map(\.name))
    }

    @Test func `may be formatted anew`() throws {
        let bytes = try sample()
        #expect(try read(try JSONValue(parsing: bytes).bytes(pretty: true)) == read(bytes))
    }

    @Test func `tells a twin that did not get in, what cannot be asked, and an order that was missed`() throws {
        var results = [try SampleReport.result(), try SampleReport.result(), try SampleReport.result()]
        var refused = results[0].evidence
        refused.outcome = ClientOutcome(kind: .refused)
        results[0].twin = Twin(evidence: refused)
        results[1].evidence.inapplicable = "it has no hands"
        results[2].missedOrder = MissedOrder(asked: "1.0", deviation: "another one")
        for index in results.indices { results[index].verdict = results[index].judgedAgain }
        #expect(results.map(\.verdict.kind) == [.failed, .notApplicable, .notJudged])
        let stored = try read(Array(try JSONReport.text(of: RunReport(results: results, durationMS: 1)).utf8))
        #expect(stored.judgedAgain() == stored)
    }
}

@Suite struct `Canonical JSON` {
    @Test(arguments: [
        ("{\"b\":1,\"a\":[true,null]}", "{\"a\":[true,null],\"b\":1}"),
        ("333333333.33333329", "333333333.3333333"), ("1E30", "1e+30"), ("4.50", "4.5"), ("2e-3", "0.002"),
        ("0.000000000000000000000000001", "1e-27"), ("1e21", "1e+21"), ("1e-6", "0.000001"), ("1e-7", "1e-7"),
        ("-0.0", "0"), ("123456789012345680000.5", "123456789012345680000"), ("9007199254740993", "9007199254740993"),
        ("\"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\"", "\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\""),
        (
            "{\"\\u20ac\":1,\"\\r\":2,\"\\ufb33\":3,\"1\":4,\"\\ud83d\\ude00\":5,\"\\u0080\":6,\"\\u00f6\":7}",
            "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"\u{f6}\":7,\"\u{20ac}\":1,\"\u{1f600}\":5,\"\u{fb33}\":3}"
        ),
    ])
    func `is printed as RFC 8785 says`(_ text: String, _ canonical: String) throws {
        #expect(String(decoding: try JSONValue(parsing: text).canonicalBytes(), as: UTF8.self) == canonical)
    }
}
