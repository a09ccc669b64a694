/// An authorization server's own word for a refusal (RFC 6749 §4.1.2.1, §5.2), as far as it may be repeated.
enum OAuthWord {
    /// The word, cut where no word is that long.
    static func shortened(_ word: String) -> String { String(word.unicodeScalars.prefix(longest)) }

    /// `: invalid_grant`, or nothing where what came is no word: it could be anything.
    static func named(_ word: String?) -> String {
        guard let word, !word.isEmpty, word.utf8.count <= longest,
            word.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || $0 == 0x5F })
        else { return "" }
        return ": \(word)"
    }

    private static let longest = 64
}
