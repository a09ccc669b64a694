internal import JSONValues

/// What a person does in the browser that a sign-in opens.
struct BrowserPlan: Sendable {
    /// What becomes of the sign-in page.
    enum Act: String, Sendable, CaseIterable {
        /// The person signs in.
        case signIn
        /// A wrong password comes first.
        case wrongPassword
        /// The person presses Cancel on the page.
        case deny
        /// The person closes the window.
        case close
        /// Nothing happens until the client gives up.
        case never
        /// A wrong code of the authenticator app comes first.
        case wrongCode
        /// The person signs in and then does not let the app use the account.
        case denyConsent
        /// The person signs in, is shown what is wrong with the provider's answer, and closes the window.
        case closeRefused
        /// The person signs in, the provider's answer reaches the portal from another browser, and the person closes what it shows.
        case otherBrowser
        /// The answer comes back with another state.
        case alterState
        /// The answer comes back without a state.
        case dropState
    }
    /// Who brings the answer back to the client.
    enum Way: String, Sendable, CaseIterable {
        /// The browser itself, as a system's does for a scheme or a page of the app's own.
        case browser
        /// A listener on this machine, which strangers find as well.
        case listener
        /// The person, who pastes the address or the code.
        case paste
    }
    /// The account that signs in.
    var user: String
    /// The password that is typed; nil for the one that the account has when it is.
    var password: String?
    var act = Act.signIn
    var way = Way.browser
    /// The identity provider that the person chooses on the portal's page, by the name of its host.
    var provider: String?
    /// Whether strangers knock at the listener before the browser does.
    var strangers = false

    /// Whether the browser is that of the sign-in before, and has its cookies.
    var isSameBrowser = false
    /// The client certificate that the browser shows where one is asked for, by its name.
    var identity: String?

    static let keys = ["as", "password", "browser", "way", "strangers", "provider", "sameBrowser", "identity"]

    /// Reads `alice` or `{as: alice, browser: deny, way: listener}`.
    init(_ value: JSONValue, source: String, path: String) throws(DocumentError) {
        let mapping: JSONValue = value.string.map { ["as": .string($0)] } ?? value
        try self.init(try DocumentReader(mapping, source: source, path: path, keys: Self.keys))
    }

    /// Reads the keys of a mapping that may have others too.
    init(_ reader: DocumentReader) throws(DocumentError) {
        guard let user = try reader.name("as", of: .user) else { throw reader.missing("as") }
        self.user = user
        password = try reader.text("password")
        act = try reader.word("browser", as: Act.self) ?? .signIn
        way = try reader.word("way", as: Way.self) ?? .browser
        provider = try reader.text("provider")
        strangers = try reader.truth("strangers") ?? false
        isSameBrowser = try reader.truth("sameBrowser") ?? false
        identity = try reader.text("identity")
    }
}

extension BrowserPlan {
    /// What is typed as the right password.
    var credential: CredentialInput {
        var input = CredentialInput.account(user)
        input.password = password.map { .text($0) } ?? .right
        return input
    }

    /// Why no foreign client can be told of it; nil where one can.
    ///
    /// A client without a browser of its own can fill the portal's page in, press its buttons, and leave it.
    var dialogueObstacle: String? {
        if provider != nil || act == .wrongCode || act == .denyConsent || act == .closeRefused || act == .otherBrowser {
            return "a person goes through more pages than the portal's own"
        }
        if isSameBrowser || identity != nil { return "a person has a browser with cookies or a certificate of its own" }
        return way == .browser && !strangers
            ? nil : "a browser's answer comes back in another way than by the browser itself"
    }
}
