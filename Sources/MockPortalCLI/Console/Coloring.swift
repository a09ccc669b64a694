import Platform

/// Whether and how words are set off by colour.
struct Coloring {
    /// Whether there is any.
    let isOn: Bool

    /// Colour for a terminal, by the conventions: not with `NO_COLOR` (no-color.org), not on a dumb terminal, not in a file or a pipe.
    init(for descriptor: Int32) {
        isOn =
            isatty(descriptor) == 1 && Self.variable("NO_COLOR").isEmpty
            && !["dumb", ""].contains(Self.variable("TERM"))
    }

    init(isOn: Bool) { self.isOn = isOn }

    /// How a word is set off (ECMA-48 §8.3.117, SGR).
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
    func text(_ shown: String, _ tone: Tone) -> String {
        isOn && tone != .plain ? "\u{1B}[\(tone.rawValue)m\(shown)\u{1B}[0m" : shown
    }

    private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}
