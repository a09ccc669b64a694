import HTTPSemantics
import JSONValues
import Platform
import ScenarioReports

/// Standard output and standard error; nothing else in the house prints.
///
/// A text may hold what a stranger wrote, so every text is printed as one line in which nothing acts on the terminal (`VisibleText`).
/// Several lines are several texts. What must reach the terminal as it is has a type of its own, ``Verbatim``.
enum Console {
    /// What a terminal is meant to obey, or a program to read: no part of it comes from others unescaped.
    struct Verbatim {
        let text: String

        init(_ text: String) { self.text = text }
    }

    /// Prints a line of results.
    static func say(_ line: String = "") { write(Verbatim(shown(line) + "\n"), to: STDOUT_FILENO) }

    /// Prints lines of results.
    static func say(lines: [String]) { write(Verbatim(lines.map { shown($0) + "\n" }.joined()), to: STDOUT_FILENO) }

    /// Prints a document for programs that a person may read too: what is hidden in its texts stands in JSON's escapes.
    static func say(_ document: JSONValue, pretty: Bool = false) {
        write(Verbatim(VisibleText.json(document.text(pretty: pretty)) + "\n"))
    }

    /// Prints text as it is.
    static func write(_ text: Verbatim) { write(text, to: STDOUT_FILENO) }

    /// Prints a line of diagnostics to standard error.
    static func complain(_ line: String) { complain(lines: [line]) }

    /// Prints lines of diagnostics to standard error.
    static func complain(lines: [String]) {
        write(Verbatim(lines.map { shown($0) + "\n" }.joined()), to: STDERR_FILENO)
    }

    /// A text on one line, as it is printed: whatever acts or hides is written out, as `\u{1b}`, and nothing in it is a command to the
    /// runner of a workflow.
    static func shown(_ text: String) -> String { GitHubAnnotations.inert(VisibleText.line(text)) }

    private static let lost = Locked<Int32?>(nil)
    private static let needsOutput = Locked(true)

    /// Why standard output lacks something that a reader still wants, as on a full disk; nil where it is whole.
    static var loss: String? {
        lost.withLock { $0 }.map { reason in
            reason == EBADF ? "it is closed, or not open for writing" : String(cString: strerror(reason))
        }
    }

    /// Lets standard output be closed from now on: a file holds what is printed there.
    static func allowClosedOutput() { needsOutput.withLock { $0 = false } }

    /// Writes text; gives up where the system does not take it.
    static func write(_ text: Verbatim, to descriptor: Int32) {
        guard !systemWrite(text.text.utf8, to: descriptor) else { return }
        let reason = errno
        // A reader that has left, as head(1) does, wants nothing more.
        guard descriptor == STDOUT_FILENO, reason != EPIPE else { return }
        if reason == EBADF, !needsOutput.withLock({ $0 }) { return }
        lost.withLock { $0 = $0 ?? reason }
    }

    /// Characters of a column. A cell that is longer stands in no column: what follows it does so at once.
    private static let widestColumn = 200

    /// Aligns rows into columns, two spaces apart, of up to 200 characters each; the last column is not padded.
    static func columns(_ rows: [[String]]) -> [String] {
        let rows = rows.map { $0.map(VisibleText.line) }
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in width(rows.compactMap { column < $0.count ? $0[column] : nil }) }
        return rows.map { row in
            row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : padded(cell, to: widths[column])
            }.joined(separator: "  ")
        }
    }

    /// The width of a column of cells.
    static func width(_ cells: [String]) -> Int { cells.map(\.count).filter { $0 <= widestColumn }.max() ?? 0 }

    /// A cell that fills a column; a longer one as it is.
    static func padded(_ cell: String, to width: Int) -> String {
        cell + String(repeating: " ", count: max(0, width - cell.count))
    }
}
