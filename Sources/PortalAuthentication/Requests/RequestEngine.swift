internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalTransport

/// Performs what a ``RequestFlow`` decides: attaches a token, sends, renews, asks and sends again.
package struct RequestEngine: Sendable {
    let environment: PortalEnvironment
    private var core: ClientCore { environment.core }

    package init(environment: PortalEnvironment) { self.environment = environment }

    package func perform(_ request: ArcGISRequest) async throws(PortalError) -> ArcGISAnswer {
        var url = request.url
        // Read before the store, which a sign-out empties.
        var epoch = environment.authentication.epoch
        var credential = request.identity == .stored ? try await credential(for: request, epoch: epoch) : nil
        var carrier = firstCarrier(for: url.origin)
        var flow = RequestFlow(
            carriers: core.policy.carriers.filter { $0 != carrier }, maxAttempts: core.policy.maxAttempts)
        var token: TokenInfo?
        // HTTPS wherever the server has it, also where no secret travels (rule R20).
        var isTryingTLS = core.secureOrigins.prefersTLS(url)
        while true {
            if let current = credential {
                do {
                    token = try await current.tokenInfo()
                } catch  where error.code == .notTokenSecured {
                    token = nil
                    credential = nil
                } catch {
                    credential = try await askAgain(
                        request, flow.next(afterAcquisitionFailedWith: error), cause: error, refused: token,
                        failed: current, &flow)
                    continue
                }
            }
            if !url.origin.isSecure, token != nil || isTryingTLS || core.secureOrigins.isPinned(url) {
                url = upgraded(url)
            }
            let mayGoPlain = isTryingTLS && token == nil && !core.secureOrigins.isPinned(request.url)
            do {
                let answer = try await send(
                    request, to: url, token: token, of: credential, in: carrier, epoch: token == nil ? nil : epoch,
                    hasOtherWay: mayGoPlain)
                if !url.origin.isSecure { core.secureOrigins.noteNoTLS(of: url) }
                if token != nil { remember(carrier, for: url.origin) }
                return answer
            } catch {
                let refusal = error
                if !url.origin.isSecure, refusal.error.isAnswer { core.secureOrigins.noteNoTLS(of: url) }
                if mayGoPlain, refusal.error.meansNoTLS(at: url, for: request) {
                    isTryingTLS = false
                    url = request.url
                    continue
                }
                let carried = refusal.carriedToken
                // After a sign-out no new token is wanted, and no password was asked for.
                guard token == nil || epoch == environment.authentication.epoch else {
                    throw PortalError(.signedOut, url: url, detail: "the user signed out meanwhile")
                }
                var cause = named(refusal.error, at: url, isSignedIn: carried && !isBareKey(credential))
                if credential == nil { cause = Federation(environment: environment).named(cause, at: url) }
                // A redirect has dropped the token, and would drop any other: signing in cannot help.
                guard token == nil || carried else { throw cause }
                let attempt = RequestFlow.Attempt(
                    carriedToken: carried, canRenew: credential?.canRenew ?? false, isPlain: !url.origin.isSecure)
                let action = flow.next(after: cause, attempt)
                switch action {
                case .fail: throw cause
                case .upgrade:
                    core.secureOrigins.pin(url.origin.host)
                    url = upgraded(url)
                case .useCarrier(let next):
                    carrier = next
                    core.events.emit(.replay(url: url.withoutQuery, reason: .otherCarrier))
                case .renew:
                    guard let current = credential, let refused = token else { throw cause }
                    do {
                        token = try await current.renew(replacing: refused)
                        core.events.emit(.replay(url: url.withoutQuery, reason: .renewedToken))
                    } catch {
                        credential = try await askAgain(
                            request, flow.next(afterAcquisitionFailedWith: error), cause: error, refused: refused,
                            failed: current, &flow
                        )
                    }
                case .challenge:
                    // Without a token there was nothing to sign out of.
                    if token == nil { epoch = environment.authentication.epoch }
                    credential = try await askAgain(
                        request, action, cause: cause, refused: token, of: credential, &flow)
                }
            }
        }
    }

    /// Asks for another credential, where that was decided and there is a handler; else throws the cause.
    private func askAgain(
        _ request: ArcGISRequest, _ action: RequestFlow.Action, cause: PortalError, refused: TokenInfo?,
        of used: (any ArcGISCredential)? = nil, failed: (any ArcGISCredential)? = nil, _ flow: inout RequestFlow
    ) async throws(PortalError) -> any ArcGISCredential {
        guard case .challenge(let failures) = action, request.challenges == .ask else { throw cause }
        let answer = try await environment.authentication.credential(
            for: request.url, kind: kind(of: failed ?? used), cause: cause, failures: failures, refused: refused,
            failed: failed)
        flow.answered(failures: answer.failures)
        core.events.emit(.replay(url: request.url.withoutQuery, reason: .newCredential))
        return try await Federation(environment: environment).credential(answer.credential, for: request.url)
            ?? answer.credential
    }

    /// A user who signed in through a browser is asked to do so again.
    private func kind(of credential: (any ArcGISCredential)?) -> ArcGISChallenge.Kind {
        let signedIn = (credential as? FederatedCredential)?.portal ?? credential
        return signedIn is OAuthUserCredential ? .oAuthOrToken : .token
    }

    /// What the store holds for the resource or for the portal that its server is federated with, else an API key, which no user
    /// keeps (rows K01–K03).
    private func credential(
        for request: ArcGISRequest, epoch: Int
    ) async throws(PortalError) -> (any ArcGISCredential)? {
        if let stored = stored(for: request.url) { return stored }
        if let relative = Federation(environment: environment).familyCredential(for: request.url) { return relative }
        if let federated = try await Federation(environment: environment).credential(for: request.url, epoch: epoch) {
            return federated
        }
        return environment.apiKey(for: request).map { APIKeyCredential($0, for: request.url) }
    }

    private func stored(for url: HTTPURL) -> (any ArcGISCredential)? {
        if let found = environment.credentials.credential(for: url) { return found }
        return url.origin.isSecure ? nil : environment.credentials.credential(for: core.secureOrigins.secured(url))
    }

    private func upgraded(_ url: HTTPURL) -> HTTPURL {
        let secured = core.secureOrigins.secured(url)
        core.events.emit(.upgradedToTLS(url: secured.withoutQuery))
        return secured
    }

    private func firstCarrier(for origin: Origin) -> TokenCarrier {
        core.carriers.withLock { $0[origin.description] } ?? core.policy.carriers.first ?? .esriHeader
    }

    private func remember(_ carrier: TokenCarrier, for origin: Origin) {
        guard carrier != core.policy.carriers.first else { return }
        core.carriers.withLock { $0[origin.description] = carrier }
    }

    /// A refusal and whether the request that met it carried the token: a redirect may have dropped it.
    private struct Refusal: Error {
        let error: PortalError
        let carriedToken: Bool
    }

    private func send(
        _ request: ArcGISRequest, to url: HTTPURL, token: TokenInfo?, of credential: (any ArcGISCredential)?,
        in carrier: TokenCarrier, epoch: Int?, hasOtherWay: Bool
    ) async throws(Refusal) -> ArcGISAnswer {
        var wire: WireRequest
        do {
            wire = try wireRequest(request, to: url, token: token, referer: credential?.referer, carrier: carrier)
        } catch {
            throw Refusal(error: error, carriedToken: false)
        }
        wire.hasOtherWay = hasOtherWay
        if token != nil {
            wire.tokenScope = credential.map { TokenScope(of: $0, in: environment.credentials) }
        }
        let secrets = token.map { [$0.accessToken] } ?? []
        do {
            let answer = try await WireSender(context: environment.authentication, challenges: request.challenges)
                .send(wire, epoch: epoch)
            core.secureOrigins.learn(from: url, to: answer.url)
            do {
                let json = try AnswerClassification.read(
                    answer.response, from: answer.url, expecting: request.expectation == .json ? .json : .bytes,
                    now: core.time.now())
                noteUser(in: json, of: answer)
                return ArcGISAnswer(
                    status: answer.response.status, headers: answer.response.headers, body: answer.response.body,
                    json: json ?? .null, url: answer.url)
            } catch {
                throw Refusal(
                    error: core.scrubbed(error, of: secrets + (answer.idToken.map { [$0] } ?? [])),
                    carriedToken: answer.carriedToken)
            }
        } catch let error as PortalError {
            throw Refusal(error: core.scrubbed(error, of: secrets), carriedToken: token != nil)
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal(
                error: PortalError(.transport, url: url, detail: "the request failed", underlying: error),
                carriedToken: token != nil)
        }
    }

    /// Whom a portal takes a request without a token for says what its later refusals mean.
    private func noteUser(in json: JSONValue?, of answer: WireAnswer) {
        guard !answer.carriedToken, answer.url.path.hasSuffix("/sharing/rest/portals/self"), let json else { return }
        environment.authentication.webTier.note(
            namesUser: json["user"]?["username"]?.string?.isEmpty == false, ServerContext(of: answer.url))
    }

    private func wireRequest(
        _ request: ArcGISRequest, to url: HTTPURL, token: TokenInfo?, referer: String?, carrier: TokenCarrier
    ) throws(PortalError) -> WireRequest {
        var pairs = request.parameters
        if request.expectation == .json, !pairs.contains(where: { $0.0 == "f" }) { pairs.append(("f", "json")) }
        // A GET that must travel as POST stays one that may be repeated.
        var wire = WireRequest(method: request.method.rawValue, url: url)
        wire.carriesToken = token != nil
        wire.token = token?.accessToken
        token?.accessToken.reveal { text in
            switch carrier {
            case .esriHeader: wire.headers.append(HeaderField("X-Esri-Authorization", "Bearer \(text)"))
            case .authorizationHeader: wire.headers.append(HeaderField("Authorization", "Bearer \(text)"))
            case .query: pairs.append(("token", text))
            case .formBody:
                pairs.append(("token", text))
                wire.method = "POST"
            }
        }
        // A token that the app gives as a parameter of its own is as secret as ours.
        let isAmongPairs = pairs.contains { $0.0.lowercased() == "token" }
        if token != nil { wire.headers.append(HeaderField("Referer", referer ?? core.policy.referer)) }
        guard wire.method != "POST" else {
            wire.carriesTokenInBody = isAmongPairs
            if request.files.isEmpty {
                wire.setForm(pairs)
            } else {
                try wire.setForm(pairs, files: request.files)
            }
            return wire
        }
        guard !pairs.isEmpty else { return wire }
        let query = FormURLEncoded.encode(pairs)
        if wire.method == "GET", query.utf8.count + url.description.utf8.count > core.policy.maxQueryLength {
            wire.method = "POST"
            wire.carriesTokenInBody = isAmongPairs
            wire.setForm(pairs)
        } else {
            wire.url = url.with(query: url.query.map { "\($0)&\(query)" } ?? query)
        }
        return wire
    }

    /// Whether a request was signed with a key that signs no user in.
    private func isBareKey(_ credential: (any ArcGISCredential)?) -> Bool {
        credential is APIKeyCredential && !core.policy.apiKeyCountsAsSignIn
    }

    /// A 403 for lack of rights means something else while no user is signed in, by a token or by the web tier (rule R10).
    private func named(_ error: PortalError, at url: HTTPURL, isSignedIn: Bool) -> PortalError {
        guard error.code == .accessDenied, error.messageCode == "GWM_0003", !isSignedIn,
            !environment.authentication.webTier.knowsUser(of: ServerContext(of: url))
        else { return error }
        return error.recoded(.authenticationRequired, "no user is signed in and the resource is not public")
    }
}

extension PortalError {
    /// Whether a server has answered, if only to refuse.
    fileprivate var isAnswer: Bool { httpStatus != nil || serviceCode != nil }

    /// Whether the server of a URL was asked over TLS in vain, and the request can be sent in plain without being carried out twice.
    fileprivate func meansNoTLS(at asked: HTTPURL, for request: ArcGISRequest) -> Bool {
        guard meansNoTLS, url.flatMap(HTTPURL.init(parsing:)).map({ $0.origin == asked.origin }) ?? true else {
            return false
        }
        // A form may have reached a server that speaks TLS and was lost then.
        return request.method != .post || code == .cannotConnect || code == .secureConnectionFailed
    }
}
