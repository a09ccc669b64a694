internal import HTTPAuthentication

/// Every token of a run, found by its text.
struct TokenLedger {
    private var tokens: [String: Token] = [:]
    /// The texts in the order of issue.
    private(set) var texts: [String] = []

    /// Issues a token.
    mutating func issue(
        to user: String, scope: Token.Scope, binding: Token.Binding, expires: Int64, issuer: Origin,
        characters: Blueprint.Tokens.Characters
    ) -> (alias: String, text: String) {
        let alias = "token#\(texts.count + 1)"
        let text = RandomText.token(characters)
        texts.append(text)
        tokens[text] = Token(
            alias: alias, user: user, scope: scope, binding: binding, expires: expires, issuer: issuer, ended: nil,
            welcome: "\(alias) stands for \(user)")
        return (alias, text)
    }

    /// The token with a text; nil where the portal never issued it.
    subscript(text: String) -> Token? { tokens[text] }

    /// Ends a token, or all of them; false where there is no such token.
    mutating func end(_ alias: String, as ending: Token.Ending) -> Bool {
        if alias == "all" {
            for text in texts { tokens[text]?.ended = ending }
            return true
        }
        guard let number = Int(alias.dropFirst("token#".count)), texts.indices.contains(number - 1) else {
            return false
        }
        tokens[texts[number - 1]]?.ended = ending
        return true
    }
}
