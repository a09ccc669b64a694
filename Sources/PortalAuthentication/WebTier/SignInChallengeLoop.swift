internal import HTTPSemantics
internal import PortalTransport

/// One sign-in to a realm for everybody who waits for it: the first request tries what is known or said, until it is let in.
struct SignInChallengeLoop: Sendable {
    /// Who may wait for the same sign-in.
    struct Key: Hashable, Sendable {
        let origin: Origin
        /// Schemes may differ: a password is asked for by the realm.
        let realms: Set<String?>
        let challenges: ChallengePolicy
    }
    /// How it ended; a request that joined sends a request of its own where the answer is another's.
    enum Outcome: Sendable {
        /// Another task had signed in already.
        case signedIn
        /// The request with this number was let in, with this answer.
        case answered(by: Int, HTTPResponse)
        /// No request is let in: each hands up the 401 that it has; this is the last one of the request with this number.
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
    /// The request as its caller sees it, who may leave while others wait.
    let leader = LeadingRequest()

    private var tier: WebTier { sender.context.webTier }
    private var core: ClientCore { sender.context.core }
    private var origin: Origin { request.url.origin }

    /// What the 401 asks for.
    var spaces: [ProtectionSpace] { sender.choice(in: refusal, at: origin).options.map { $0.space(at: origin) } }

    func run() async throws(PortalError) -> Outcome {
        let choice = sender.choice(in: refusal, at: origin)
        if let known = tier.signIn(for: spaces), known !== refused { return .signedIn }
        let handler = sender.context.networkHandler(for: sender.challenges)
        var flow = WebTierFlow(
            choice: choice, failures: failures, canAsk: handler != nil, maxAttempts: core.policy.maxAttempts,
            knowledge: knowledge, without: refused?.ticket == nil ? [] : [.negotiate])
        var answer = refusal
        var local: PortalError?
        // Why a ticket was no help; what to fail with where nothing else is tried.
        var ticketProblem: PortalError?
        var action = flow.next()
        while true {
            switch action {
            case .handUp:
                if let problem = local ?? ticketProblem { throw problem }
                return .refused(by: number, answer)
            case .fail(let error): throw sender.located(error, at: request.url)
            case .ask(let option, let failures):
                try requireCurrent()
                guard let handler else { return .refused(by: number, answer) }
                let cause = local ?? ticketProblem ?? sender.error(of: answer, from: request.url)
                let said = try await NetworkQuestion.askInTurn(
                    handler, core: core, unless: { isAnswered(option, in: flow) ? true : nil }
                ) {
                    NetworkChallenge(
                        id: core.nextChallengeNumber(), space: option.space(at: origin),
                        previousFailureCount: failures, cause: cause)
                }
                try requireCurrent()
                local = nil
                guard case .said(let disposition) = said else {
                    action = flow.next()
                    continue
                }
                action = flow.next(after: disposition, to: option)
                if flow.wasKnownAsRefused {
                    core.events.emit(.refusedCredentialsNotSent(ServerContext(of: request.url)))
                }
            case .sendTicket(_, let ticket):
                try requireCurrent()
                guard origin.isSecure || core.policy.negotiate.allowsPlainHTTP else {
                    throw sender.located(.ticketOverPlainHTTP(to: origin), at: request.url)
                }
                let signIn = SignIn(ticket, at: origin, asking: answer)
                if leader.isAbandoned { return broken(.cancelledByTask, signIn) }
                core.events.emit(.replay(url: request.url.withoutQuery, reason: .httpCredential))
                do throws(PortalError) {
                    answer = try await send(as: signIn, with: nil)
                } catch {
                    try requireCurrent()
                    guard error.isOfTicket else {
                        if isFinal(error) { throw error }
                        return broken(error, signIn)
                    }
                    ticketProblem = sender.located(error.asked(by: signIn.space), at: request.url)
                    action = flow.next(without: .negotiate)
                    continue
                }
                try requireCurrent()
                if let entered = entered(by: signIn, with: answer) { return entered }
                ticketProblem = sender.located(.ticketRefused(by: origin), at: request.url)
                action = flow.next(without: .negotiate, after: sender.choice(in: answer, at: origin))
            case .send(let option, let password):
                try requireCurrent()
                ticketProblem = nil
                guard let signIn = SignIn(option, password, at: origin) else {
                    return .refused(by: number, answer)
                }
                let first: Secret<String>?
                do throws(PortalError) {
                    first = try signIn.fieldValue(for: request, answering: nil)
                } catch {
                    // The scheme cannot carry the name: nothing is sent, and it counts as an answer that failed.
                    if let pair = signIn.asRefused { core.refuse(pair) }
                    local = sender.located(error.asked(by: signIn.space), at: request.url)
                    action = flow.next(afterRefusalWith: nil)
                    continue
                }
                // A request that joined tries for itself with what was said.
                if leader.isAbandoned { return broken(.cancelledByTask, signIn) }
                core.sentPasswords.note(password.password, of: password.username)
                core.events.emit(.replay(url: request.url.withoutQuery, reason: .httpCredential))
                do throws(PortalError) {
                    answer = try await send(as: signIn, with: first)
                } catch {
                    if error.code == .ntlmRefused {
                        try requireCurrent()
                        local = sender.located(error, at: request.url)
                        action = flow.next(without: .ntlm)
                        continue
                    }
                    if isFinal(error) { throw error }
                    try requireCurrent()
                    return broken(error, signIn)
                }
                try requireCurrent()
                if let entered = entered(by: signIn, with: answer) { return entered }
                if let pair = signIn.asRefused { core.refuse(pair) }
                tier.dropUnproven(signIn.space)
                action = flow.next(afterRefusalWith: sender.choice(in: answer, at: origin))
            }
        }
    }

