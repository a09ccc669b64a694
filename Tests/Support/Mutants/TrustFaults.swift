internal import HTTPSemantics
internal import Platform
internal import PortalTransport
internal import TLSIdentity

/// Every defect that a grant can name.
private let everything: Set<CertificateDefect> = [
    .selfSigned, .unknownRoot, .expired, .notYetValid, .hostMismatch, .unsuitablePurpose,
]

/// Takes whatever certificate is shown, at once or when it was refused first.
final class AcceptAny: WireFault {
    private let decisions = Locked(TrustDecisions())
    private let onlyAfterFailure: Bool
    private let tolerating: Set<CertificateDefect>
    /// A host whose certificate is looked at all the same.
    private let sparing: Origin?

    init(onlyAfterFailure: Bool, tolerating: Set<CertificateDefect> = everything, sparing: Origin? = nil) {
        self.onlyAfterFailure = onlyAfterFailure
        self.tolerating = tolerating
        self.sparing = sparing
    }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        if !onlyAfterFailure { await accept(request, wire) }
        do {
            return try await wire.send(request)
        } catch {
            guard onlyAfterFailure, error.serverTrust != nil else { throw error }
            await accept(request, wire)
            return try await wire.send(request)
        }
    }

    func trust(_ decisions: TrustDecisions) -> TrustDecisions {
        self.decisions.withLock { known in
            let own = known.grants.filter { $0.tolerating == tolerating }
            known = decisions
            known.grants += own
            return known
        }
    }

    private func accept(_ request: HTTPRequest, _ wire: any HTTPTransport) async {
        guard let origin = Origin(ofURL: request.url), origin.isSecure, origin.host != sparing?.host else { return }
        let grant = TrustGrant(host: origin.host, port: nil, scope: .host, tolerating: tolerating)
        let changed = decisions.withLock { known -> TrustDecisions? in
            guard !known.grants.contains(grant) else { return nil }
            known.grants.append(grant)
            return known
        }
        if let changed { await wire.setTrust(changed) }
    }
}

/// Makes more, or less, of a trust decision than was granted.
final class ChangingTrust: WireFault {
    enum Change: Sendable {
        /// What is granted for one host holds for all.
        case spreads
        /// What is granted for one defect holds for all.
        case forgivesAll
        /// What is granted for one certificate holds for every certificate of its host.
        case anyCertificate
        /// What is granted for every port of a host holds for this one only.
        case onePort(Int?)
        /// Nothing that was granted is kept.
        case forgets
        /// No authority that is added is known.
        case forgetsAuthorities
        /// What was granted once holds for ever, and over the same connections.
        case keeps
    }
    private let change: Change
    private let decisions = Locked(TrustDecisions())

    init(_ change: Change) { self.change = change }

    var retiresConnections: Bool { if case .keeps = change { false } else { true } }

    func trust(_ decisions: TrustDecisions) -> TrustDecisions {
        var changed = decisions
        switch change {
        case .spreads: break
        case .forgivesAll:
            changed.grants = decisions.grants.map {
                TrustGrant(host: $0.host, port: $0.port, scope: .host, tolerating: everything)
            }
        case .anyCertificate:
            changed.grants = decisions.grants.map {
                TrustGrant(host: $0.host, port: $0.port, scope: .host, tolerating: $0.tolerating)
            }
        case .onePort(let port):
            changed.grants = decisions.grants.map {
                TrustGrant(host: $0.host, port: $0.port ?? port, scope: $0.scope, tolerating: $0.tolerating)
            }
        case .forgets: changed.grants = []
        case .forgetsAuthorities: changed.authorities = []
        case .keeps:
            let known = self.decisions.withLock { $0.grants }
            changed.grants += known.filter { !decisions.grants.contains($0) }
        }
        let kept = changed
        self.decisions.withLock { $0 = kept }
        return changed
    }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        guard case .spreads = change, let origin = Origin(ofURL: request.url) else {
            return try await wire.send(request)
        }
        let changed = decisions.withLock { known -> TrustDecisions? in
            guard let first = known.grants.first,
                !known.grants.contains(where: { $0.host == origin.host && $0.port == nil })
            else { return nil }
            known.grants.append(TrustGrant(host: origin.host, port: nil, scope: .host, tolerating: first.tolerating))
            return known
        }
        if let changed { await wire.setTrust(changed) }
        return try await wire.send(request)
    }
}

/// Takes a handshake that failed, or a body that is too large, for something else.
struct MisreadingFailures: WireFault {
    enum Change: Sendable {
        /// A certificate that is not trusted.
        case trust
        /// Something that another try may mend.
        case passing
        /// The body that came so far is the whole.
        case cut
    }
    let change: Change

    init(_ change: Change) { self.change = change }

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        do {
            return try await wire.send(request)
        } catch {
            switch (change, error.code) {
            case (.trust, .secureConnectionFailed):
                guard let origin = Origin(ofURL: request.url) else { throw error }
                throw TransportError(
                    .serverTrust, url: error.url, detail: "the certificate is self-signed",
                    serverTrust: ServerTrustFailure(origin: origin, defects: [.selfSigned], chain: []))
            case (.passing, .secureConnectionFailed): return try await wire.send(request)
            case (.cut, .responseTooLarge): return .json("{}")
            default: throw error
            }
        }
    }
}
