import HTTPSemantics
import JSONValues
import ScenarioFormat
import ScenarioReports
import TLSIdentity

/// What holds for `judge` and `report merge`, whatever bytes they are given as a stored report; the fuzzer and the tests ask the same.
enum ReportProperties {
    /// The first property that a report breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        if let violation = verdict(on: bytes) { return violation }
        // A forger reckons the digests anew: nothing may hang on their being right.
        guard let forged = resealed(bytes) else { return nil }
        return verdict(on: forged)
    }

    private static func verdict(on bytes: [UInt8]) -> String? {
        let stored: RunReport
        let merged: RunReport
        do throws(DocumentError) {
            stored = try JSONReport.report(parsing: bytes, source: "x.json")
            merged = try RunReport.merged([(stored, "x.json"), (stored, "y.json")])
        } catch {
            let words = VisibleText.line(error.description)
            guard words.utf8.starts(with: "x.json".utf8) || words.utf8.starts(with: "y.json".utf8) else {
                return "an error of another file"
            }
            return words.utf8.count < 100_000 ? nil : "an error that is too long to read"
        }
        for report in [stored.judgedAgain(), merged] {
            if let violation = console(report) ?? files(report) { return violation }
        }
        return nil
    }

    private static func console(_ report: RunReport) -> String? {
        let lines = report.results.flatMap { TextReport.lines(of: $0, explains: true) } + TextReport.summary(of: report)
        for line in (lines + report.missingParts).map({ GitHubAnnotations.inert(VisibleText.line($0)) }) {
            if hides(line) || line.utf8.contains(0x0A) { return "a line of the table that acts on a terminal" }
            if isCommand(line) { return "a line of the table that is a workflow command" }
        }
        for line in GitHubAnnotations.lines(of: report) {
            guard line.utf8.starts(with: "::error title=".utf8) || line.utf8.starts(with: "::notice title=".utf8),
                !hides(line), !line.utf8.contains(0x0A)
            else { return "an annotation that breaks out" }
        }
        return hides(GitHubSummary.text(of: report)) ? "a summary that hides something" : nil
    }

    private static func files(_ report: RunReport) -> String? {
        guard let json = try? JSONReport.text(of: report) else { return "a report that cannot be written again" }
        if hides(json) { return "a JSON report with a raw control" }
        guard (try? JSONReport.report(parsing: Array(json.utf8), source: "x.json")) == report else {
            return "a JSON report that does not read to itself"
        }
        let junit = JUnitReport.text(of: report)
        if hides(junit) { return "a JUnit report with a raw control" }
        if let problem = MarkupScan.problem(inXML: junit) { return "a JUnit report that is no XML: \(problem)" }
        let page = HTMLReport.text(of: report)
        if hides(page) { return "a page with a raw control" }
        return MarkupScan.problem(inPage: page).map { "a page with text that is markup: \($0)" }
    }

    private static func hides(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0 != "\n" && $0 != "\t" && VisibleText.isHidden($0) }
    }

    private static func isCommand(_ line: String) -> Bool {
        line.utf8.drop { $0 == 0x20 }.starts(with: "::".utf8) || line.contains("##[")
    }

    /// The same report with digests that fit; nil for what is no report at all.
    private static func resealed(_ bytes: [UInt8]) -> [UInt8]? {
        guard var report = try? JSONValue(parsing: bytes), report["schema"]?.string == "mockportal.report",
            report["version"] == 2, let header = report["header"], let twins = report["twins"]?.array,
            let scenarios = report["scenarios"]?.array
        else { return nil }
        var last = "mockportal.report 2"
        func sealed(_ part: JSONValue) -> JSONValue {
            var part = part
            guard part.object != nil else { return part }
            part["digest"] = nil
            last = Digest.sha256Hex(last.utf8 + part.canonicalBytes())
            part["digest"] = .string(last)
            return part
        }
        report["header"] = sealed(header)
        report["twins"] = .array(twins.map(sealed))
        report["scenarios"] = .array(scenarios.map(sealed))
        report["digest"] = .string(last)
        return report.canonicalBytes()
    }
}
