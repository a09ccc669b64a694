internal import PortalJudge
internal import ScenarioFormat

/// The table of runs × clients, grouped by family.
struct HTMLMatrix {
    /// How many clients have a column, and how much of a client's name each of its cells repeats.
    ///
    /// Each run has a cell for each client, and a forged report may claim any number of both.
    private static let mostClients = 100
    private static let longestLabel = 200

    private let clients: [String]
    /// How many clients have no column.
    private let others: Int
    private let labels: [String: String]
    private let families: [(name: String, rows: [Row])]
    private let tags: [String]

    private struct Row {
        let first: RunResult
        var cells: [String: RunResult]
    }

    init(_ report: RunReport) {
        clients = Self.clients(of: report)
        others = report.clients.count - clients.count
        labels = report.clientLabels
        let shown = Set(clients)
        let results = others == 0 ? report.results : report.results.filter { shown.contains($0.client) }
        var order: [String: Int] = [:]
        var rows: [Row] = []
        for result in results {
            if let index = order[result.name] {
                rows[index].cells[result.client] = result
            } else {
                order[result.name] = rows.count
                rows.append(Row(first: result, cells: [result.client: result]))
            }
        }
        tags = Set(results.flatMap(\.tags)).sorted()
        families = Dictionary(grouping: rows, by: \.first.family).map { ($0.key, $0.value) }.sorted {
            $0.name < $1.name
        }
    }

    /// The clients that stand in the tables.
    static func clients(of report: RunReport) -> [String] { Array(report.clients.prefix(mostClients)) }

    /// The filter, which needs a script and shows with it, and the table, which needs none.
    var section: HTML {
        let heads: [HTML] = clients.map { client in
            let results = families.flatMap(\.rows).compactMap { $0.cells[client] }
            return """
                <th scope="col">\(label(client))<small>\(TextReport.percent(results)) of \
                \(results.count(where: \.isJudged)) judged passed</small></th>
                """
        }
        let note: HTML =
            others == 0
            ? ""
            : """
            <p class="x">The tables show \(clients.count) of \(clients.count + others) clients; the JSON report has all.</p>

            """
        return """
            <section><h2>Runs</h2>
            \(note)\
            <form id="filter" hidden><label>Find <input id="text" type="search" autocomplete="off"></label>
            <label>Family <select id="family"><option value="">all</option>\(families.map { option($0.name) })</select></label>
            <label>Tag <select id="tag"><option value="">all</option>\(tags.map { option($0) })</select></label>
            <label>Verdict <select id="verdict"><option value="">all</option>\(verdicts)</select></label>
            <button type="reset">Clear</button><output id="count" role="status"></output></form>
            <div class="scroll"><table class="runs"><caption>Open a cell for the requirement, what the portal saw and how to run it again.</caption>
            <thead><tr><th scope="col">run</th>\(heads)</tr></thead>
            \(families.map { body($0.name, $0.rows) })</table></div></section>
            """
    }

    private var verdicts: [HTML] {
        HTMLVerdict.allCases.map { "<option value=\"\($0.rawValue)\">\($0.mark) \($0.word)</option>" }
    }

    private func option(_ name: String) -> HTML { "<option>\(name)</option>" }

    private func label(_ client: String) -> String { labels[client] ?? client }

    private static func cut(_ label: String) -> String {
        guard label.utf8.count > longestLabel else { return label }
        return String(String.UnicodeScalarView(label.unicodeScalars.prefix(longestLabel))) + "…"
    }

    private func body(_ name: String, _ rows: [Row]) -> HTML {
        let results = rows.flatMap(\.cells.values)
        let judged = results.count(where: \.isJudged)
        let good = results.count { $0.verdict.kind == .passed }
        let loose = results.count { $0.verdict.kind == .passedNonStrictly }
        let also = loose == 0 ? "" : ", \(loose) loosely"
        let words = judged == 0 ? "nothing judged" : "\(good) of \(judged) judged passed\(also)"
        return """
            <tbody data-f="\(name)"><tr class="family"><th scope="rowgroup" colspan="\(clients.count + 1)">\(name) \
            <small>\(words)</small></th></tr>
            \(rows.map(row))</tbody>

            """
    }

    private func row(_ row: Row) -> HTML {
        let result = row.first
        let cells: [HTML] = clients.map { client in
            // On a narrow screen the heads are not there.
            let head: HTML = clients.count > 1 ? " data-c=\"\(Self.cut(label(client)))\"" : ""
            return row.cells[client].map { HTMLCell.cell($0, head: head) } ?? "<td class=\"none\"\(head)>not run"
        }
        let facts = (result.catalogue + result.tags).joined(separator: " ")
        return """
            <tr data-t="\(result.tags.joined(separator: " "))"><th scope="row">\(result.name)<small>\(result.title)</small>\
            <i>\(facts)</i></th>\(cells)

            """
    }
}
