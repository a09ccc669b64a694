/// An authorization server's own word for a refusal (RFC 6749 §4.1.2.1, §5.2), as far as it may be repeated.
enum OAuthErrorCode {
    /// What came as a word, whole; nil where no word is that long: the part of a text may be the part of a secret.
    static func kept(_ word: String?) -> String? {
        word.flatMap { $0.isEmpty || $0.utf8.count > longest ? nil : $0 }
    }

    /// `: invalid_grant`, or nothing where what came is no word: it could be anything.
    static func named(_ word: String?) -> String {
        guard let word, !word.isEmpty, word.utf8.count <= longest,
            word.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || $0 == 0x5F })
        else { return "" }
        return ": \(word)"
    }

    private static let longest = 64
}
