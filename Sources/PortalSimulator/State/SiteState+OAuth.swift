internal import HTTPSemantics
internal import PortalJudge

extension SiteState {
    /// Ends a refresh token and the access tokens that it gave; gives the aliases of those that were alive.
    mutating func end(refreshToken text: String, as ending: Token.Ending) -> [String] {
        let refresh = oauth.refreshTokens[text].flatMap { $0.ended == nil ? $0.alias : nil }
        let tokens = oauth.end(refreshToken: text, as: ending)
        let alive = tokens.compactMap { self.tokens[$0] }.filter { $0.ended == nil }.map(\.alias)
        for token in tokens { self.tokens.end(text: token, as: .revoked) }
        return [refresh].compactMap { $0 } + alive
    }

    /// Ends a token, refresh token, ID token or API key by its alias, or all tokens; false where there is no such one.
    mutating func end(_ alias: String, as ending: Token.Ending) -> Bool {
        if alias.hasPrefix("idtoken#") { return identity.end(alias) }
        guard let refresh = oauth.refreshToken(named: alias) else { return tokens.end(alias, as: ending) }
        switch ending {
        // One that expires leaves what it gave, one that is revoked takes it along.
        case .expired: _ = oauth.end(refreshToken: refresh, as: .expired)
        case .revoked: _ = end(refreshToken: refresh, as: .revoked)
        }
        return true
    }

    /// Whether a token or refresh token was ended or has expired by a moment of portal time.
    func hasEnded(_ alias: String, at time: Int64) -> Bool {
        guard let refresh = oauth.refreshToken(named: alias) else { return tokens.hasEnded(alias, at: time) }
        return oauth.refreshTokens[refresh]?.ended != nil
    }

    /// Notes an access token that a refresh token gave.
    mutating func note(accessToken: String, of refreshToken: String) {
        oauth.note(accessToken: accessToken, of: refreshToken) { [tokens] in tokens[$0] != nil }
    }

    /// Ends everything that a sign-in gave, and gives its aliases.
    mutating func end(grant: OAuthGrant) -> [String] {
        grant.refreshTokens.flatMap { end(refreshToken: $0, as: .revoked) }
    }

    /// Ends the refresh tokens of a user, as a new password does; access tokens live on until they expire.
    mutating func endRefreshTokens(of user: String) {
        for (text, token) in oauth.refreshTokens where token.grant.user == user {
            _ = oauth.end(refreshToken: text, as: .revoked)
        }
        oauth.endSessions(of: user)
    }
}

extension SiteState {
    /// Every secret of signing in and every API key so far, with the origins that may see it.
    func signInCanaries(_ addresses: SiteAddresses) -> [Canary] {
        let own = [addresses.portal.description]
        let secrets = secrets.history.map { entry in
            Canary(
                name: entry.name, kind: entry.isKey ? .apiKey : .clientSecret, value: entry.text.reveal { $0 },
                origins: own)
        }
        var all = oauth.canaries(at: addresses.portal) + secrets + providers.canaries(addresses)
        if let proxy = revision.blueprint.identityProxy, let authority = addresses.hosts[proxy.authority] {
            let guarded = proxy.hosts.compactMap { addresses.origin(ofListener: $0) }
            all += identity.canaries(authority: authority, guarded: guarded)
        }
        return all
    }
}

extension OAuthLedger {
    /// Codes, refresh tokens and sessions of a host that signs people in; verifiers are their clients' own, and the journal tells them.
    func canaries(at origin: Origin) -> [Canary] {
        let own = [origin.description]
        let ways = codeTexts.kept.compactMap { text -> Canary? in
            guard let code = codes[text] else { return nil }
            // A code goes through the browser to the application and stands in the address there.
            let issuer = code.grant.issuer
            let origins = [issuer] + [code.redirect?.origin].compactMap { $0 }.filter { $0 != issuer }
            return Canary(name: code.alias, kind: .authorizationCode, value: text, origins: origins.map(\.description))
        }
        let fetching = refreshTexts.kept.compactMap { text -> Canary? in
            guard let token = refreshTokens[text] else { return nil }
            let issuer = token.grant.issuer
            return Canary(
                name: token.alias, kind: .refreshToken, value: text, origins: [issuer.description])
        }
        let browsers = sessionAliases.map { Canary(name: $0, kind: .token, value: $1, origins: own) }
        return ways + fetching + browsers
    }
}
