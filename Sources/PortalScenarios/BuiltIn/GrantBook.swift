internal import HTTPAuthentication
internal import Locking
internal import MockPortalServer
internal import PortalJudge

/// Keeps what the app granted and when, so that the judge can tell a granted exception from verification that is off.
final class GrantBook: Sendable {
    private let state = Locked<(grants: [Grant], consents: [String])>(([], []))
    private let portal: MockPortal

    init(portal: MockPortal) { self.portal = portal }

    func granted(_ origin: Origin, fingerprint: String?, tolerating: [Reason]) {
        let after = portal.journal().connections.last?.number ?? 0
        let grant = Grant(origin: origin.description, fingerprint: fingerprint, tolerating: tolerating, after: after)
        state.withLock { $0.grants.append(grant) }
    }

    func revoked(_ origin: Origin) {
        let until = portal.journal().connections.last?.number ?? 0
        state.withLock { state in
            for index in state.grants.indices
            where state.grants[index].origin == origin.description && state.grants[index].until == nil {
                state.grants[index].until = until
            }
        }
    }

    func consented(to origin: Origin) { state.withLock { $0.consents.append(origin.description) } }

    func fill(_ evidence: inout Evidence) {
        let state = state.withLock { $0 }
        evidence.grants = state.grants
        evidence.consents = state.consents
    }
}
