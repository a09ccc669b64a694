internal import HTTPSemantics

extension StringProtocol {
    /// The text without blanks at either end.
    func trimmingBlanks() -> String { String(trimming(while: \.isWhitespace)) }
}
