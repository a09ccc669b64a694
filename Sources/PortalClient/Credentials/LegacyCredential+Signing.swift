internal import PortalAuthentication

extension LegacyCredential {
    /// Keeps in an environment what requests for a resource are to be signed with, at its web tier too.
    func sign(_ url: HTTPURL, in environment: PortalEnvironment) async throws(PortalError) {
        try await prepareWebTier(of: url, in: environment)
        if let credential = try credential(for: url, in: environment) { environment.credentials.add(credential) }
    }

    /// Makes an attempt at a resource with this credential, in a store that others share.
    ///
    /// A credential that is not accepted is taken out again, and what it took the place of is put back.
    func trying<Value: Sendable>(
        at url: HTTPURL, in environment: PortalEnvironment,
        _ attempt: () async throws(PortalError) -> Value
    ) async throws(PortalError) -> Value {
        let (store, webTier) = (environment.credentials, environment.networkCredentials)
        let before = store.credentials
        let kept = webTierSpaces(of: url, in: environment).map { ($0, webTier.credentials[$0]) }
        try await sign(url, in: environment)
        do throws(PortalError) {
            return try await attempt()
        } catch {
            if error.isAuthenticationError {
                for new in store.credentials where !before.contains(where: { $0 === new }) { store.remove(new) }
                for old in before where !store.credentials.contains(where: { $0 === old }) { store.add(old) }
                for (space, old) in kept {
                    if let old { try? await webTier.add(old, for: space) } else { await webTier.remove(for: space) }
                }
            }
            throw error
        }
    }
}
