internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication
internal import PortalTransport
internal import TLSIdentity

/// Answers the client's challenges in one row with what the profile holds, and records them.
final class ConformanceChallengeHandler: ArcGISChallengeHandler, NetworkChallengeHandler {
    /// What is answered; what is missing is declined.
    struct Answers: Sendable {
        /// User names and passwords for the portal, in the order in which they are given.
        var signIns: [ConformanceProfile.Account] = []
        /// The answer to Basic, Digest and NTLM.
        var webTier: ConformanceProfile.Account?
        var identity: ClientIdentity?
        /// Whether a certificate of an unknown issuer is trusted.
        var trusts = false
        /// Where a password may go besides the resource's own host.
        var consents: Origin?
        var lifetime: Duration?
    }
    private struct State {
        var answers: Answers
        var asked: [AuthenticationMethod] = []
    }
    private let state: Locked<State>

    init(_ answers: Answers) { state = Locked(State(answers: answers)) }

    /// What was asked, in order; any way of signing in to a portal counts as `token`.
    var asked: [AuthenticationMethod] { state.withLock { $0.asked } }

    /// Answers otherwise from now on.
    func change(_ body: (inout Answers) -> Void) { state.withLock { body(&$0.answers) } }

    private static func isSignIn(_ kind: ArcGISChallenge.Kind) -> Bool { kind == .token || kind == .oAuthOrToken }

    func handle(_ challenge: ArcGISChallenge) async throws -> ArcGISDisposition {
        state.withLock { state in
            state.asked.append(
                Self.isSignIn(challenge.kind) ? .token : AuthenticationMethod(challenge.kind.description))
        }
        if case .tokenServiceConsent(let origin) = challenge.kind {
            return state.withLock { $0.answers.consents } == origin ? .consent : .withoutCredential
        }
        let (next, lifetime) = state.withLock { state in
            (state.answers.signIns.isEmpty ? nil : state.answers.signIns.removeFirst(), state.answers.lifetime)
        }
        guard let next else { return .withoutCredential }
        return .credential(
            try await TokenCredential.make(
                for: challenge, username: next.username, password: next.password, lifetime: lifetime))
    }

    func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition {
        let answers = state.withLock { state in
            state.asked.append(challenge.space.method)
            return state.answers
        }
        switch challenge.space.method {
        case .serverTrust: return answers.trusts ? .credential(.serverTrust) : .withoutCredential
        case .clientCertificate:
            return answers.identity.map { .credential(.certificate($0)) } ?? .withoutCredential
        case .basic, .digest, .ntlm:
            // A password that was refused would be refused again.
            guard let account = answers.webTier, challenge.previousFailureCount == 0 else {
                return .withoutCredential
            }
            return .credential(.password(username: account.username, account.password))
        default: return .rejectProtectionSpace
        }
    }
}
