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

    /// The code as the page shows it (RFC 6749 §A.11), in the page's title, or in the address of the page.
    private func code(in text: String) -> Reading {
        let title = "SUCCESS code="
        let code: String
        if text.hasPrefix(title) {
            code = String(text.dropFirst(title.count))
        } else if let url = HTTPURL(parsing: text) {
            guard url.origin == signIn.origin,
                let found = FormURLEncoded.fields(of: url.query ?? "").first(where: { $0.name == "code" })?.value
            else {
                return .complaint(
                    "That is an address without a code. Sign in there, and paste the code that the page shows.")
            }
            code = found
        } else {
            code = text
        }
        guard !code.isEmpty, code.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return .complaint("That is no code: a code has neither blanks nor accents.")
        }
        return .callback(code)
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
