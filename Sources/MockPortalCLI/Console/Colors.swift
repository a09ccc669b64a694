import Platform

/// Whether and how words are set off by color, by the conventions that programs share.
struct Colors {
    /// Whether there are any.
    let isOn: Bool

    /// Colors for what goes to a descriptor: on a terminal that is not `dumb`, unless `NO_COLOR` is set (no-color.org);
    /// `CLICOLOR_FORCE` colors a pipe too, and `CLICOLOR=0` nothing (bixense.com/clicolors).
    init(for descriptor: Int32) {
        let force = Self.variable("CLICOLOR_FORCE") ?? "0"
        let isWanted = force != "0" || (Self.variable("CLICOLOR") != "0" && Self.isTerminal(descriptor))
        isOn = isWanted && Self.variable("NO_COLOR") == nil
    }

    /// Whether a descriptor leads to a terminal that obeys control sequences (ECMA-48).
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 && variable("TERM") != "dumb" }

    /// How a word is set off (Select Graphic Rendition, ECMA-48 §8.3.117).
    enum Tone: Int {
        case plain = 0
        case strong = 1
        case quiet = 2
        case red = 31
        case green = 32
        case yellow = 33
        case magenta = 35
        case cyan = 36
    }

    /// The text in a tone; what is in it can do nothing to a terminal by then.
    func text(_ shown: some StringProtocol, _ tone: Tone) -> String {
        isOn && tone != .plain ? "\u{1B}[\(tone.rawValue)m\(shown)\u{1B}[0m" : String(shown)
    }

    /// A line of verdicts, its head set off by the mark that it begins with.
    func verdict(_ line: String) -> String {
        let mark = line.prefix(1)
        let head: Substring
        let tone: Tone
        switch mark {
        case "✓": (head, tone) = (mark, .green)
        case "≈", "!": (head, tone) = (mark, .yellow)
        case "✗": (head, tone) = (Self.beforeGap(line), .red)
        case "?": (head, tone) = (Self.beforeGap(line), .magenta)
        case "–": (head, tone) = (line[...], .quiet)
        default:
            let counted = line.drop(while: \.isNumber)
            guard counted.startIndex != line.startIndex, counted.hasPrefix(" × ") else { return line }
            (head, tone) = (line[...], .strong)
        }
        return text(head, tone) + line[head.endIndex...]
    }

    /// What stands before the first wide gap.
    private static func beforeGap(_ line: String) -> Substring {
        var end = line.startIndex
        while end != line.endIndex, !line[end...].hasPrefix("   ") { end = line.index(after: end) }
        return line[..<end]
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
