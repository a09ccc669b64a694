internal import HTTPSemantics
internal import PortalTransport

/// Sends one request to one origin and answers its web tier's 401 (rules R15, R16; client flow LM5); it knows nothing of tokens.
struct WebTierSender: Sendable {
    let context: any ExchangeContext
    let challenges: ChallengePolicy
    /// The sign-out before which the request began.
    let epoch: Int
    private var core: ClientCore { context.core }
    private var tier: WebTier { context.webTier }

    /// The answer to a request once the web tier has let it in; a 401 that cannot be answered is the answer itself.
    ///
    /// Throws `cancelled`, `basicInsecure`, `digestStaleLoop`, `unsupportedQop`, and what the connection throws.
    func exchange(_ request: WireRequest) async throws(PortalError) -> HTTPResponse {
        // The proxy's own token stands where the web tier's would.
        if request.idToken != nil { return try await connection.send(request, authorization: nil) }
        let number = core.nextSignInNumber()
        let known = tier.signIn(for: request.url)
        // What is closed to a user is not asked for in the same name again.
        let excluded = known.flatMap { $0.isExcluded(from: request.url) ? $0 : nil }
        var signIn = excluded == nil ? known : nil
        var failures = 0
        var rounds = 0
        while true {
            let response: HTTPResponse
            if let known = signIn {
                do throws(PortalError) {
                    response = try await send(request, as: known)
                } catch  where error.isOfTicket && rounds < Self.maxRounds {
                    // A ticket that was good has run out: the server asks again.
                    tier.forget(known)
                    signIn = nil
                    rounds += 1
                    continue
                }
            } else {
                response = try await connection.send(request, authorization: nil)
            }
            guard response.status == 401 else {
                signIn?.noteAccepted(at: request.url)
                // After a sign-out no password goes back into the store (rule R24).
                if let signIn, signIn !== known { tier.remember(signIn, for: request.url, epoch: epoch) }
                return response
            }
            let choice = choice(in: response, at: request.url.origin)
            guard !choice.options.isEmpty || choice.refusal != nil else { return response }
            // No request that begins afterwards may join a sign-in from before.
            try context.requireCurrent(epoch, url: request.url)
            let refused = signIn.flatMap { $0.isRefused(by: choice) ? $0 : nil }
            if let refused {
                failures += 1
                // Who was let in elsewhere may only lack the right to this one (RFC 9110 §15.5.2).
                if refused.refusal(at: request.url) == .ofPassword {
                    tier.forget(refused)
                    if let pair = refused.asRefused { core.refuse(pair) }
                }
            }
            let chain = SignInChallengeLoop(
                sender: self, request: request, number: number, refusal: response, refused: refused ?? excluded,
                failures: failures, epoch: epoch)
            repeat {
                rounds += 1
                switch try await outcome(of: chain, choice) {
                case .answered(by: number, let answer), .refused(by: number, let answer): return answer
                case .broken(by: number, let error): throw error
                case .refused: return response
                // Another request is in, or failed for a reason of its own: this request uses that or tries for itself.
                case .signedIn, .answered, .broken: signIn = tier.signIn(for: chain.spaces)
                }
                guard rounds < Self.maxRounds else { return response }
            } while signIn == nil
        }
    }

    /// How often a request joins others that sign in; more would mean that they undo each other's work.
    private static let maxRounds = 20

    private func outcome(
        of chain: SignInChallengeLoop, _ choice: SchemeChoice
    ) async throws(PortalError) -> SignInChallengeLoop.Outcome {
        if ChallengeScope.isInside { return try await chain.run() }
        let key = SignInChallengeLoop.Key(
            origin: chain.request.url.origin, realms: Set(chain.spaces.map(\.realm)), challenges: challenges)
        let result: Result<SignInChallengeLoop.Outcome, PortalError> = await withTaskCancellationHandler {
            do throws(PortalError) {
                return .success(
                    try await tier.signIns.run(key) { () throws(PortalError) -> SignInChallengeLoop.Outcome in
                        try await chain.run()
                    })
            } catch {
                return .failure(error)
            }
        } onCancel: {
            chain.leader.abandon()
        }
        return try result.get()
    }

    /// Sends a request signed in, at first with the value that was made for it; a stale nonce is replaced without asking anybody,
    /// so many times at most (RFC 7616 §3.3).
    func send(
        _ request: WireRequest, as signIn: SignIn, with first: Secret<String>? = nil
    ) async throws(PortalError) -> HTTPResponse {
        if let response = try await signIn.exchange(request, by: connection, core: core) {
            return response
        }
        var turn = try await signIn.beginTurn(isWithinAnother: ChallengeScope.isInside)
        defer { signIn.endTurn(turn) }
        var authorization = if let first { first } else { try signIn.fieldValue(for: request, answering: nil) }
        var retries = 0
        var isAlone = false
        while true {
            let response = try await connection.send(request, authorization: authorization) {
                () throws(PortalError) -> Secret<String>? in try signIn.fieldValue(for: request, answering: nil)
            }
            guard response.status == 401,
                let challenge = signIn.renewal(in: choice(in: response, at: request.url.origin))
            else {
                signIn.noteFresh(in: turn)
                signIn.adopt(response)
                return response
            }
            if retries > 0, !isAlone, signIn.isShared(turn) {
                // Others may have ended the nonce that this request had for itself: those were not stale in a row.
                signIn.goOneByOne(from: challenge)
                signIn.endTurn(turn)
                turn = try await signIn.beginTurn(isWithinAnother: ChallengeScope.isInside)
                isAlone = true
                retries = 0
                authorization = try signIn.fieldValue(for: request, answering: nil)
            } else {
                guard retries < core.policy.maxStaleRetries else {
                    var error = error(of: response, from: request.url).recoded(
                        .digestStaleLoop, "the server calls every nonce stale, \(retries + 1) of them in a row")
                    error.protectionSpace = signIn.space
                    throw error
                }
                retries += 1
                authorization = try signIn.fieldValue(for: request, answering: challenge)
            }
            core.events.emit(.replay(url: request.url.withoutQuery, reason: .newNonce))
        }
    }

    private var connection: ConnectionSender {
        ConnectionSender(context: context, challenges: challenges, epoch: epoch)
    }

    /// What of a 401's challenges may be answered.
    func choice(in response: HTTPResponse, at origin: Origin) -> SchemeChoice {
        SchemeChoice(
            challenges: Challenge.challenges(in: response.headers), at: origin, schemes: core.policy.httpSchemes,
            allowsInsecureBasic: core.policy.allowsInsecureBasic)
    }

    /// A 401 as an error.
    func error(of response: HTTPResponse, from url: HTTPURL) -> PortalError {
        do throws(PortalError) {
            _ = try AnswerClassification.read(response, from: url, expecting: .bytes)
        } catch {
            return core.scrubbed(error)
        }
        return PortalError(.httpAuthentication, url: url, detail: "the web tier asks for authentication")
    }

    /// The error with the URL of the request, where it names none.
    func located(_ error: PortalError, at url: HTTPURL) -> PortalError {
        var error = error
        if error.url == nil { error.url = url.withoutQuery }
        return error
    }
}
