public import HTTPSemantics
package import JSONValues

// Credentials know the context that an environment's manager is for them; those who make them name the environment.

extension TokenCredential {
    /// Names a user of a portal or server; nothing is sent before a token is needed.
    ///
    /// - Parameters:
    ///   - tokenURL: where tokens are issued; nil asks the context (rule R4).
    ///   - lifetime: how long a token shall live; nil or zero leaves it to the server.
    public convenience init(
        for url: HTTPURL, username: String, password: Secret<String>, tokenURL: HTTPURL? = nil,
        lifetime: Duration? = nil, in environment: PortalEnvironment
    ) {
        self.init(for: url, .user(username, password), tokenURL: tokenURL, lifetime: lifetime, in: environment)
    }

    /// Stands for the user whom the web tier takes this client for: no user name and no password are sent for a token.
    ///
    /// The token service knows the user by the client certificate or by HTTP authentication (rule R15).
    public convenience init(
        forWebTierUserOf url: HTTPURL, tokenURL: HTTPURL? = nil, lifetime: Duration? = nil,
        in environment: PortalEnvironment
    ) {
        self.init(for: url, .webTier, tokenURL: tokenURL, lifetime: lifetime, in: environment)
    }

    private convenience init(
        for url: HTTPURL, _ principal: TokenOrder.Principal, tokenURL: HTTPURL?, lifetime: Duration?,
        in environment: PortalEnvironment
    ) {
        self.init(
            for: ServerContext(of: url), principal, tokenURL: tokenURL, lifetime: lifetime, token: nil,
            in: environment.authentication)
    }

    /// Acquires a token at once; throws what the token service answers.
    ///
    /// For a resource of a server that is federated with a portal the user signs in to that portal: the credential is the portal's,
    /// its password is sent there only, and what it issues is exchanged for each of its servers
    /// (developers.arcgis.com/javascript, esri/identity/IdentityManager; developers.arcgis.com/rest › generate-token, serverUrl).
    /// Where `tokenURL` says where tokens are issued, no server is asked, and the credential is the resource's own.
    public static func make(
        for url: HTTPURL, username: String, password: Secret<String>, tokenURL: HTTPURL? = nil,
        lifetime: Duration? = nil, in environment: PortalEnvironment
    ) async throws(PortalError) -> TokenCredential {
        let isComplete = !username.isEmpty && !password.reveal(\.isEmpty)
        let asksOwner = tokenURL == nil && isComplete
        let owner = asksOwner ? try await Federation(environment: environment).owner(of: url) : nil
        let credential = TokenCredential(
            for: owner?.root ?? url, username: username, password: password, tokenURL: tokenURL, lifetime: lifetime,
            in: environment)
        _ = try await credential.tokenInfo()
        return credential
    }

    /// Acquires a token for the resource that asked, or for the portal that owns its server; throws what the token service answers.
    public static func make(
        for challenge: ArcGISChallenge, username: String, password: Secret<String>, lifetime: Duration? = nil
    ) async throws(PortalError) -> TokenCredential {
        try await make(
            for: challenge.requestURL, username: username, password: password, lifetime: lifetime,
            in: challenge.environment)
    }
}

extension OAuthApplicationCredential {
    /// Names a registered application; nothing is sent before a token is needed.
    ///
    /// - Parameter lifetime: how long a token shall live; nil or zero leaves it to the portal, usually two hours.
    public convenience init(
        portal: PortalURL, clientID: String, clientSecret: Secret<String>, lifetime: Duration? = nil,
        in environment: PortalEnvironment
    ) {
        self.init(
            portal: portal, clientID: clientID, clientSecret: clientSecret, lifetime: lifetime, token: nil,
            in: environment.authentication)
    }
}

extension OAuthUserCredential {
    /// Has an agent show the portal's sign-in page and redeems the code that comes back; keeps the credential in no store.
    ///
    /// Throws `authorizationDenied` and `cancelled` where the user declined to sign in, `authorizationTimedOut` where no answer came,
    /// `oauthStateMismatch` where the answer belongs to another sign-in, and `oauth` where the portal refuses the code.
    public static func make(
        _ configuration: OAuthUserConfiguration, agent: any AuthorizationAgent, in environment: PortalEnvironment
    ) async throws(PortalError) -> OAuthUserCredential {
        try await make(configuration, agent: agent, in: environment.authentication)
    }
}

extension OAuthUserConfiguration {
    /// Whether a user who signs in so may get on: the resource is the portal's, or on a server that is federated with it.
    ///
    /// A server is asked whose it is, unless it has said so before; one that cannot be asked has no owner.
    public func canBeUsed(for challenge: ArcGISChallenge) async -> Bool {
        if canBeUsed(for: challenge.requestURL) { return true }
        do throws(PortalError) {
            return try await Federation(environment: challenge.environment).isOwner(portal, of: challenge.requestURL)
        } catch {
            return false
        }
    }
}

extension IAPCredential {
    /// Has an agent show the proxy's sign-in page and redeems the code that comes back; keeps the credential in no store.
    ///
    /// Throws as ``OAuthUserCredential/make(_:agent:in:)`` does.
    public static func make(
        _ configuration: IAPConfiguration, agent: any AuthorizationAgent, in environment: PortalEnvironment
    ) async throws(PortalError) -> IAPCredential {
        try await make(configuration, agent: agent, in: environment.authentication)
    }
}

extension StorableCredential {
    /// Makes a credential of an environment again; throws `storeCorrupted` where something is missing. Nothing is sent.
    package static func restored(
        from document: JSONValue, in environment: PortalEnvironment
    ) throws(PortalError) -> Self {
        try restored(from: document, in: environment.authentication)
    }
}

extension ArcGISCredentialStore {
    /// Takes over what was kept by an earlier run, and keeps every change from now on.
    ///
    /// What is in the store already stays and goes before what was kept for the same place. Restored credentials work in
    /// `environment`, whose store this is. Kinds that are not known stay in the persistence, unread, and are told as an event.
    ///
    /// Throws what the persistence throws, such as `storeKeyWrong` or `storeCorrupted`; then nothing has changed and the store
    /// goes on in memory.
    public func makePersistent(
        _ persistence: any StorePersistence, in environment: PortalEnvironment
    ) async throws(PortalError) {
        try await makePersistent(persistence, in: environment, kinds: StoredKinds.known)
    }

    /// The same for credentials of these kinds.
    package func makePersistent(
        _ persistence: any StorePersistence, in environment: PortalEnvironment,
        kinds: [any StorableCredential.Type]
    ) async throws(PortalError) {
        let takeover = try await takeover(by: persistence, in: environment.authentication, kinds: kinds)
        await takeover.complete(try await takeover.write())
    }
}

extension Federation {
    /// The federation of an environment's portals.
    init(environment: PortalEnvironment) {
        self.init(
            context: environment.authentication, credentials: environment.credentials,
            serverTokens: environment.serverTokens)
    }
}
