internal import HTTPSemantics

extension LegacyCredential {
    /// The same for a layer, map or task of the newer interface.
    ///
    /// A content that ``authType`` does not go with signs nothing, as `none` does; a token goes with every other one.
    public var resource: ResourceCredential {
        switch (content, authType) {
        case (_, .none): .anonymous
        case (.token(let token, let referer), _): .pregeneratedToken(token, referer: referer)
        case (.identity(let identity), .clientCertificate): .certificate(identity)
        case (.user(let name, let password), .unknown):
            .password(username: name, password, tokenURL: tokenURL, tokenLifetime: tokenLifetime)
        case (.user(let name, let password), .token):
            .token(username: name, password: password, tokenURL: tokenURL, tokenLifetime: tokenLifetime)
        case (.user(let name, let password), .http): .webTier(username: name, password: password)
        case (.user, .clientCertificate), (.identity, .unknown), (.identity, .token), (.identity, .http): .anonymous
        }
    }

    /// The older form of a credential of the newer interface; its ``resource`` is the same credential again.
    package init(_ resource: ResourceCredential) {
        switch resource.kind {
        case .password(let username, let password, let tokenURL, let lifetime):
            self.init(user: username, password: password, tokenURL: tokenURL)
            tokenLifetime = lifetime
        case .token(let username, let password, let tokenURL, let lifetime):
            self.init(user: username, password: password, authType: .token, tokenURL: tokenURL)
            tokenLifetime = lifetime
        case .webTier(let username, let password): self.init(user: username, password: password, authType: .http)
        case .pregeneratedToken(let token, let referer): self.init(token: token, referer: referer)
        case .certificate(let identity): self.init(identity: identity)
        case .anonymous: self.init(user: "", password: Secret(""), authType: .none)
        }
    }
}
