/// Takes secrets and pieces of them out of texts, in whatever encoding they stand there.
package struct SecretEraser: Sendable {
    private let redaction: Redaction

    package init(_ canaries: [Canary]) { redaction = Redaction(canaries.map { ($0, "***", "***") }) }

    /// The text with `***` in the place of every secret.
    package func text(_ text: String) -> String { redaction.text(text) }
}
