/// Text of others in a form that shows all of it and can do nothing to what stands beside it.
///
/// A terminal obeys control characters (ECMA-48), bidirectional controls reorder what is read (Unicode UAX #9, CVE-2021-42574), and
/// format characters hide in plain sight (Unicode TR36 §2). Each is written out, as `\u{1b}`. The work is done on Unicode scalars: a
/// `Character` may hold a line break or a quotation mark together with what follows it.
package enum VisibleText {
    /// A text on one line: line breaks are written out like every other control character.
    package static func line(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        return text.unicodeScalars.reduce(into: "") { line, scalar in
            if isHidden(scalar) { line += escape(scalar) } else { line.unicodeScalars.append(scalar) }
        }
    }

    /// Lines of ours as one text; a line break in one of them is written out.
    package static func text(_ lines: [String]) -> String { lines.map(line).joined(separator: "\n") }

    /// A printed JSON text with the same content in which hidden characters stand as `\u202e` (RFC 8259 §7), and in which no text is a
    /// command to the runner of a workflow, which obeys `##[name]` anywhere in a line (github.com/actions/runner,
    /// src/Runner.Common/ActionCommand.cs).
    package static func json(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != 0x23 || $0 == 0x0A }) { return text }
        var signs = 0
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            defer { signs = scalar == "#" ? signs + 1 : 0 }
            switch scalar {
            case "[" where signs >= 2: result += "\\u005b"
            // Between the tokens; within a string they are escaped already.
            case "\n", "\r", "\t": result.unicodeScalars.append(scalar)
            case _ where isHidden(scalar):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether a scalar acts on text or hides in it: controls, format characters, separators of lines and paragraphs, what is drawn
    /// as nothing (Unicode `Default_Ignorable_Code_Point`), and what no two systems read alike.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: return true
        // Variation selectors 15 and 16 choose between the two pictures of an emoji (Unicode UTS #51).
        default: return scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{FE0E}" && scalar != "\u{FE0F}"
        }
    }

    /// A scalar written out.
    static func escape(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }
}
