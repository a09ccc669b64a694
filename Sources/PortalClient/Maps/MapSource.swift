internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication

/// Where a map comes from, for everything that belongs to it.
struct MapSource: Sendable {
    let caller: PortalRequester
    /// The portal that holds the map; nil for a map by an address that names none.
    let portal: PortalURL?
    /// The same, where it is there already and may know things that need not be asked for.
    var knownPortal: Portal?
    let bingKey = BingKeyHolder()

    /// Whether the credential store holds a credential for the portal.
    var isSignedIn: Bool {
        guard let portal else { return false }
        return caller.environment.credentials.credential(for: portal.rest) != nil
    }

    /// Whether the server of a layer that failed is federated with the portal; it is asked where a sign-in could mend the failure.
    func isFederated(_ layer: MapLayer, after error: PortalError) async -> Bool {
        guard let portal, let url = layer.service?.url ?? layer.url else { return false }
        let asking: Set<PortalError.Code> = [
            .tokenRequired, .tokenInvalid, .authenticationRequired, .accessDenied, .invalidCredentials,
            .serverTokenRefused,
        ]
        return await caller.environment.isFederated(url, with: portal, asking: asking.contains(error.code))
    }
}

/// The key for Bing Maps of one map, looked for once.
final class BingKeyHolder: Sendable {
    private let state = Locked<(key: Secret<String>?, wasPortalAsked: Bool)>((nil, false))
    private let flights = SingleFlight<PortalURL, Bool>()

    var key: Secret<String>? { state.withLock { $0.key } }

    func set(_ key: Secret<String>?) { state.withLock { $0.key = key } }

    /// The key that is known, else the one that the portal has for the caller; what a challenge handler needs joins nothing.
    func fromPortal(_ source: MapSource) async -> Secret<String>? {
        if let key { return key }
        if let info = source.knownPortal?.info { return info.bingKey }
        guard let portal = source.portal, !state.withLock({ $0.wasPortalAsked }) else { return nil }
        let caller = source.caller
        let ask: @Sendable () async throws(PortalError) -> Bool = { [self] () throws(PortalError) -> Bool in
            let json = try await caller.request(portal.rest.appending("portals", "self")).json
            state.withLock { state in
                state.wasPortalAsked = true
                if state.key == nil { state.key = json.text("bingKey").map { Secret($0) } }
            }
            return true
        }
        _ = ChallengeScope.isInside ? try? await ask() : try? await flights.run(portal, ask)
        return key
    }
}
