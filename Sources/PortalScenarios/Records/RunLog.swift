internal import ClientEvidence
internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalJudge
internal import PortalTransport

/// Writes down what happens to the app while the built-in client is driven; a second log beside the portal's journal.
final class RunLog: Sendable {
    private struct State {
        var events: [String] = []
        var output: [ClientOutput] = []
        var complaints: [String] = []
        var obstacle: String?
        var challenges = 0
        /// Requests that wait for the answer to another one's challenge.
        var joined = 0
        var waiters: [(isOver: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
        var statuses: [String] = ["notLoaded"]
        var reasons: [String: Reason] = [:]
        var lastError: PortalError?
        var facts: [String: JSONValue] = [:]
        /// What servers asked for that want a certificate.
        var asked: [Origin: ProtectionSpace] = [:]
    }
    private let state = Locked(State())
    /// What the scenarios call an authority, by its name in DER.
    private let authorityName: @Sendable ([UInt8]) -> String

    private let hears: Set<EnvironmentPlan.Hearing>
    /// What the app tells of a reason.
    private let tells: @Sendable (Reason) -> Reason

    init(
        hears: Set<EnvironmentPlan.Hearing> = [], tells: @escaping @Sendable (Reason) -> Reason = { $0 },
        authorityName: @escaping @Sendable ([UInt8]) -> String = { _ in "unknown" }
    ) {
        self.hears = hears
        self.tells = tells
        self.authorityName = authorityName
    }

    /// Writes down an event of `expect.events`.
    func note(_ event: String) { change { $0.events.append(event) } }

    /// Writes down a failure, as event and as text.
    ///
    /// `name` is the portal that failed; nil for a request.
    func fail(_ error: PortalError, of name: String?) {
        if let failure = error.underlying as? IdentityImportError, failure.code == .storeNotWritable {
            hinder("the client's store of identities cannot be written: \(failure)")
        }
        let reason = tells(Reason(error))
        if let trust = error.serverTrust {
            remember("certificate", CertificateView.value(trust.chain, defects: trust.defects))
        }
        if let space = error.protectionSpace { asked(for: space) }
        write("\(error)\n\(String(reflecting: error))", to: "error text")
        change {
            $0.events.append("failed(\(reason.rawValue))")
            $0.reasons[name ?? ""] = reason
            $0.lastError = error
        }
    }

    /// Writes down why a file could not be imported; it is the run's failure where it was a step of its own.
    func fail(_ error: IdentityImportError, isStep: Bool = true) {
        // No scenario damages the store: it is the machine's disk that refuses.
        if error.code == .storeNotWritable { hinder("the client's store of identities cannot be written: \(error)") }
        let reason = tells(Reason(error))
        write("\(error)\n\(String(reflecting: error))", to: "error text")
        change {
            $0.events.append("failed(\(reason.rawValue))")
            if isStep { $0.reasons[""] = reason }
            if error.code == .unsupportedEncryption {
                $0.facts["namesLegacyProvider"] = .bool(error.description.lowercased().contains("legacy"))
            }
        }
    }

    /// Remembers a server that wants a certificate, and from whom.
    func asked(for space: ProtectionSpace) {
        guard space.method == .clientCertificate, let issuers = space.acceptableIssuers else { return }
        let names = issuers.map(authorityName)
        state.withLock {
            $0.asked[space.origin] = space
            $0.facts["issuers"] = .array(names.sorted().map { .string($0) })
        }
    }

    /// What a server asked for that wants a certificate; nil where none did.
    func askedFor(_ origin: Origin) -> ProtectionSpace? { state.withLock { $0.asked[origin] } }

    /// Writes down something that the client wrote.
    func write(_ text: String, to place: String) {
        state.withLock { $0.output.append(ClientOutput(place: place, text: text)) }
    }

    /// Writes down what the driver cannot make sense of.
    func complain(_ text: String) { state.withLock { $0.complaints.append(text) } }

    /// Writes down why nothing of the run can be judged.
    func hinder(_ text: String) { state.withLock { $0.obstacle = $0.obstacle ?? text } }

    /// Writes down a challenge that reached the app.
    func challenge(_ kind: String, failures: Int, place: String) {
        change { state in
            state.challenges += 1
            state.events.append("challenge(\(kind) \(failures) \(place))")
        }
    }

    /// How much was written down so far.
    var count: Int { state.withLock { $0.events.count + $0.output.count } }

    /// Returns once so many challenges have reached the app in all.
    func untilChallenges(_ count: Int) async { await until { $0.challenges >= count } }

    /// Returns once so many things have happened to the app in all.
    func untilEvents(_ count: Int) async { await until { $0.events.count >= count } }

    /// Returns once so many requests wait for the answers to other ones' challenges.
    func untilJoined(_ count: Int) async { await until { $0.joined >= count } }

    private func until(_ isOver: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            change { $0.waiters.append((isOver, continuation)) }
        }
    }

