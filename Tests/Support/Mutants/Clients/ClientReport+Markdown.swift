extension ClientReport {
    /// The report for people, in Markdown.
    package var markdown: String {
        var text = """
            # Wrong clients

            Clients in several languages, each right without a bug and wrong with each of its own. `caught`: a scenario failed it, or passed
            it loosely and said why (so many in brackets); `named first`: the first finding names the cause.

            | client | bugs | caught | named first | false alarms | judged runs | core rows | seconds |
            |---|--:|--:|--:|--:|--:|--:|--:|

            """
        for row in rows {
            let cells = [
                "\(row.trials.count)", "\(row.caught)" + (row.told > 0 ? " (\(row.told))" : ""), "\(row.named)",
                "\(row.falseAlarms.count)", "\(row.judged)", "\(row.coreRows.count)", "\(row.seconds)",
            ]
            text += "| `\(row.client)` | \(cells.joined(separator: " | ")) |\n"
        }
        text += "\n## Misses\n\n"
        let misses = rows.flatMap { row in row.trials.filter { !$0.isRight }.map { (row.client, $0) } }
        if misses.isEmpty {
            text += "None.\n"
        } else {
            text += "| client | bug | | what was said first | what it does |\n|---|---|---|---|---|\n"
            for (client, trial) in misses {
                let fate =
                    switch trial.fate {
                    case .caught, .told: "not named"
                    case .missed: "missed"
                    case .notJudged: "not judged"
                    }
                text +=
                    "| `\(client)` | `\(trial.bug.name)` | \(fate) | \(Self.words(of: trial)) | \(trial.bug.mistake) |\n"
            }
        }
        if !problems.isEmpty { text += "\n## Problems\n\n" + problems.map { "- \($0)\n" }.joined() }
        return text
    }
}
