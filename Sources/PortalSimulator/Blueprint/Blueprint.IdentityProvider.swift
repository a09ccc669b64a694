package import HTTPSemantics
internal import JSONValues
package import TLSIdentity

extension Blueprint {
    /// A provider at which members sign in instead of at the portal (enterprise.arcgis.com, "Configure a SAML-compliant identity provider
    /// with your portal", "Configure OpenID Connect logins"); it runs on a host of its own, whose name is its name.
    package struct IdentityProvider: Sendable, Equatable {
        package var speaks = Language.saml
        /// What the portal's page calls it.
        package var title = "City staff"
        /// What stands behind the `@` of its accounts' names.
        package var domain = "city.test"
        /// How the portal sends its request for SAML.
        package var binding = Binding.redirect
        /// What its keys are.
        package var key = KeyAlgorithm.rsa
        /// Members who have an account there; nil is every one.
        package var users: [String]?
        /// How long it knows a browser again.
        package var sessionLifetime = Duration.seconds(8 * 3600)
        /// What it answers.
        package var answer = Answer.genuine
        package var signIn = SignInRules()

        package enum Language: String, Sendable, CaseIterable {
            case saml
            case openIDConnect
        }

        package enum Binding: String, Sendable, CaseIterable {
            case redirect
            case post
        }

        /// What is wrong with the assertion, or the ID token, that it gives.
        package enum Answer: String, Sendable, CaseIterable {
            case genuine
            case otherAudience
            case otherRecipient
            case otherIssuer
            /// It answers another request: another `InResponseTo`, or another nonce.
            case otherRequest
            case expired
            case notYetValid
            case unsigned
            case otherKey
            /// The subject was changed after it was signed.
            case altered
            /// A forged assertion stands before the signed one.
            case wrapped
            /// The provider says that it does not sign the user in.
            case refused
            /// The provider signs in a user who is no member of the portal.
            case unknownUser
        }
    }

    /// What a page asks for beside a password.
    package struct SignInRules: Sendable, Equatable {
        /// Secrets of authenticator apps in base 32, by user name (RFC 6238).
        package var secondFactor: [String: Secret<String>] = [:]
        /// Users who must choose another password before they go on.
        package var passwordChange: [String] = []
        /// Whether the user is asked if the application may use the account.
        package var consent = false
        /// Whether the portal's own accounts sign in on its page; providers have nothing else.
        package var ownAccounts = true
        /// The provider that is opened at once; nil shows the page.
        package var launch: String?
        /// Portal time for which the portal knows a browser again.
        package var sessionLifetime = Duration.seconds(14 * 86_400)
    }

    mutating func readIdentityProviders(_ reader: DocumentReader) throws(BlueprintError) {
        for key in ["identityProviders", "signIn"] { DocumentTrace.note(.null, at: key) }
        if let value = reader["signIn"], !value.isNull,
            let found = try reader.object(
                "signIn", keys: Self.signInKeys + ["ownAccounts", "launch", "sessionLifetime"])
        {
            signIn = try Self.signInRules(found)
            if let own = try found.truth("ownAccounts") { signIn.ownAccounts = own }
            if let lifetime = try found.duration("sessionLifetime") { signIn.sessionLifetime = lifetime }
            DocumentTrace.note(.null, at: "signIn.launch")
            if let launch = found["launch"], !launch.isNull { signIn.launch = try found.text("launch") }
        }
        guard let value = reader["identityProviders"], !value.isNull,
            let found = try reader.object("identityProviders", keys: nil)
        else { return }
        for name in found.keys { DocumentTrace.note(.null, at: DocumentReader.join(found.path, name)) }
        for name in found.keys where found[name]?.isNull == false {
            let keys = [
                "speaks", "title", "domain", "binding", "key", "users", "sessionLifetime", "answer", "signIn",
            ]
            let provider = try DocumentMistakes.part { () throws(BlueprintError) in
                try Self.identityProvider(try found.object(name, keys: keys))
            }
            if let provider { identityProviders[name] = provider }
        }
    }

    private static func identityProvider(_ entry: DocumentReader?) throws(BlueprintError) -> IdentityProvider {
        var provider = IdentityProvider()
        guard let entry else { return provider }
        if let speaks = try entry.word("speaks", as: IdentityProvider.Language.self) { provider.speaks = speaks }
        if let title = try entry.text("title") { provider.title = title }
        if let domain = try entry.text("domain") {
            guard !domain.isEmpty, domain.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "@") })
            else { throw entry.wrongType("domain", "a domain like city.test") }
            provider.domain = domain
        }
        if let binding = try entry.word("binding", as: IdentityProvider.Binding.self) { provider.binding = binding }
        if let key = try entry.word("key", as: KeyAlgorithm.self) { provider.key = key }
        DocumentTrace.note(.null, at: DocumentReader.join(entry.path, "users"))
        if let users = entry["users"], !users.isNull { provider.users = try entry.texts("users") }
        if let lifetime = try entry.duration("sessionLifetime") { provider.sessionLifetime = lifetime }
        if let answer = try entry.word("answer", as: IdentityProvider.Answer.self) { provider.answer = answer }
        if let rules = try entry.object("signIn", keys: signInKeys) { provider.signIn = try signInRules(rules) }
        return provider
    }

    private static let signInKeys = ["secondFactor", "passwordChange", "consent"]

    private static func signInRules(_ reader: DocumentReader) throws(BlueprintError) -> SignInRules {
        var rules = SignInRules()
        if let consent = try reader.truth("consent") { rules.consent = consent }
        rules.passwordChange = try reader.texts("passwordChange") ?? []
        guard let secrets = try reader.object("secondFactor", keys: nil) else { return rules }
        for user in secrets.keys {
            let path = DocumentReader.join(secrets.path, user)
            DocumentTrace.note(.text, at: path)
            DocumentTrace.note(.null, at: path)
            if secrets[user]?.isNull == true { continue }
            guard let text = secrets[user]?.string, let bytes = Base32.decode(text), bytes.count >= 10 else {
                throw BlueprintError(
                    .wrongType, source: secrets.source, keyPath: path,
                    problem: "it is not a secret of at least 16 characters of base 32 (A to Z, 2 to 7)")
            }
            rules.secondFactor[user] = Secret(text)
        }
        return rules
    }
}
