/// Whether a text that should be random is one that can be guessed; what may be random is never called so.
enum GuessableText {
    /// The fewest characters of a state: with one less there are fewer than 2⁴⁶ texts of printable characters.
    static let shortestState = 8
    /// Orders below which the characters of a verifier are too few, and too much alike.
    ///
    /// Of random verifiers even the worst, 43 decimal digits, has fewer with a probability below 10⁻¹⁴: there are C(52, 9) sets of so
    /// many digits, each has fewer than 2⁶⁴ orders, and there are 10⁴³ such verifiers.
    private static let fewestOrders = 18_446_744_073_709_551_616.0

    /// How what stands for a verifier begins that can be guessed: evidence without secrets is judged alike.
    static let placeholder = "redacted-guessable-"

    /// Whether a state is so short that it can be found by trying (RFC 6749 §10.10).
    static func isState(_ text: String) -> Bool { text.utf8.count < shortestState }

    /// Whether a verifier consists of so few different characters that it can be found by trying (RFC 7636 §7.1).
    static func isVerifier(_ text: String) -> Bool {
        orders(of: text) < fewestOrders || text.hasPrefix(placeholder)
    }

    /// In how many orders the characters of a text can stand; infinite for a long one.
    private static func orders(of text: String) -> Double {
        var counts: [UInt8: Double] = [:]
        var orders = 1.0
        for (index, byte) in text.utf8.enumerated() {
            counts[byte, default: 0] += 1
            orders *= Double(index + 1) / counts[byte, default: 1]
        }
        return orders
    }
}
