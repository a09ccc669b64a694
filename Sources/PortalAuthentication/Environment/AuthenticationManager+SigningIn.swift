internal import Platform

extension AuthenticationManager {
    /// Signs a user in before a challenge asks for it, and keeps the credential, so that later requests ask no handler.
    ///
    /// It waits until no other question is open; a sign-in of the same kind meanwhile shares the answer. Throws what
    /// ``OAuthUserCredential/make(_:agent:in:)`` throws.
    @discardableResult
    public func signIn(
        _ configuration: OAuthUserConfiguration, agent: any AuthorizationAgent
    ) async throws(PortalError) -> OAuthUserCredential {
        guard let environment else {
            throw PortalError(.invalidArgument, url: configuration.portal.root, detail: "the environment is gone")
        }
        let before = environment.credentials.credential(for: configuration.portal.root)
        let (core, began) = (core, epoch)
        let make: @Sendable () async throws(PortalError) -> OAuthUserCredential = {
            [self] () throws(PortalError) -> OAuthUserCredential in
            // A challenge that was answered meanwhile has signed the user in already.
            if let now = environment.credentials.credential(for: configuration.portal.root) as? OAuthUserCredential,
                now !== before, now.configuration == configuration
            {
                return now
            }
            let outcome: Result<OAuthUserCredential, PortalError> = await ChallengeScope.run {
                do throws(PortalError) {
                    return .success(
                        try await OAuthUserCredential.make(configuration, agent: agent, in: environment))
                } catch {
                    return .failure(error)
                }
            }
            let credential = try outcome.get()
            do throws(PortalError) {
                try keep(credential, in: environment, for: configuration.portal.root, epoch: began)
            } catch {
                await revoke(late: credential)
                throw error
            }
            // A failure has been told as an event, and the user is signed in all the same.
            try? await environment.credentials.save()
            return credential
        }
        if ChallengeScope.isInside { return try await make() }
        return try await signIns.run(configuration) { [self] () throws(PortalError) -> OAuthUserCredential in
            while true {
                let turn = try await core.gate.pass { () throws(PortalError) -> SignInTurn in
                    // A challenge was answered, and its answer is not in the store yet.
                    let pending = pendingAnswers.waiter { $0.serverContext.contains(configuration.portal.root) }
                    if let pending { return .waits(pending) }
                    return .signedIn(try await make())
                }
                switch turn {
                case .signedIn(let credential): return credential
                case .waits(let waiter): await PendingAnswers.wait(for: waiter)
                }
            }
        }
    }

    private enum SignInTurn: Sendable {
        case signedIn(OAuthUserCredential)
        case waits(OnceContinuation<Bool>)
    }

    /// Keeps a credential for a resource, unless the user has signed out since; tells where it is another user's.
    ///
    /// What the other user's credential was kept for besides is forgotten with it.
    func keep(
        _ credential: any ArcGISCredential, in environment: PortalEnvironment, for url: HTTPURL, epoch began: Int
    ) throws(PortalError) {
        try requireCurrent(began, url: url)
        let before = credential is IAPCredential ? nil : environment.credentials.credential(for: url)
        if credential.serverContext.contains(url) || credential is IAPCredential {
            environment.credentials.add(credential)
        } else {
            try environment.credentials.add(credential, for: ServerContext(of: url).url)
        }
        do throws(PortalError) {
            try requireCurrent(began, url: url)
        } catch {
            environment.credentials.remove(credential)
            throw error
        }
        guard let before, before !== credential else { return }
        if let one = before.username, let other = credential.username, one.lowercased() != other.lowercased() {
            environment.credentials.remove(before)
            core.events.emit(.userChanged(credential.serverContext))
        }
        // A new sign-in takes the place of the old one and revokes nothing: only a sign-out does that, and the app may hold on to it
        // (developers.arcgis.com › Kotlin › ArcGISCredentialStore: add replaces; read credentials before removeAll to revoke them).
        if (before as? OAuthUserCredential)?.holdsLiveRefreshToken == true,
            !environment.credentials.credentials.contains(where: { $0 === before })
        {
            core.events.emit(.signInReplaced(before.serverContext))
        }
    }
}
