/// What a code verifier may be (RFC 7636 §4.1).
enum CodeVerifier {
    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// Whether a verifier is of characters that may stand in one.
    static func hasAllowedCharacters(_ verifier: String) -> Bool { verifier.allSatisfy(unreserved.contains) }
}