    /// Changes what is written down, and wakes the tasks that waited for that.
    private func change(_ body: (inout State) -> Void) {
        let met = state.withLock { state in
            body(&state)
            let waiting = state.waiters
            state.waiters = []
            let present = state
            state.waiters = waiting.filter { !$0.isOver(present) }
            return waiting.filter { $0.isOver(present) }
        }
        for waiter in met { waiter.continuation.resume() }
    }

    /// Remembers something for `expect.final`.
    func remember(_ key: String, _ value: JSONValue) { state.withLock { $0.facts[key] = value } }

    /// Takes over an event of the client.
    func record(_ event: ClientEvent, isHeard: Bool = true) {
        write("\(event)", to: "log")
        guard isHeard else { return }
        switch event {
        case .tokenRenewed: note("tokenRenewed")
        case .challengeJoined: change { $0.joined += 1 }
        case .discoveryFallback: note("discoveryFallback")
        case .certificateChanged: note("certificateChanged")
        case .signedOut: note("signedOut")
        case .userChanged: note("userChanged")
        case .clearedWithoutRevoking(let count): note("clearedWithoutRevoking(\(count))")
        case .credentialScopeMismatch where hears.contains(.credentialScopeMismatch): note("credentialScopeMismatch")
        case .credentialUpdated where hears.contains(.credentialUpdated): note("credentialUpdated")
        case .identityExpired: note("identityExpired")
        case .loadStatus("portal", let status, _): state.withLock { $0.statuses.append("\(status)") }
        default: break
        }
    }

    /// Fills the evidence with everything that was written down.
    func fill(_ evidence: inout Evidence, final: inout [String: JSONValue]) {
        let state = state.withLock { $0 }
        evidence.events = state.events
        evidence.output += state.output
        evidence.complaints += state.complaints
        if let obstacle = state.obstacle { evidence.obstacle = obstacle }
        for (key, value) in state.facts { final[key] = value }
        final["challenges"] = .integer(Int64(state.challenges))
        final["statuses"] = .array(state.statuses.map { .string($0) })
        // A request's failure speaks for the portal it was asked through.
        if let reason = state.reasons[""] ?? state.reasons["portal"] { final["reason"] = .string(reason.rawValue) }
        for (name, reason) in state.reasons where final["portals"]?[name] != nil {
            final["portals"]?[name]?["reason"] = .string(reason.rawValue)
        }
        let last = state.lastError
        final["timeout"] = .string(last?.timeout?.rawValue ?? "none")
        final["retryAfter"] = last?.retryAfter.map { .integer($0.components.seconds) } ?? "none"
        final["httpStatus"] = last?.httpStatus.map { .integer(Int64($0)) } ?? "none"
        if let error = last {
            final["oauthError"] = error.oauthError.map { .string($0) } ?? "none"
            final["serverSays"] = (error.serverDetails.first ?? error.serverMessage).map { .string($0) }
            final["referrerSuspected"] = .bool(error.isRefererSuspected)
            final["notFederated"] = .bool(error.isNotFederated)
            final["isAuthenticationError"] = .bool(error.isAuthenticationError)
        }
    }

    /// The errors that were met last, for a description.
    var lastError: PortalError? { state.withLock { $0.lastError } }
}
