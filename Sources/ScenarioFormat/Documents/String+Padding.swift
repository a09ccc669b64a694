extension String {
    /// The text, followed by blanks up to a width.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
