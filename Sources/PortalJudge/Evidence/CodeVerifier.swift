/// What a code verifier may be (RFC 7636 §4.1).
enum CodeVerifier {
    /// Bytes up to which what stands in a verifier's place is looked for elsewhere, as many as one may have: to search for a text takes
    /// time and memory by its length.
    static let longestSearched = 128
    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// Whether a verifier is of characters that may stand in one.
    static func hasAllowedCharacters(_ verifier: String) -> Bool { verifier.allSatisfy(unreserved.contains) }
}
