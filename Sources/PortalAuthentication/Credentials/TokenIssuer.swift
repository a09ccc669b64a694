internal import HTTPSemantics
internal import Platform

/// Turns a user name and a password, or what the web tier knows, into a token; passwords leave only in the body of a POST
/// over TLS (rules R5, R6).
package struct TokenIssuer: Sendable {
    let context: any CredentialContext
    private var core: ClientCore { context.core }

    package init(context: any CredentialContext) { self.context = context }

    /// Acquires one token; throws `emptyCredentials`, `notTokenSecured`, `tokenServiceInsecure`, `invalidCredentials` …
    package func issue(_ order: TokenOrder, isRenewal: Bool) async throws(PortalError) -> TokenInfo {
        if case .user(let name, let password) = order.principal, name.isEmpty || password.reveal({ $0.isEmpty }) {
            throw PortalError(
                .emptyCredentials, url: order.context.url, detail: "the user name or the password is empty")
        }
        guard Referer(order.referer) != nil else {
            throw PortalError(
                .invalidArgument, url: order.context.url, detail: "the referer is empty or holds a line break")
        }
        let service = try await address(for: order)
        let triple = order.triple(at: service)
        if let triple, let refusal = core.refusals.withLock({ $0[triple] }) {
            core.events.emit(.refusedCredentialsNotSent(order.context))
            throw refusal
        }
        do throws(PortalError) {
            let token = try await request(order, at: service)
            core.events.emit(
                isRenewal
                    ? .tokenRenewed(order.context, expires: token.expires)
                    : .tokenAcquired(order.context, expires: token.expires))
            return token
        } catch {
            if let triple, error.code == .invalidCredentials { core.refusals.withLock { $0[triple] = error } }
            if isRenewal { core.events.emit(.tokenRenewalFailed(order.context, error.code)) }
            throw error
        }
    }

    /// Where the password may go: an explicit address, the resource's own or its owner's host, or one that the user consented to (rule R5).
    private func address(for order: TokenOrder) async throws(PortalError) -> HTTPURL {
        if let explicit = order.tokenURL {
            try requireTLS(explicit)
            return explicit
        }
        switch try await TokenDiscovery(context: context).service(of: order.context) {
        case .none:
            throw PortalError(
                .notTokenSecured, url: order.context.url, detail: "the resource is not secured by tokens")
        case .issues(let url, let owner):
            try requireTLS(url)
            let host = url.origin.host
            if order.principal != .webTier, host != order.context.url.origin.host, host != owner?.origin.host {
                try await context.consent(toSendPasswordTo: url.origin, for: order.context)
            }
            return url
        }
    }

    private func requireTLS(_ url: HTTPURL) throws(PortalError) {
        guard !url.origin.isSecure else { return }
        throw PortalError(
            .tokenServiceInsecure, url: url, detail: "the token service has no TLS, so no password is sent to it")
    }

    private func request(_ order: TokenOrder, at service: HTTPURL) async throws(PortalError) -> TokenInfo {
        var wire = WireRequest(method: "POST", url: service)
        wire.headers.append(HeaderField("Referer", order.referer))
        wire.setForm(order.form(at: service))
        wire.nature = .signIn
        wire.carriesPassword = order.principal != .webTier
        if case .user(let name, let password) = order.principal { core.sentPasswords.note(password, of: name) }
        let answer = try await WireSender(context: context).send(wire)
        do throws(PortalError) {
            let token = try TokenInfo(generatedBy: answer.response, at: service, core)
            if token.requiresTLS { core.secureOrigins.pin(order.context.url.origin.host) }
            return token
        } catch {
            throw core.scrubbed(Self.named(error))
        }
    }

    /// Tells a wrong password from other refusals by the words that portals and servers use.
    static func named(_ error: PortalError) -> PortalError {
        guard error.code == .service || error.code == .httpAuthentication || error.code == .accessDenied else {
            return error
        }
        let words = ([error.serverMessage ?? ""] + error.serverDetails).joined(separator: " ").lowercased()
        if words.contains("too many invalid attempts") || words.contains("locked") {
            return error.recoded(.accountLocked, "the account is locked for a while")
        }
        let names = ["invalid username or password", "invalid credentials", "invalid user name or password"]
        if names.contains(where: words.contains) {
            return error.recoded(.invalidCredentials, "the user name or the password is wrong")
        }
        if error.serviceCode == 400 || error.serviceCode == 401, !words.contains("query string") {
            return error.recoded(.tokenNotGenerated, "the token service issues no token")
        }
        return error
    }
}
