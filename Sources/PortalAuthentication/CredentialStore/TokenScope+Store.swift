internal import HTTPSemantics

extension TokenScope {
    /// What the store says counts; a credential that it does not know stays in its context.
    init(of credential: any ArcGISCredential, in store: ArcGISCredentialStore) {
        self.init { url in
            if let stored = store.credential(for: url) { return stored === credential }
            return credential.serverContext.contains(url)
        }
    }
}
