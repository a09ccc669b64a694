internal import HTTPSemantics

/// What a person has pasted: an answer of the sign-in page, or something else and what to do instead.
struct PastedAnswer: Sendable {
    enum Reading: Sendable, Equatable {
        /// The address, or the code where the sign-in is out of band.
        case callback(String)
        /// What is wrong with it, as a sentence.
        case complaint(String)
    }

    let redirectURI: RedirectURI
    /// The address of the sign-in page.
    let signIn: HTTPURL
    let state: String

    /// More than any portal's answer.
    private static let limit = 16 << 10

    /// Reads what was pasted.
    func read(_ pasted: String) -> Reading {
        let text = String(pasted.trimming(while: \.isWhitespace))
        if text.isEmpty { return .complaint("Nothing was pasted.") }
        if text.utf8.count > Self.limit { return .complaint("That is too long to be an answer of a sign-in page.") }
        return redirectURI.kind == .outOfBand ? code(in: text) : address(text)
    }

    /// The code as the page shows it (RFC 6749 §A.11), in the page's title, or in the address of the page or of its end.
    private func code(in text: String) -> Reading {
        let title = "SUCCESS code="
        let refusal = "Denied error="
        let end = redirectURI.description + "?"
        var code = text
        if text.hasPrefix(title) {
            code = String(text.dropFirst(title.count))
        } else if text.hasPrefix(refusal) {
            return .callback(end + text.dropFirst("Denied ".count))
        } else if text.hasPrefix(end) {
            switch fields(of: text.dropFirst(end.count)) {
            case .code(let found): code = found
            case .reading(let reading): return reading
            }
        } else if let url = HTTPURL(parsing: text) {
            switch url.origin == signIn.origin ? fields(of: Substring(url.query ?? "")) : .reading(Self.noCode) {
            case .code(let found): code = found
            case .reading(let reading): return reading
            }
        }
        guard !code.isEmpty, code.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return .complaint("That is no code: a code has neither blanks nor accents.")
        }
        return .callback(code)
    }

    private static let noCode = Reading.complaint(
        "That is an address without a code. Sign in there, and paste the code that the page shows.")

    private enum Found {
        case code(String)
        case reading(Reading)
    }

    /// What the query of an address says: the code, that the sign-in was refused, or that it belongs to another one.
    private func fields(of query: Substring) -> Found {
        let fields = FormURLEncoded.fields(of: String(query))
        func value(_ name: String) -> String? { fields.first { $0.name == name && !$0.value.isEmpty }?.value }
        if let other = value("state"), other != state {
            return .reading(
                .complaint("That address belongs to another sign-in; open the address above and sign in there."))
        }
        if value("error") != nil { return .reading(.callback(redirectURI.description + "?" + query)) }
        return value("code").map { .code($0) } ?? .reading(Self.noCode)
    }

    private func address(_ text: String) -> Reading {
        if let url = HTTPURL(parsing: text), url.withoutQuery == signIn.withoutQuery {
            return .complaint("That is the sign-in page itself. Sign in there, and paste the address that it leads to.")
        }
        guard text.firstRange(of: ":") != nil else {
            return .complaint("That is no address. Paste the whole address; it begins with \(redirectURI).")
        }
        guard let answer = AuthorizationCallback(text, to: redirectURI) else {
            return .complaint("That address is another one; the right one begins with \(redirectURI).")
        }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return .complaint("That address has blanks or accents in it; paste it as the browser shows it.")
        }
        guard answer.isAnswer else {
            return .complaint("That address has no code in it; paste the whole address, to its very end.")
        }
        guard answer["state"] == state else {
            return .complaint("That address belongs to another sign-in; open the address above and sign in there.")
        }
        return .callback(text)
    }
}
