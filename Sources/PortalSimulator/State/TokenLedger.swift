internal import HTTPSemantics

/// Every token of a run, found by its text.
struct TokenLedger {
    private var tokens: [String: Token] = [:]
    /// The texts in the order of issue.
    private(set) var texts: IssuedTexts

    /// The texts of API keys by name.
    private var keys: [String: String] = [:]

    init(limit: Int) { texts = IssuedTexts(limit: limit) }

    /// What was issued, with the alias of the token that had to go.
    typealias Issued = (alias: String, text: String, gone: String?)

    /// Issues a token; where there are as many as there may be, the oldest one ends.
    mutating func issue(
        to holder: Viewer, scope: Token.Scope, binding: Token.Binding, expires: Int64, issuer: Origin,
        client: String? = nil, characters: Blueprint.Tokens.Characters
    ) -> Issued {
        let text = RandomText.token(characters)
        let (number, old) = texts.append(text)
        let alias = "token#\(number)"
        let gone = old.flatMap { tokens.removeValue(forKey: $0)?.alias }
        tokens[text] = Token(
            alias: alias, holder: holder, scope: scope, binding: binding, expires: expires, issuer: issuer,
            client: client, ended: nil, welcome: "\(alias) stands for \(holder)")
        return (alias, text, gone)
    }

    /// Takes over the API keys of a blueprint: one that is gone or has another text stops working, one that stays keeps its ending.
    mutating func follow(_ wanted: [String: (text: String, expires: Int64, referers: [String])], issuer: Origin) {
        for (name, text) in keys where wanted[name]?.text != text { tokens[text] = nil }
        keys = wanted.mapValues(\.text)
        for (name, key) in wanted {
            let alias = "key:\(name)"
            let binding: Token.Binding = key.referers.isEmpty ? .none : .oneReferer(of: key.referers)
            var token =
                tokens[key.text]
                ?? Token(
                    alias: alias, holder: .application(.key(name)), scope: .everywhere, binding: binding,
                    expires: key.expires, issuer: issuer, ended: nil, welcome: "\(alias) is an API key")
            token.binding = binding
            token.expires = key.expires
            tokens[key.text] = token
        }
    }

    /// Ends a token by its text; later calls do nothing.
    mutating func end(text: String, as ending: Token.Ending) {
        if tokens[text]?.ended == nil { tokens[text]?.ended = ending }
    }

    /// Ends every token of a holder.
    mutating func end(of holder: Viewer) {
        for text in texts.kept where tokens[text]?.holder == holder { end(text: text, as: .revoked) }
    }

    /// The token with a text; nil where the portal never issued it.
    subscript(text: String) -> Token? { tokens[text] }

    /// Whether a token was ended or has expired by a moment of portal time; false where there is no such one.
    func hasEnded(_ alias: String, at time: Int64) -> Bool {
        guard alias.hasPrefix("token#"), let number = Int(alias.dropFirst("token#".count)), let text = texts[number],
            let token = tokens[text]
        else { return false }
        return token.ended != nil || time >= token.expires
    }

    /// Ends a token or an API key by its alias, or every token but the keys; false where there is no such token.
    mutating func end(_ alias: String, as ending: Token.Ending) -> Bool {
        if alias == "all" {
            for text in texts.kept { tokens[text]?.ended = ending }
            return true
        }
        if alias.hasPrefix("key:") {
            guard let text = keys[String(alias.dropFirst(4))] else { return false }
            tokens[text]?.ended = ending
            return true
        }
        guard let number = Int(alias.dropFirst("token#".count)), let text = texts[number] else { return false }
        tokens[text]?.ended = ending
        return true
    }
}
