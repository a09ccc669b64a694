public import HTTPSemantics
internal import Platform

extension PortalEnvironment {
    /// The key that requests are signed with where the store holds nothing for them and they have no key of their own.
    ///
    /// It goes to ``ClientPolicy/apiKeyHosts`` only. An empty key is none.
    public var apiKey: Secret<String>? {
        get { key.withLock { $0 } }
        set { key.withLock { $0 = newValue } }
    }

    /// The key that a request for a resource would be signed with, if the store holds nothing for it.
    ///
    /// Its own key comes first and goes to its own address; the environment's goes to the hosts that the policy names.
    package func apiKey(for request: ArcGISRequest) -> Secret<String>? {
        if let own = request.apiKey, !own.isEmpty { return own }
        guard let shared = apiKey, !shared.isEmpty else { return nil }
        let isForHost = core.apiKeyHosts.contains { $0.matches(request.url.origin.host) }
        return isForHost ? shared : nil
    }

    /// Whether a key is enough to load a resource signed in (``ClientPolicy/apiKeyCountsAsSignIn``).
    package func isSignedInByKey(for request: ArcGISRequest) -> Bool {
        policy.apiKeyCountsAsSignIn && apiKey(for: request) != nil
    }
}

extension Secret<String> {
    fileprivate var isEmpty: Bool { reveal { $0.isEmpty } }
}
