package import PortalAuthentication

extension AppBehavior {
    /// How the app keeps credentials, and what becomes of them when a user signs in or out.
    package struct Keeping: Sendable {
        /// Signs a user in before a challenge asks for it.
        package var signIn: SignIn = { try await $0.authentication.signIn($1, agent: $2) }
        package typealias SignIn =
            @Sendable (
                PortalEnvironment, OAuthUserConfiguration, any AuthorizationAgent
            ) async throws -> OAuthUserCredential
        /// Signs out, and says whether everything was revoked.
        package var signOut: @Sendable (PortalEnvironment) async -> Bool = { await $0.authentication.signOut() }
        /// The page on which the browser's own session ends; nil opens none.
        package var signOutPage: @Sendable (OAuthUserConfiguration) -> HTTPURL? = { $0.signOutPage }
        /// Has tokens revoked, and says whether all were.
        package var revoke: @Sendable (PortalEnvironment) async -> Bool = {
            await $0.authentication.revokeOAuthTokens()
        }
        /// Clears the stores.
        package var clear: @Sendable (PortalEnvironment) async -> Void = {
            await $0.authentication.clearCredentialStores()
        }
        /// Puts a credential into the store, for its context or for what lies below a URL.
        package var add: Add = { environment, credential, below throws(PortalError) in
            guard let below else { return environment.credentials.add(credential) }
            try environment.credentials.add(credential, for: below)
        }
        package typealias Add =
            @Sendable (PortalEnvironment, any ArcGISCredential, HTTPURL?) throws(PortalError) -> Void
        /// Takes a credential out of the store.
        package var remove: @Sendable (PortalEnvironment, any ArcGISCredential) -> Void = { $0.credentials.remove($1) }
        /// Makes the client's stores lasting.
        package var persist: @Sendable (PortalEnvironment, any StorePersistence) async throws(PortalError) -> Void = {
            environment, store throws(PortalError) in
            try await environment.authentication.setupPersistentCredentialStorage(store)
        }
        /// Says whether the app looks at a change of the store.
        package var hears: @Sendable (StoreEvent<HTTPURL>) -> Bool = { _ in true }
    }
}
