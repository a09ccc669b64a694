/// How many combining marks may follow one another in a text that comes from outside.
///
/// Texts are compared and hashed in a normal form, for which Swift sorts the marks behind a letter one by one: the time grows with the
/// square of their number, and 40 000 of them hold a thread for seconds. The Stream-Safe Text Format bounds them for the same reason
/// (UAX #15 §13).
package enum MarkRuns {
    /// Three times what the Stream-Safe Text Format allows, which is more than any language needs.
    package static let longest = 100

    /// Whether a scalar is sorted among its neighbours.
    fileprivate static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        // The three that are taken apart into marks without being one (Unicode Character Database, NormalizationTest.txt).
        return scalar.properties.canonicalCombiningClass != .notReordered
            || [0x0F73, 0x0F75, 0x0F81].contains(scalar.value)
    }
}

extension String {
    /// Whether more marks follow one another than ``MarkRuns/longest``.
    package var hasLongMarkRun: Bool {
        // A mark has two bytes or more, the first of them 0xCC or above (RFC 3629 §3).
        guard utf8.count > 2 * MarkRuns.longest, utf8.contains(where: { $0 >= 0xCC }) else { return false }
        var run = 0
        for scalar in unicodeScalars {
            run = MarkRuns.isMark(scalar) ? run + 1 : 0
            if run > MarkRuns.longest { return true }
        }
        return false
    }

    /// The text with U+FFFD in the place of each mark that is one too many; the same text where there is none.
    package var withoutLongMarkRuns: String {
        guard hasLongMarkRun else { return self }
        var kept = String.UnicodeScalarView()
        var run = 0
        for scalar in unicodeScalars {
            run = MarkRuns.isMark(scalar) ? run + 1 : 0
            if run > MarkRuns.longest { run = 0 }
            kept.append(run == 0 && MarkRuns.isMark(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(kept)
    }
}
