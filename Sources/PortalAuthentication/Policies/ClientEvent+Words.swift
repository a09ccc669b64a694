extension ClientEvent: CustomStringConvertible {
    /// The event and what it tells, as `response(id: 1, status: 200)`; it holds no secret.
    public var description: String {
        switch self {
        case .request(let id, let method, let url, let carriesToken):
            "request(id: \(id), method: \(method), url: \(url), carriesToken: \(carriesToken))"
        case .response(let id, let status): "response(id: \(id), status: \(status))"
        case .noResponse(let id, let code): "noResponse(id: \(id), code: \(code))"
        case .redirected(let from, let to, let status): "redirected(from: \(from), to: \(to), status: \(status))"
        case .replay(let url, let reason): "replay(url: \(url), reason: \(reason))"
        case .retrying(let url, let attempt, let delay, let cause):
            "retrying(url: \(url), attempt: \(attempt), after: \(delay), cause: \(cause))"
        case .challenge(let id, let kind, let host, let failures):
            "challenge(id: \(id), kind: \(kind), host: \(host), failures: \(failures))"
        case .challengeJoined(let url): "challengeJoined(url: \(url))"
        case .disposition(let id, let answer): "disposition(id: \(id), answer: \(answer))"
        case .tokenAcquired(let context, let expires): "tokenAcquired(\(context), expires: \(Self.words(expires)))"
        case .tokenRenewed(let context, let expires): "tokenRenewed(\(context), expires: \(Self.words(expires)))"
        case .credentialUpdated(let context): "credentialUpdated(\(context))"
        case .userChanged(let context): "userChanged(\(context))"
        case .signInReplaced(let context): "signInReplaced(\(context))"
        case .clearedWithoutRevoking(let count): "clearedWithoutRevoking(count: \(count))"
        case .storeNotSaved(let name, let code): "storeNotSaved(name: \(name), \(code))"
        case .storedCredentialNotRead(let kind): "storedCredentialNotRead(kind: \(kind))"
        case .tokenRenewalFailed(let context, let code): "tokenRenewalFailed(\(context), \(code))"
        case .refusedCredentialsNotSent(let context): "refusedCredentialsNotSent(\(context))"
        case .credentialScopeMismatch(let url, let held):
            "credentialScopeMismatch(url: \(url), held: [\(held.map(\.description).joined(separator: ", "))])"
        case .discoveryFallback(let url): "discoveryFallback(url: \(url))"
        case .certificateChanged(let origin, let previous, let current):
            "certificateChanged(\(origin), previous: \(previous), current: \(current))"
        case .identityExpired(let subject): "identityExpired(subject: \(subject))"
        case .upgradedToTLS(let url): "upgradedToTLS(url: \(url))"
        case .layerSkipped(let id, let code): "layerSkipped(id: \(id), \(code))"
        case .loadStatus(let name, let status, let code):
            "loadStatus(of: \(name), \(status), code: \(Self.words(code)))"
        case .signedOut: "signedOut"
        }
    }

    /// What may be missing.
    private static func words(_ value: (some CustomStringConvertible)?) -> String { value?.description ?? "none" }
}
