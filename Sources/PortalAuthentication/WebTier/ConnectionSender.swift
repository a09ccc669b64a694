internal import HTTPSemantics
internal import PortalTransport
internal import TLSIdentity

/// Sends one request over a connection that both sides agree on: the server is trusted, the client shows what was chosen
/// (client flow MM2, steps 1–3).
struct ConnectionSender: Sendable {
    let context: any ExchangeContext
    let challenges: ChallengePolicy
    /// The sign-out before which the request began: nothing of it goes out afterwards (rule R24).
    let epoch: Int
    private var core: ClientCore { context.core }

    /// The answer to a request; an untrusted server and a missing client certificate are asked about, and it is sent again.
    ///
    /// A server that has answered has seen the authorization: what is sent after that carries a renewed one, for the
    /// count of a nonce is used once (RFC 7616 §3.4).
    /// Throws `clientCertificateRequired` and `clientCertificateRejected` also for those that are told in an HTTP answer.
    func send(
        _ request: WireRequest, authorization: Secret<String>?, lane: ConnectionLane? = nil,
        needsKeptConnection: Bool = false,
        renewed: () throws(PortalError) -> Secret<String>? = { () throws(PortalError) -> Secret<String>? in nil }
    ) async throws(PortalError) -> HTTPResponse {
        var headers = try self.headers(of: request, authorization, isBound: lane != nil)
        await core.trust.applyOnce()
        let canAsk = context.networkHandler(for: challenges) != nil
        var trustFailures = 0
        var certificates = CertificateFlow(canAsk: canAsk, maxAttempts: core.policy.maxAttempts)
        while true {
            try context.requireCurrent(epoch, url: request.url)
            let offer = offer(to: request.url.origin, canAsk: canAsk)
            let number = core.nextRequestNumber()
            core.events.emit(
                .request(
                    id: number, method: request.method, url: request.url.withoutQuery,
                    carriesToken: request.carriesToken))
            do {
                var message = HTTPRequest(
                    method: request.method, url: request.url.description, headers: headers, body: request.body,
                    limits: core.policy.limits, identity: offer)
                message.pieces = request.pieces
                message.lane = lane
                message.needsKeptConnection = needsKeptConnection
                let response = try await core.transport.send(message)
                core.events.emit(.response(id: number, status: response.status))
                noteCertificate(of: response, at: request.url.origin)
                guard let refusal = CertificateRefusal(response, from: request.url, offered: offer) else {
                    return response
                }
                try await answer(refusal, to: request.url, offer, &certificates)
                if authorization != nil { headers = try self.headers(of: request, try renewed(), isBound: lane != nil) }
            } catch let error as TransportError {
                let named = Self.located(PortalError(error), at: request.url)
                core.events.emit(.noResponse(id: number, code: named.code))
                try context.requireCurrent(epoch, url: request.url)
                if let failure = error.serverTrust {
                    trustFailures = max(
                        trustFailures + 1,
                        try await context.trust(
                            failure, cause: named, failures: trustFailures, challenges: challenges, epoch: epoch))
                    core.events.emit(.replay(url: request.url.withoutQuery, reason: .trustGranted))
                    continue
                }
                guard let failure = error.clientCertificate else { throw named }
                let refusal = CertificateRefusal(
                    failure: failure, cause: named, isOfIdentity: failure.identity != nil,
                    isQuestion: error.code == .clientCertificateRequested)
                try await answer(refusal, to: request.url, offer, &certificates)
            } catch let error as PortalError {
                throw error
            } catch {
                throw PortalError(.transport, url: request.url, detail: "the request failed", underlying: error)
            }
        }
    }

    /// Has the next round offer something else, or throws the cause.
    private func answer(
        _ refusal: CertificateRefusal, to url: HTTPURL, _ offer: IdentityOffer, _ flow: inout CertificateFlow
    ) async throws(PortalError) {
        let credentials = context.webTier.credentials
        if refusal.isOfIdentity, credentials.decision(for: url.origin) == offer {
            await credentials.decide(nil, for: url.origin)
        }
        guard case .ask(let failures) = flow.next(after: refusal),
            let handler = context.networkHandler(for: challenges)
        else { throw refusal.cause }
        let chain = IdentityChallengeLoop(
            context: context, handler: handler, refusal: refusal, offered: offer, failures: failures, epoch: epoch)
        let chosen: IdentityOffer
        if ChallengeScope.isInside {
            chosen = try await chain.run()
        } else {
            chosen = try await context.webTier.identityQuestions.run(chain.key) {
                () throws(PortalError) -> IdentityOffer in try await chain.run()
            }
        }
        flow.answered(with: chosen, failures: failures)
        core.events.emit(.replay(url: url.withoutQuery, reason: .identityChosen))
    }

    /// What the origin may see: what was chosen for it, else nothing before a handler has said so (rule R18).
    private func offer(to origin: Origin, canAsk: Bool) -> IdentityOffer {
        guard origin.isSecure else { return .none }
        guard let decision = context.webTier.credentials.decision(for: origin) else {
            return canAsk ? .undecided : .none
        }
        if case .identity(let identity) = decision { warn(of: identity) }
        return decision
    }

    /// Certificates live by the machine's clock, whatever the environment's says.
    private func warn(of identity: ClientIdentity) {
        let now = SystemTimeSource().now().milliseconds / 1000
        guard identity.validity(at: now) == .expired else { return }
        if core.isFirstWarning(of: identity.certificate.sha256) {
            core.events.emit(.identityExpired(subject: identity.certificate.subject))
        }
    }

    /// The fields of the wire; a token leaves `Authorization` to the web tier (rule R3).
    private func headers(
        of request: WireRequest, _ authorization: Secret<String>?, isBound: Bool
    ) throws(PortalError) -> [HeaderField] {
        var headers = request.headers
        let word = authorization ?? request.idToken.map { Secret("Bearer \($0.reveal { $0 })") }
        // A connection that is signed in would be signed out by another scheme's word.
        if isBound || word != nil {
            headers = headers.map { $0.isNamed("Authorization") ? HeaderField("X-Esri-Authorization", $0.value) : $0 }
        }
        if let word { headers.append(word.reveal { HeaderField("Authorization", $0) }) }
        for header in headers where !header.isWellFormed {
            throw PortalError(
                .invalidArgument, url: request.url, detail: "the header field \(header.name) holds a line break")
        }
        return headers
    }

    private func noteCertificate(of response: HTTPResponse, at origin: Origin) {
        guard let leaf = response.peerCertificates.first?.sha256 else { return }
        guard let previous = core.trust.noteShown(leaf, at: origin) else { return }
        core.events.emit(.certificateChanged(origin, previous: previous, current: leaf))
    }

    /// The error with the URL of the request, where it names only the origin.
    private static func located(_ error: PortalError, at url: HTTPURL) -> PortalError {
        var error = error
        error.url = url.withoutQuery
        return error
    }
}
