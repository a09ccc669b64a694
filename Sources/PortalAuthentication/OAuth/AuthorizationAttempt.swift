internal import HTTPSemantics
internal import TLSIdentity

/// One sign-in through a browser, from the address of the page to the code (RFC 6749 §4.1, RFC 7636).
///
/// Its state and verifier are fresh and used once.
struct AuthorizationAttempt: Sendable {
    /// The page, without its query.
    let page: HTTPURL
    /// The redirect URI as it is registered.
    let redirectURI: RedirectURI
    /// What the page is given besides the redirect URI, the state and the challenge.
    let parameters: [(String, String)]
    let proof = ProofKey()
    let state = Secret(Base64URL.encode(randomBytes(32)))

    /// A code, and the redirect URI that it has to be redeemed with.
    struct Grant: Sendable {
        let code: Secret<String>
        let redirectURI: RedirectURI
    }

    /// Has an agent show the page; throws what the agent throws, `oauthStateMismatch`, `authorizationDenied` and `oauth`.
    func run(
        _ agent: any AuthorizationAgent, for configuration: OAuthUserConfiguration?, in context: any CredentialContext
    ) async throws(PortalError) -> Grant {
        let began = context.epoch
        let request = AuthorizationRequest(
            configuration: configuration, redirectURI: redirectURI, time: context.core.time,
            address: { [self] in url(redirectingTo: $0) })
        let response: AuthorizationResponse
        do {
            response = try await agent.authorize(request)
        } catch let error as PortalError {
            throw error
        } catch is CancellationError {
            throw .cancelledByTask
        } catch {
            throw PortalError(
                .handlerFailed, url: page, detail: "the sign-in page could not be shown", underlying: error)
        }
        if Task.isCancelled { throw .cancelledByTask }
        try context.requireCurrent(began, url: page)
        return Grant(code: try code(from: response), redirectURI: response.redirectURI)
    }

    /// The address of the page for the redirect URI at which the agent listens.
    func url(redirectingTo redirectURI: RedirectURI) -> HTTPURL {
        let pairs =
            parameters + [
                ("response_type", "code"), ("redirect_uri", redirectURI.description),
                ("state", state.reveal { $0 }), ("code_challenge", proof.challenge),
                ("code_challenge_method", ProofKey.method),
            ]
        return page.with(query: FormURLEncoded.encode(pairs))
    }

    /// The code of an answer that belongs to this sign-in.
    func code(from response: AuthorizationResponse) throws(PortalError) -> Secret<String> {
        guard redirectURI.admits(response.redirectURI) else {
            throw PortalError(
                .invalidArgument, url: page,
                detail: "the sign-in page was opened for \(response.redirectURI), but \(redirectURI) is registered")
        }
        if response.redirectURI.kind == .outOfBand { return try typed(response.callback) }
        guard let callback = AuthorizationCallback(response.callback, to: response.redirectURI) else {
            throw PortalError(
                .oauthStateMismatch, url: page,
                detail: "the address that came back is not \(response.redirectURI); paste the whole address that the "
                    + "browser was sent to")
        }
        // First of all: whatever else it says, it may be another sign-in's (RFC 6749 §10.12).
        guard let echoed = callback["state"] else {
            throw PortalError(
                .oauthStateMismatch, url: page, detail: "the answer of the sign-in page has no state; sign in again")
        }
        guard state.reveal({ isEqualInConstantTime(Array($0.utf8), Array(echoed.utf8)) }) else {
            throw PortalError(
                .oauthStateMismatch, url: page,
                detail: "the answer of the sign-in page belongs to another sign-in; sign in again")
        }
        if let word = callback["error"] { throw refusal(word, callback["error_description"]) }
        guard let code = callback["code"] else {
            throw PortalError(.oauth, url: page, detail: "the answer of the sign-in page has no code")
        }
        return Secret(code)
    }

    /// A code that the user read off a page: it has no state, and the verifier alone protects it.
    private func typed(_ text: String) throws(PortalError) -> Secret<String> {
        let end = RedirectURI.outOfBand.description + "?"
        if text.hasPrefix(end) {
            let fields = FormURLEncoded.fields(of: String(text.dropFirst(end.count)))
            let word = fields.first { $0.name == "error" }?.value ?? "invalid_request"
            throw refusal(word, fields.first { $0.name == "error_description" }?.value)
        }
        let code = text.split(whereSeparator: \.isWhitespace).joined()
        guard !code.isEmpty, code.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw PortalError(.oauth, url: page, detail: "no code was given; copy it from the page after signing in")
        }
        return Secret(code)
    }

    private func refusal(_ word: String, _ description: String?) -> PortalError {
        let isDenied = word == "access_denied"
        var error = PortalError(
            isDenied ? .authorizationDenied : .oauth, url: page,
            detail: isDenied
                ? "the user declined to sign in" : "the sign-in page refuses\(OAuthErrorCode.named(word))")
        error.oauthError = OAuthErrorCode.kept(word)
        error.serverMessage = description
        return error.scrubbed(of: [state, proof.verifier])
    }
}
