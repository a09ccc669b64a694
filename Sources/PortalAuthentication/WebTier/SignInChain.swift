internal import HTTPAuthentication
internal import PortalTransport

/// One sign-in to a realm for everybody who waits for it: the first request tries what is known or said, until it is let in.
struct SignInChain: Sendable {
    /// Who may wait for the same sign-in.
    struct Key: Hashable, Sendable {
        let origin: Origin
        let spaces: [ProtectionSpace]
        let challenges: ChallengePolicy
    }
    /// How it ended; whoever joined sends a request of its own where the answer is another's.
    enum Outcome: Sendable {
        /// Somebody else had signed in already.
        case signedIn
        /// The request with this number was let in, with this answer.
        case answered(by: Int, HTTPResponse)
        /// Nobody is let in: each hands up the 401 that it has; this is the last one of the request with this number.
        case refused(by: Int, HTTPResponse)
        /// The request with this number broke before anything was decided.
        case broken(by: Int, PortalError)
    }

    let sender: WebTierSender
    let request: WireRequest
    /// The number that tells this request from the others that wait.
    let number: Int
    let refusal: HTTPResponse
    let refused: SignIn?
    let failures: Int
    let epoch: Int

    private var tier: WebTier { sender.manager.webTier }
    private var core: ClientCore { sender.manager.core }
    private var origin: Origin { request.url.origin }

    /// What the 401 asks for.
    var spaces: [ProtectionSpace] { sender.choice(in: refusal, at: origin).options.map { $0.space(at: origin) } }

    func run() async throws(PortalError) -> Outcome {
        let choice = sender.choice(in: refusal, at: origin)
        if let known = tier.signIn(for: spaces), known !== refused { return .signedIn }
        let handler = sender.manager.networkHandler(for: sender.challenges)
        var flow = WebTierFlow(
            choice: choice, failures: failures, canAsk: handler != nil, maxAttempts: core.policy.maxAttempts,
            knowledge: knowledge)
        var answer = refusal
        var local: PortalError?
        var action = flow.next()
        while true {
            switch action {
            case .handUp:
                if let local { throw local }
                return .refused(by: number, answer)
            case .fail(let error): throw sender.located(error, at: request.url)
            case .ask(let option, let failures):
                try requireCurrent()
                guard let handler else { return .refused(by: number, answer) }
                let challenge = NetworkChallenge(
                    id: core.nextChallengeNumber(), space: option.space(at: origin), previousFailureCount: failures,
                    cause: local ?? sender.error(of: answer, from: request.url))
                let disposition = try await NetworkQuestion.askInTurn(handler, challenge, core: core)
                try requireCurrent()
                local = nil
                action = flow.next(after: disposition, to: option)
                if flow.wasKnownAsRefused {
                    core.events.emit(.refusedCredentialsNotSent(ServerContext(of: request.url)))
                }
            case .send(let option, let password):
                try requireCurrent()
                guard let signIn = SignIn(option, password, at: origin) else { return .refused(by: number, answer) }
                let first: Secret<String>
                do throws(PortalError) {
                    first = try signIn.fieldValue(for: request, answering: nil)
                } catch {
                    // The scheme cannot carry the name: nothing is sent, and it counts as an answer that failed.
                    core.refuse(signIn.asRefused)
                    local = sender.located(error.asked(by: signIn.space), at: request.url)
                    action = flow.next(afterRefusalWith: nil)
                    continue
                }
                core.events.emit(.replay(url: request.url.withoutQuery, reason: .httpCredential))
                do throws(PortalError) {
                    answer = try await sender.send(request, as: signIn, with: first)
                } catch {
                    if error.code == .digestStaleLoop || error.code == .cancelled || error.code == .signedOut {
                        throw error
                    }
                    return .broken(by: number, error)
                }
                try requireCurrent()
                guard answer.status == 401 else {
                    tier.remember(signIn, for: request.url)
                    return .answered(by: number, answer)
                }
                core.refuse(signIn.asRefused)
                action = flow.next(afterRefusalWith: sender.choice(in: answer, at: origin))
            }
        }
    }

    private var knowledge: WebTierFlow.Knowledge {
        let (tier, core, origin) = (tier, core, origin)
        return WebTierFlow.Knowledge(
            stored: { tier.credentials.password(for: $0.space(at: origin)) },
            isRefused: { option, password in
                let pair = RefusedPassword(origin: origin, realm: option.realm, password: password)
                return core.isRefused(pair)
            })
    }

    private func requireCurrent() throws(PortalError) {
        guard sender.manager.epoch == epoch else {
            throw PortalError(.signedOut, url: request.url, detail: "somebody signed out meanwhile")
        }
    }
}

extension SignIn {
    /// What must not be sent to the realm again once it was refused.
    var asRefused: RefusedPassword { RefusedPassword(origin: space.origin, realm: space.realm, password: password) }
}
