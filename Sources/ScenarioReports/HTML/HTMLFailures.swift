internal import PortalJudge
internal import ScenarioFormat

/// What stands first in the page: everything that is not as expected, by cause, with one run of each whole.
enum HTMLFailures {
    /// How many causes are shown; a client that fails everything has few, and a forged report any number.
    private static let most = 200

    /// The section; empty where all is as expected.
    static func section(_ report: RunReport) -> HTML {
        let names = RunNames(report)
        let groups = FailureGroup.groups(of: report)
        let passes: [HTML] = report.unexpectedPasses.map {
            "<article><h3><span class=\"v j\">!</span> \($0)</h3><p>was known to fail and passed: take it off the list</article>\n"
        }
        guard !groups.isEmpty || !passes.isEmpty else { return "" }
        let cards: [HTML] = groups.prefix(most).map { card($0, names) }
        let rest: HTML = groups.count > most ? "<p>\(groups.count - most) more causes stand in the table." : ""
        return "<section class=\"failures\"><h2>Not as expected</h2>\(passes)\(cards)\(rest)</section>"
    }

    /// The verdict with its first finding alone: the others follow from it more often than not, and stand in the table.
    private static func decisive(_ result: RunResult) -> Verdict {
        var verdict = result.verdict
        verdict.findings = Array(verdict.findings.prefix(1))
        return verdict
    }

    private static func more(_ result: RunResult) -> HTML {
        let rest = result.verdict.findings.dropFirst().map { "\($0.problem) [\($0.code)]" }
        return rest.isEmpty ? "" : "<p class=\"q\">also found: \(rest.joined(separator: "; "))"
    }

    private static func card(_ group: FailureGroup, _ names: RunNames) -> HTML {
        let example = group.example
        let verdict = HTMLVerdict(example)
        let mark: HTML = "<span class=\"v \(verdict.rawValue)\">\(verdict.mark) \(verdict.word)</span>"
        let client: HTML = names.tellsClients ? " <small>\(names.label(of: example))</small>" : ""
        let body: HTML = """
            <p class="r">\(example.requirement)<p class="s">\(example.catalogue.joined(separator: ", ")) · \(example.citation)\
            \(HTMLCell.findings(decisive(example)))\(more(example))\(HTMLCell.errors(example))<p><code>\(example.rerun)</code>
            """
        switch group.kind {
        case .notStarted:
            return """
                <article><h3>\(mark) \(group.cause)\(client)</h3><p>\(TextReport.counted(group.results.count, "run")) could not be \
                judged.\(HTMLCell.errors(example))<p><code>\(example.rerun)</code></article>

                """
        case .failed, .loose, .notJudged:
            guard !group.others.isEmpty else {
                return "<article><h3>\(mark) \(example.name)\(client)</h3><p>\(example.title)\(body)</article>\n"
            }
            return """
                <article><h3>\(mark) \(group.results.count) × \(group.cause)</h3>\
                <p><b>\(example.name)</b>\(client) \(example.title)\(body)\
                <p class="q">also \(names.list(group.others))</article>

                """
        }
    }
}
