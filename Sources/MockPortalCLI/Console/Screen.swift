import CProcess
import Platform

/// Results as they are shown where a person looks at them: broken into lines that fit, and in color. Into a file or a pipe the same
/// lines go as they are.
enum Screen {
    /// Prints lines of results.
    static func say(_ lines: [String]) {
        let colors = Colors(for: STDOUT_FILENO)
        let text = lines.flatMap { line in
            let shown = Console.shown(line)
            let parts = columns(of: STDOUT_FILENO).map { wrapped(shown, $0) } ?? [shown]
            return parts.enumerated().map { $0.offset == 0 ? colors.verdict($0.element) : $0.element }
        }.map { $0 + "\n" }.joined()
        Console.write(Console.Verbatim(text))
    }

    /// Takes the variable `COLUMNS` away where it is too small for help; some terminals and runners of jobs leave it at 0.
    ///
    /// ArgumentParser makes help as wide as the variable says. Its options take 28 columns: where there are fewer it leaves out what
    /// stands beside them, and where there are next to none it crashes.
    static func dropNarrowColumns() {
        guard let columns = getenv("COLUMNS").flatMap({ Int(String(cString: $0)) }), columns < 40 else { return }
        unsetenv("COLUMNS")
    }

    /// How many columns a terminal has; nil where a descriptor leads to none.
    static func columns(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        let columns = Int(cprocess_columns(descriptor))
        return columns >= 20 ? columns : 80
    }

    /// A line in parts that fit, broken between words; later parts are set in. A command to copy stays whole.
    static func wrapped(_ line: String, _ width: Int) -> [String] {
        let text = line.drop { $0 == " " }
        guard line.count > width, !text.hasPrefix("rerun: ") else { return [line] }
        let margin = String(repeating: " ", count: min(line.count - text.count + 4, width / 2))
        var parts: [String] = []
        var part = ""
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            if !part.allSatisfy({ $0 == " " }), part.count + 1 + word.count > width {
                parts.append(trimmed(part))
                part = word.isEmpty ? margin : margin + word
            } else {
                part += part.isEmpty && parts.isEmpty ? String(word) : (part == margin ? "" : " ") + word
            }
        }
        return parts + (part.allSatisfy { $0 == " " } ? [] : [part])
    }

    private static func trimmed(_ part: String) -> String {
        String(part.reversed().drop { $0 == " " }.reversed())
    }
}
