internal import JSONValues

/// The credential that a step names.
struct CredentialInput: Sendable {
    /// Which password of the account.
    enum Password: Sendable, Equatable {
        case right
        /// A fresh wrong one each time.
        case wrong
        /// The same wrong one each time.
        case sameWrong
        case text(String)
    }
    /// What a credential of the older interface says of its kind.
    enum AuthType: String, Sendable, CaseIterable {
        case unknown
        case token
        case none
        case http
        case clientCertificate
    }
    /// What a credential is for, where the newer interface keeps it.
    enum Kind: String, Sendable, CaseIterable {
        case token
        /// The web tier's Basic or Digest.
        case http
    }
    /// The account whose password is meant.
    var user: String?
    /// The user name that is typed; nil for the account's own.
    var username: String?
    var password: Password
    /// The alias of a token that the portal issued.
    var token: String?
    /// A token that no portal issued, word for word.
    var tokenText: String?
    /// The lifetime that tokens are asked for with; nil leaves it to the server.
    var lifetime: Duration?
    var referer: String?
    /// `discover`, `explicit` or a URL.
    var tokenURL: String
    var authType: AuthType
    var kind: Kind = .token
    /// The realm that a credential of the web tier is for; nil for any.
    var realm: String?
}

extension CredentialInput {
    /// An account with another password than its own.
    static func wrong(_ name: String) -> CredentialInput {
        CredentialInput(user: name, password: .wrong, tokenURL: "discover", authType: .unknown)
    }

    /// An account with its right password.
    static func account(_ name: String) -> CredentialInput {
        CredentialInput(user: name, password: .right, tokenURL: "discover", authType: .unknown)
    }

    /// The keys that name a credential wherever a scenario may give one.
    static let keys = [
        "as", "username", "password", "token", "tokenText", "lifetime", "referer", "tokenURL", "authType", "kind",
        "realm",
    ]

    /// Reads the credential keys of an object; nil where it names none.
    static func read(_ reader: DocumentReader) throws(DocumentError) -> CredentialInput? {
        let user = try reader.name("as", of: .user)
        let token = try reader.text("token")
        let tokenText = try reader.text("tokenText")
        let input = CredentialInput(
            user: user, username: try reader.text("username"), password: Password(try reader.text("password")),
            token: token, tokenText: tokenText, lifetime: try reader.duration("lifetime"),
            referer: try reader.text("referer"), tokenURL: try reader.text("tokenURL") ?? "discover",
            authType: try reader.word("authType") ?? .unknown, kind: try reader.word("kind") ?? .token,
            realm: try reader.text("realm"))
        return user != nil || token != nil || tokenText != nil ? input : nil
    }

    /// The same with what an app makes of the texts in it that it was given.
    func changingTexts(_ change: (String) -> String) -> CredentialInput {
        var copy = self
        copy.tokenText = tokenText.map(change)
        copy.referer = referer.map(change)
        return copy
    }
}

extension CredentialInput.Password {
    /// `right`, `wrong`, `same-wrong`, or a password word for word; the account's own where nothing is written.
    init(_ written: String?) {
        self =
            switch written {
            case nil, "right": .right
            case "wrong": .wrong
            case "same-wrong": .sameWrong
            case let text?: .text(text)
            }
    }
}
