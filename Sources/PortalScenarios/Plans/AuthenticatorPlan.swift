internal import JSONValues

/// How the app has the client's own authenticator answer its challenges.
struct AuthenticatorPlan: Sendable {
    /// Whether the user is asked about servers that are not trusted.
    var promptsForUntrustedHosts = false

    /// Reads `environment.authenticator`: `{}` or `{promptForUntrustedHosts: true}`; nil where it is not written, or null.
    static func read(_ outer: DocumentReader, _ key: String) throws(DocumentError) -> AuthenticatorPlan? {
        DocumentTrace.note(.null, at: DocumentReader.join(outer.path, key))
        guard let value = outer[key], !value.isNull,
            let reader = try outer.object(key, keys: ["promptForUntrustedHosts"])
        else { return nil }
        return AuthenticatorPlan(promptsForUntrustedHosts: try reader.truth("promptForUntrustedHosts") ?? false)
    }
}
