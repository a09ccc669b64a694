/// Secrets of one run, from the system's generator of random numbers.
package enum RandomText {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// A token, opaque and never issued before.
    static func token(_ characters: Blueprint.Tokens.Characters) -> String {
        switch characters {
        case .plain: "\(text(46))-_\(text(14)).."
        // One of each byte that a form or a query must escape, always, so that a client which forgets it is caught.
        case .hostile: "\(text(20))+\(text(12))/\(text(12)).-_\(text(14))+/\(text(4))=="
        }
    }

    /// A password that cannot be guessed.
    package static func password() -> String { "\(text(8))-\(text(8))" }

    /// Returns random letters and digits, as many as asked for, which need no escape in a URL.
    static func secret(_ count: Int) -> String { text(count) }

    /// An id as portals give them: 32 lower-case hex digits.
    static func identifier() -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: (0..<32).map { _ in digits[Int.random(in: digits.indices)] }, as: UTF8.self)
    }

    private static func text(_ count: Int) -> String {
        String(decoding: (0..<count).map { _ in letters[Int.random(in: letters.indices)] }, as: UTF8.self)
    }
}
