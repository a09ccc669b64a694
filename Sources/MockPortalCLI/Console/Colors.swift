import Platform

/// Colors of a terminal, by the conventions that programs share.
enum Colors {
    /// Whether what goes to a descriptor is colored: on a terminal that is not `dumb`, unless `NO_COLOR` is set (no-color.org);
    /// `CLICOLOR_FORCE` colors a pipe too, and `CLICOLOR=0` nothing (bixense.com/clicolors).
    static func isOn(_ descriptor: Int32) -> Bool {
        if variable("NO_COLOR") != nil { return false }
        if let force = variable("CLICOLOR_FORCE") { return force != "0" || isTerminal(descriptor) }
        return variable("CLICOLOR") != "0" && isTerminal(descriptor)
    }

    /// Whether a descriptor leads to a terminal that obeys control sequences (ECMA-48).
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 && variable("TERM") != "dumb" }

    /// A line of verdicts in color, by the mark that it begins with; every other line as it is.
    static func painted(_ line: String) -> String {
        guard let first = line.first else { return line }
        switch first {
        case "✓": return start(line, .green, whole: false)
        case "≈", "!": return start(line, .yellow, whole: false)
        case "✗": return start(line, .red, whole: true)
        case "?": return start(line, .magenta, whole: true)
        case "–": return Color.faint.rawValue + line + reset
        case "0"..."9": return line.drop(while: \.isNumber).hasPrefix(" × ") ? Color.bold.rawValue + line + reset : line
        default: return line
        }
    }

    /// Select Graphic Rendition (ECMA-48 §8.3.117).
    private enum Color: String {
        case green = "\u{1B}[32m"
        case yellow = "\u{1B}[33m"
        case red = "\u{1B}[31m"
        case magenta = "\u{1B}[35m"
        case bold = "\u{1B}[1m"
        case faint = "\u{1B}[2m"
    }

    private static let reset = "\u{1B}[0m"

    /// Colors the mark, or all that stands before the first wide gap.
    private static func start(_ line: String, _ color: Color, whole: Bool) -> String {
        var head = line.prefix(1)
        if whole {
            var end = line.startIndex
            while end != line.endIndex, !line[end...].hasPrefix("   ") { end = line.index(after: end) }
            head = line[..<end]
        }
        return color.rawValue + head + reset + line[head.endIndex...]
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
