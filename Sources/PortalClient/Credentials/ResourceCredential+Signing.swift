internal import HTTPSemantics
internal import PortalAuthentication

extension ResourceCredential {
    /// Keeps in an environment what the web tier of a resource may ask for: the identity, or user name and password for
    /// whatever realm it names; for a plain address at its TLS twin too (rule R20).
    func prepareWebTier(of url: HTTPURL, in environment: PortalEnvironment) async throws(PortalError) {
        guard let credential = networkCredential else { return }
        for space in webTierSpaces(of: url, in: environment) {
            try await environment.networkCredentials.add(credential, for: space)
        }
    }

    /// What the web tier may ask for; nil where this is nothing for it.
    private var networkCredential: NetworkCredential? {
        switch kind {
        case .certificate(let identity): .certificate(identity)
        case .password(let username, let password, _, _), .webTier(let username, let password):
            .password(username: username, password)
        case .token, .pregeneratedToken, .anonymous: nil
        }
    }

    /// For which protection spaces it is kept; none where it is nothing for the web tier.
    func webTierSpaces(of url: HTTPURL, in environment: PortalEnvironment) -> [ProtectionSpace] {
        guard let networkCredential else { return [] }
        let method: AuthenticationMethod =
            if case .certificate = networkCredential { .clientCertificate } else { .basic }
        return Set([url.origin, environment.core.secureOrigins.secured(url).origin]).map {
            ProtectionSpace(origin: $0, method: method)
        }
    }

    /// The credential as the engine knows it; nil for one that asks for no token.
    func credential(for url: HTTPURL, in environment: PortalEnvironment) throws(PortalError) -> (any ArcGISCredential)?
    {
        switch kind {
        case .password(let username, let password, let tokenURL, let lifetime),
            .token(let username, let password, let tokenURL, let lifetime):
            return TokenCredential(
                for: url, username: username, password: password, tokenURL: tokenURL, lifetime: lifetime,
                in: environment)
        case .pregeneratedToken(let token, let referer):
            return try PregeneratedTokenCredential(
                url: url, tokenInfo: TokenInfo(accessToken: token), referer: referer)
        case .webTier, .certificate, .anonymous: return nil
        }
    }

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
