package import HTTPSemantics
internal import Platform
public import PortalTransport
package import TLSIdentity

/// What is trusted besides the system's authorities; every change reaches the transport before the call returns (rules R17, R18).
///
/// It takes the place of all that the transport trusted, also of what another environment over the same transport trusts: each needs a
/// transport of its own.
public final class TrustStore: Sendable {
    private struct State {
        var decisions: TrustDecisions
        var isApplied = false
        /// The leaves that an origin with a grant for whatever it shows has shown, the newest last.
        var shown: [Origin: [String]] = [:]
        /// Is told of each change of what was granted: what was there or is there now, and not both.
        var listener: (@Sendable (Set<TrustGrant>) -> Void)?
    }
    /// What every run is given anew, and no user has granted.
    private let given: Set<TrustGrant>
    private let state: Locked<State>
    private let transport: any HTTPTransport
    /// How many earlier certificates of an origin are remembered.
    private static let remembered = 8
    private let firstApplication = SingleFlight<Bool, Bool>()

    package init(_ decisions: TrustDecisions, transport: any HTTPTransport) {
        var decisions = decisions
        decisions.grants = decisions.grants.map(\.encoded)
        state = Locked(State(decisions: decisions))
        given = Set(decisions.grants)
        self.transport = transport
    }

    /// Everything that is trusted now.
    public var decisions: TrustDecisions { state.withLock { $0.decisions } }

    /// The exceptions that were granted.
    public var grants: [TrustGrant] { decisions.grants }

    /// The exceptions that were granted while the program ran; those that it was started with are not among them.
    package var granted: [TrustGrant] { grants.filter { !given.contains($0) } }

    /// Sets the observer of each change of what was granted, in place of the one before.
    func onChange(_ listener: (@Sendable (Set<TrustGrant>) -> Void)?) { state.withLock { $0.listener = listener } }

    /// Grants what was granted in an earlier run, where nothing of the kind is granted by now.
    func restore(_ grants: [TrustGrant]) async {
        guard !grants.isEmpty else { return }
        await change { decisions in
            for grant in grants.map(\.encoded) where !decisions.grants.contains(where: { $0.isInPlace(of: grant) }) {
                decisions.grants.append(grant)
            }
        }
    }

    /// Grants an exception, in place of one of the same kind for the same host and port.
    public func grant(_ grant: TrustGrant) async {
        let grant = grant.encoded
        await change { decisions in
            decisions.grants.removeAll { $0.isInPlace(of: grant) }
            decisions.grants.append(grant)
        }
    }

    /// Takes back what was granted for a host, on one port or on any; gives whether there was such an exception.
    @discardableResult
    public func revoke(host: String, port: Int? = nil) async -> Bool {
        let name = TrustGrant(host: host, port: nil, scope: .host).encoded.host
        var count = 0
        await change { decisions in
            let before = decisions.grants.count
            decisions.grants.removeAll { $0.host == name && (port == nil || $0.port == port) }
            count = before - decisions.grants.count
        }
        return count > 0
    }

    /// Takes one exception back.
    func takeBack(_ grant: TrustGrant) async {
        let grant = grant.encoded
        await change { $0.grants.removeAll { $0 == grant } }
    }

    /// Trusts certificate authorities in PEM.
    public func addAuthorities(pem: String) async {
        await change { $0.authorities.append(PEMCertificates(pem)) }
    }

    /// Takes back every exception; authorities stay.
    public func removeAllGrants() async {
        state.withLock { $0.shown = [:] }
        await change { $0.grants = [] }
    }

    /// Hands the first decisions to the transport, in place of what it trusted; no caller goes on before that is done.
    package func applyOnce() async {
        guard needsApplication else { return }
        _ = try? await firstApplication.run(true) { [self] () throws(PortalError) -> Bool in
            if needsApplication { await change { _ in } }
            return true
        }
    }

    /// Also where nothing is decided: a transport may trust more by itself.
    private var needsApplication: Bool { state.withLock { !$0.isApplied } }

    /// The defects of a failure that nothing granted lets pass.
    package func remainingDefects(of failure: ServerTrustFailure) -> Set<CertificateDefect> {
        let leaf = failure.chain.first?.sha256
        return decisions.grants.filter { $0.matches(failure.origin, leaf: leaf) }
            .reduce(failure.defects) { $0.subtracting($1.tolerating) }
    }

    /// The fingerprint that was trusted for an origin before, where another one is shown now.
    package func previousFingerprint(at origin: Origin, now leaf: String?) -> String? {
        for grant in decisions.grants
        where grant.host == origin.host && (grant.port == nil || grant.port == origin.port) {
            if case .certificate(let sha256) = grant.scope, sha256 != leaf { return sha256 }
        }
        return nil
    }

    /// Notes the certificate of an answer; gives the earlier one where a host that is trusted whatever it shows has changed it.
    ///
    /// A certificate that was seen before changes nothing: the answer may have come late, over a connection of that time.
    package func noteShown(_ leaf: String, at origin: Origin) -> String? {
        state.withLock { state in
            guard state.decisions.grants.contains(where: { $0.scope.isHost && $0.matches(origin, leaf: nil) }) else {
                return nil
            }
            let seen = state.shown[origin, default: []]
            guard !seen.contains(leaf) else { return nil }
            state.shown[origin] = seen.suffix(Self.remembered) + [leaf]
            return seen.last
        }
    }

    /// Changes the decisions and applies them; a change that came meanwhile is applied too, so that the last word counts.
    private func change(_ body: (inout TrustDecisions) -> Void) async {
        let (changed, before, listener) = state.withLock { state in
            let before = state.decisions.grants
            body(&state.decisions)
            return (state.decisions, before, state.decisions.grants == before ? nil : state.listener)
        }
        if let listener { listener(Set(before).symmetricDifference(changed.grants)) }
        var latest = changed
        while true {
            await transport.setTrust(latest)
            let now = state.withLock { state in
                if state.decisions == latest { state.isApplied = true }
                return state.decisions
            }
            guard now != latest else { return }
            latest = now
        }
    }
}

extension TrustGrant.Scope {
    fileprivate var isHost: Bool { if case .host = self { true } else { false } }
}

extension TrustGrant {
    /// Whether one takes the place of the other: same host and port, both for one certificate or both for any.
    fileprivate func isInPlace(of other: TrustGrant) -> Bool {
        host == other.host && port == other.port && scope.isHost == other.scope.isHost
    }

    /// The same with its host as URLs spell it, where other letters than ASCII's are encoded.
    fileprivate var encoded: TrustGrant {
        guard let host = InternationalHost.ascii(host) else { return self }
        return TrustGrant(host: host, port: port, scope: scope, tolerating: tolerating)
    }

    fileprivate func matches(_ origin: Origin, leaf: String?) -> Bool {
        guard host == origin.host, port == nil || port == origin.port else { return false }
        switch scope {
        case .host: return true
        case .certificate(let sha256): return sha256 == leaf
        }
    }
}
