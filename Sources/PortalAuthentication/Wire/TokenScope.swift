internal import HTTPSemantics

/// Where the token of a credential may go: to its own portal or server, and to what it was shared with (rule R26).
///
/// Another portal on the same host and port is another one.
package struct TokenScope: Sendable {
    let credential: any ArcGISCredential
    let store: ArcGISCredentialStore

    /// What the store says counts; a credential that it does not know stays in its context.
    func contains(_ url: HTTPURL) -> Bool {
        if let stored = store.credential(for: url) { return stored === credential }
        return credential.serverContext.contains(url)
    }
}
