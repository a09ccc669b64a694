internal import Platform

/// A name and a value of a form or of a query, decoded.
package struct FormField: Sendable, Hashable {
    package let name: String
    package let value: String
    /// Whether bytes that are not UTF-8, or marks beyond ``Platform/MarkRuns``, were replaced in the name or the value.
    package let isDamaged: Bool

    /// Whether marks beyond ``Platform/MarkRuns`` were.
    package let hasLostMarks: Bool

    /// Takes decoded texts; `isDamaged` tells what their decoding has replaced.
    package init(name: String, value: String, isDamaged: Bool = false) {
        self.name = name.withoutLongMarkRuns
        self.value = value.withoutLongMarkRuns
        hasLostMarks = name.hasLongMarkRun || value.hasLongMarkRun
        self.isDamaged = isDamaged || hasLostMarks
    }
}
