internal import HTTPSemantics
internal import PortalTransport

/// What gets one request past identity-aware proxies: the ID token of its host's credential, a renewed one, or a user who signs
/// in; a value that counts its attempts.
struct ProxyPass: ProxyPassing {
    let manager: AuthenticationManager
    let challenges: ChallengePolicy
    let epoch: Int
    private var token: TokenInfo?
    private var credential: IAPCredential?
    private var hasRenewed = false
    private var wasAnswered = false
    private var failures = 0

    init(manager: AuthenticationManager, challenges: ChallengePolicy, epoch: Int) {
        self.manager = manager
        self.challenges = challenges
        self.epoch = epoch
    }

    /// Takes what the store holds for the host of a request that has not been redirected.
    package mutating func begin(at url: HTTPURL) async throws(PortalError) {
        guard let known = manager.environment?.credentials.proxyCredential(for: url) else { return }
        try await use(known, at: url)
    }

    /// What a request carries: nothing over a wire without TLS, and nothing beyond the hosts behind the proxy.
    package func idToken(for url: HTTPURL) -> Secret<String>? {
        credential?.configuration.canBeUsed(for: url) == true ? token?.accessToken : nil
    }

    /// Leaves the token behind where a redirect leads to another origin (rule R19); a proxy that stands there says so itself.
    package mutating func follow(from url: HTTPURL, to target: HTTPURL) {
        guard url.origin != target.origin else { return }
        (credential, token) = (nil, nil)
        hasRenewed = false
    }

    /// Whether the request is to be sent again, after an answer; throws where nothing gets it past the proxy.
    package mutating func isToBeRepeated(after response: HTTPResponse, to url: HTTPURL) async throws(PortalError)
        -> Bool
    {
        guard ProxyRefusal.isThere(in: response, to: url) else { return false }
        let known = manager.environment?.credentials.proxyCredential(for: url)
        guard known != nil || manager.isAnybodyAsked else { return false }
        try manager.requireCurrent(epoch, url: url)
        let cause = ProxyRefusal.error(at: url)
        guard let known, known === credential, let refused = token else {
            // It went without: after a redirect, or before anybody was known.
            if let known, credential == nil {
                try await use(known, at: url)
            } else {
                try await ask(cause, refused: token, at: url)
            }
            return true
        }
        guard known.canRenew, !hasRenewed else {
            try await ask(cause, refused: refused, at: url)
            return true
        }
        hasRenewed = true
        do throws(PortalError) {
            token = try await known.renew(replacing: refused)
            manager.core.events.emit(.replay(url: url.withoutQuery, reason: .renewedToken))
        } catch {
            guard error.code == .tokenInvalid else { throw error }
            failures += 1
            try await ask(ProxyRefusal.named(error, at: url), refused: refused, failed: known, at: url)
        }
        return true
    }

    private mutating func use(_ known: IAPCredential, at url: HTTPURL) async throws(PortalError) {
        credential = known
        do throws(PortalError) {
            token = try await known.tokenInfo()
        } catch {
            guard error.code == .tokenInvalid else { throw error }
            failures += 1
            try await ask(ProxyRefusal.named(error, at: url), refused: nil, failed: known, at: url)
        }
    }

    private mutating func ask(
        _ cause: PortalError, refused: TokenInfo?, failed: IAPCredential? = nil, at url: HTTPURL
    ) async throws(PortalError) {
        if wasAnswered { failures += 1 }
        guard challenges == .ask, failures < manager.core.policy.maxAttempts else { throw cause }
        let answer: AuthenticationManager.Answer
        do throws(PortalError) {
            answer = try await manager.credential(
                for: url, kind: .iap, cause: cause, failures: failures, refused: refused, failed: failed)
            guard let found = answer.credential as? IAPCredential else { throw cause }
            token = try await found.tokenInfo()
            credential = found
        } catch {
            throw ProxyRefusal.named(error, at: url)
        }
        failures = max(failures, answer.failures)
        wasAnswered = true
        hasRenewed = false
        manager.core.events.emit(.replay(url: url.withoutQuery, reason: .newCredential))
    }
}
