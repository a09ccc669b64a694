#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Standard output and standard error; nothing else in the house prints.
enum Console {
    /// Prints a line of results.
    static func say(_ line: String = "") { write(line + "\n", to: STDOUT_FILENO) }

    /// Prints text as it is.
    static func write(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Prints a line of diagnostics to standard error.
    static func complain(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

    /// A text on one line, whatever a file put into it: control characters are written out, as `\u{1b}`.
    static func visible(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { line, scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line += "\\u{\(String(scalar.value, radix: 16))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
    }

    /// Writes text; gives up silently where nobody reads any more.
    static func write(_ text: String, to descriptor: Int32) { _ = systemWrite(text.utf8, to: descriptor) }

    /// Aligns rows into columns, two spaces apart; the last column is not padded.
    static func columns(_ rows: [[String]]) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }.joined(separator: "  ")
        }
    }
}
