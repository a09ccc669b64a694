internal import HTTPSemantics
package import PortalJudge

/// What a client wrote to standard error, as far as a person reads it beside a verdict: the last lines, each cut.
///
/// The text of an evidence holds no secret; whoever prints it makes controls visible.
package struct ClientErrors: Sendable {
    /// The last lines that are not empty.
    package let lines: [String]
    /// How many lines there were.
    package let count: Int

    /// Nil for a client that wrote nothing there.
    package init?(_ evidence: Evidence, most: Int = 8, width: Int = 200) {
        let all = evidence.output.filter { $0.place == "standard error" }.flatMap { $0.text.textLines }
            .filter { !$0.allSatisfy(\.isWhitespace) }
        guard !all.isEmpty else { return nil }
        count = all.count
        lines = all.suffix(most).map { line in
            let scalars = line.unicodeScalars
            guard let end = scalars.index(scalars.startIndex, offsetBy: width, limitedBy: scalars.endIndex),
                end != scalars.endIndex
            else { return String(line) }
            return String(line[..<end]) + "…"
        }
    }

    /// What stands above the lines.
    package var title: String {
        lines.count == count
            ? "the client wrote to standard error"
            : "the client wrote \(count) lines to standard error, the last \(lines.count) of which are"
    }

    /// Title and lines as a person reads them.
    package var textLines: [String] { ["    \(title):"] + lines.map { "      | \($0)" } }
}
