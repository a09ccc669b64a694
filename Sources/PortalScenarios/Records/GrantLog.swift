internal import HTTPSemantics
internal import MockPortalServer
internal import Platform
internal import PortalJudge

/// Keeps what the app granted and chose and when, so that the judge can tell it from what the client took upon itself.
final class GrantLog: Sendable {
    private struct State {
        var grants: [Grant] = []
        var revocations: [(origin: String, until: Int)] = []
        var consents: [String] = []
        var asks: [Int] = []
        var identities: [IdentityGrant] = []
    }
    private let state = Locked(State())
    private let portal: MockPortal

    init(portal: MockPortal) { self.portal = portal }

    /// The origin under which the journal knows a listener that is asked for by one of its names.
    func listener(of origin: Origin) -> Origin {
        let places = ([portal.url] + portal.hostURLs.values).compactMap { Origin(ofURL: $0) }
        return places.contains(origin) ? origin : places.first { $0.port == origin.port } ?? origin
    }

    func granted(_ origin: Origin, isForAnyPort: Bool = false, fingerprint: String?, tolerating: [Reason]) {
        let after = portal.journal().connections.last?.number ?? 0
        let places = [portal.url] + portal.hostURLs.values
        let others = places.compactMap { Origin(ofURL: $0) }.filter { $0.host == origin.host && $0 != origin }
        let grants = ([origin] + (isForAnyPort ? others : [])).map {
            Grant(origin: $0.description, fingerprint: fingerprint, tolerating: tolerating, after: after)
        }
        state.withLock { $0.grants += grants }
    }

    func revoked(_ origin: Origin) {
        let until = portal.journal().connections.last?.number ?? 0
        state.withLock { state in
            state.revocations.append((origin.description, until))
            for index in state.grants.indices
            where state.grants[index].origin == origin.description && state.grants[index].until == nil {
                state.grants[index].until = until
            }
        }
    }

    /// The last connection before trust in an origin was taken back, first after another connection; nil where it holds.
    func revocation(of origin: String, since connection: Int) -> Int? {
        state.withLock { $0.revocations }.first { $0.origin == origin && $0.until >= connection }?.until
    }

    /// A browser, whose user lets every certificate pass, opened the connections since a number and up to now.
    func browsed(since after: Int) {
        let until = portal.journal().connections.last?.number ?? 0
        let reasons = Reason.allCases.filter(\.isAboutCertificate)
        let grants = ([portal.url] + portal.hostURLs.values).compactMap { Origin(ofURL: $0) }.map {
            Grant(origin: $0.description, fingerprint: nil, tolerating: reasons, after: after, until: until)
        }
        state.withLock { $0.grants += grants }
    }

    /// The number of the last connection so far.
    var lastConnection: Int { portal.journal().connections.last?.number ?? 0 }

    /// The number of the last request so far.
    var lastRequest: Int { portal.journal().requests.last?.number ?? 0 }

    func consented(to origin: Origin) { state.withLock { $0.consents.append(origin.description) } }

    /// The app asks for something, or answers: what is sent again from now on may be what it wants.
    func asked() {
        let after = portal.requestCount
        state.withLock { $0.asks.append(after) }
    }

    /// An identity was chosen for an origin, in place of any other.
    func chose(_ identity: String, for origin: Origin) {
        unchose(origin)
        let after = portal.journal().connections.last?.number ?? 0
        state.withLock {
            $0.identities.append(IdentityGrant(origin: origin.description, identity: identity, after: after))
        }
    }

    /// No identity is to be shown to an origin any more; nil means to none.
    func unchose(_ origin: Origin?) { endChoices { origin == nil || $0.origin == origin?.description } }

    /// An identity is to be shown to no server any more.
    func removed(_ identity: String) { endChoices { $0.identity == identity } }

    private func endChoices(where isMeant: (IdentityGrant) -> Bool) {
        let until = portal.journal().connections.last?.number ?? 0
        state.withLock { state in
            for index in state.identities.indices
            where state.identities[index].until == nil && isMeant(state.identities[index]) {
                state.identities[index].until = until
            }
        }
    }

    func fill(_ evidence: inout Evidence) {
        let state = state.withLock { $0 }
        evidence.grants = state.grants
        evidence.consents = state.consents
        evidence.asks = state.asks
        evidence.identityGrants = state.identities
    }
}
