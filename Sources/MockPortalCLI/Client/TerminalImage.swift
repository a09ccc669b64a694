import HTTPSemantics
import Platform

/// A picture on the terminal itself, where that is sure to be understood.
///
/// Terminals are known by the names that they give themselves, in `TERM` or `TERM_PROGRAM`; within a multiplexer those are not the
/// terminal's. Sixel is left out: no name tells it, and it would need the picture's pixels.
enum TerminalImage {
    /// How pictures are sent.
    enum Language: Equatable {
        /// sw.kovidgoyal.net › kitty › graphics-protocol: PNG only.
        case kitty
        /// iterm2.com › documentation-images: any format.
        case iTerm
    }

    /// Shows a picture below what was printed; nothing where the terminal is not known to understand it.
    static func show(_ bytes: [UInt8]) {
        guard isatty(STDOUT_FILENO) == 1, let language = language(of: variable),
            let text = text(for: bytes, in: language)
        else { return }
        Console.write(Console.Verbatim(text + "\n"))
    }

    /// What the terminal of an environment understands.
    static func language(of variable: (String) -> String?) -> Language? {
        let term = variable("TERM") ?? ""
        guard variable("TMUX") == nil, variable("STY") == nil, !term.hasPrefix("screen"), !term.hasPrefix("tmux") else {
            return nil
        }
        if ["xterm-kitty", "xterm-ghostty"].contains(term) { return .kitty }
        return ["iTerm.app", "WezTerm"].contains(variable("TERM_PROGRAM") ?? "") ? .iTerm : nil
    }

    /// The picture as a terminal takes it; nil for a format that it does not.
    static func text(for bytes: [UInt8], in language: Language) -> String? {
        guard let format = ImageFormat(bytes) else { return nil }
        let encoded = Base64.encode(bytes)
        switch language {
        case .iTerm: return "\u{1B}]1337;File=inline=1;size=\(bytes.count):\(encoded)\u{07}"
        case .kitty:
            guard format == .png else { return nil }
            var rest = Substring(encoded)
            var text = ""
            while !rest.isEmpty {
                // Chunks of at most 4096 bytes; all but the last say that more follows.
                let chunk = rest.prefix(4096)
                rest = rest.dropFirst(4096)
                let keys = text.isEmpty ? "a=T,f=100,q=2," : ""
                text += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);\(chunk)\u{1B}\\"
            }
            return text
        }
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