    private func send(
        as signIn: SignIn, with first: Secret<String>?
    ) async throws(PortalError) -> HTTPResponse {
        let (sender, request) = (sender, request)
        return try await leader.send { () throws(PortalError) -> HTTPResponse in
            try await sender.send(request, as: signIn, with: first)
        }
    }

    /// Whether an error ends the request itself, and says nothing to those who joined.
    private func isFinal(_ error: PortalError) -> Bool {
        let isOfLeader = error.code == .cancelled && leader.isAbandoned && !Task.isCancelled
        return [.digestStaleLoop, .cancelled, .signedOut, .mutualAuthenticationMissing].contains(error.code)
            && !isOfLeader
    }

    /// Keeps a sign-in that was let in; nil where it was not.
    private func entered(by signIn: SignIn, with answer: HTTPResponse) -> Outcome? {
        guard answer.status != 401 else { return nil }
        signIn.noteAccepted(at: request.url)
        tier.remember(signIn, for: request.url, epoch: epoch)
        return .answered(by: number, answer)
    }

    private func broken(_ error: PortalError, _ signIn: SignIn) -> Outcome {
        tier.keepUnproven(signIn, epoch: epoch)
        return .broken(by: number, error)
    }

    /// Whether a password has become known while a question waited for its turn.
    private func isAnswered(_ option: SchemeChoice.Option, in flow: WebTierFlow) -> Bool {
        let (knowledge, flow) = (knowledge, flow)
        guard let password = knowledge.stored(option), !knowledge.isRefused(option, password) else { return false }
        if case .send = flow.next() { return true }
        return false
    }

    private var knowledge: WebTierFlow.Knowledge {
        let (tier, core, origin, refused) = (tier, core, origin, refused)
        return WebTierFlow.Knowledge(
            stored: { tier.password(for: $0.space(at: origin)) },
            isRefused: { option, password in
                let pair = RefusedPassword(origin: origin, realm: option.realm, password: password)
                return refused?.asRefused == pair || core.isRefused(pair)
            },
            ticket: core.policy.negotiate.ticket(for: origin))
    }

    private func requireCurrent() throws(PortalError) {
        try sender.context.requireCurrent(epoch, url: request.url)
    }
}

extension SignIn {
    /// What must not be sent to the realm again once it was refused.
    ///
    /// nil for a ticket, which another one may take the place of.
    var asRefused: RefusedPassword? {
        password.map { RefusedPassword(origin: space.origin, realm: space.realm, password: $0) }
    }
}
