internal import HTTPSemantics
internal import PortalAuthentication

extension ResourceCredential {
    /// What a credential was kept as, and what it took the place of.
    struct Trial: Sendable {
        fileprivate let webTier: [NetworkCredentialStore.Trial]
        fileprivate var credential: (any ArcGISCredential)?
        fileprivate var earlier: (any ArcGISCredential)?

        fileprivate func takeBack(in environment: PortalEnvironment) async {
            if let credential { environment.credentials.takeBack(credential, insteadOf: earlier) }
            for trial in webTier { await environment.networkCredentials.takeBack(trial) }
        }
    }

    /// Keeps in an environment what the web tier of a resource may ask for: the identity, or user name and password for
    /// whatever realm it names; for a plain address at its TLS twin too (rule R20). Gives what it took the place of.
    @discardableResult
    func prepareWebTier(
        of url: HTTPURL, in environment: PortalEnvironment
    ) async throws(PortalError) -> [NetworkCredentialStore.Trial] {
        guard let credential = networkCredential else { return [] }
        var trials: [NetworkCredentialStore.Trial] = []
        for space in webTierSpaces(of: url, in: environment) {
            let trial = try await environment.networkCredentials.addOnTrial(credential, for: space)
            if let trial { trials.append(trial) }
        }
        return trials
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

    /// Keeps in an environment what requests for a resource are to be signed with, at its web tier too; gives what it took the place of.
    @discardableResult
    func sign(_ url: HTTPURL, in environment: PortalEnvironment) async throws(PortalError) -> Trial {
        var trial = Trial(webTier: try await prepareWebTier(of: url, in: environment))
        if let credential = try credential(for: url, in: environment) {
            trial.credential = credential
            trial.earlier = environment.credentials.addOnTrial(credential)
        }
        return trial
    }

    /// Makes an attempt at a resource with this credential, in a store that others share.
    ///
    /// A credential that is not accepted is taken out again, and what it took the place of is put back; what else has changed
    /// meanwhile stays, a sign-out before all.
    func trying<Value: Sendable>(
        at url: HTTPURL, in environment: PortalEnvironment,
        _ attempt: () async throws(PortalError) -> Value
    ) async throws(PortalError) -> Value {
        let trial = try await sign(url, in: environment)
        do throws(PortalError) {
            return try await attempt()
        } catch {
            if error.isAuthenticationError { await trial.takeBack(in: environment) }
            throw error
        }
    }
}
