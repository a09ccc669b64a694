/// Puts names in the place of secrets in short texts, as a log that is written while a portal serves needs it.
///
/// All secrets of 16 characters and more, tokens among them, are looked for in one pass, however many there are; the few short ones,
/// passwords, one after the other. The names are those of the redacted journal.
package struct SecretMarker: Sendable {
    private let pieces: SecretPieces
    private let others: Redaction

    /// Prepares secrets.
    package init(_ canaries: [Canary]) {
        let named = canaries.map { (canary: $0, placeholder: Evidence.placeholder($0)) }
        let isLong = { (canary: Canary) in
            canary.kind != .privateKey && canary.value.utf8.count >= SecretPieces.length
        }
        pieces = SecretPieces(named.filter { isLong($0.canary) })
        others = Redaction(named.filter { !isLong($0.canary) }.map { ($0.canary, $0.placeholder, $0.placeholder) })
    }

    /// The text without secrets.
    package func text(_ text: String) -> String {
        String(decoding: others.bytes(pieces.replaced(in: Array(text.utf8))), as: UTF8.self)
    }
}
