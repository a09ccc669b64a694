internal import HTTPSemantics
internal import Platform
internal import PortalTransport
internal import TLSIdentity

/// A user name and a password for one realm, and what its scheme needs to answer request after request.
package final class SignIn: Sendable {
    private enum Scheme: Sendable {
        case basic(isUTF8: Bool)
        case digest(DigestSession)
        case ntlm(NTLMUser, ConnectionLanes)
        case negotiate(KerberosTicket, ConnectionLanes)
    }
    let space: ProtectionSpace
    /// nil for a sign-in with a ticket.
    let password: NetworkPassword?
    private let scheme: Scheme
    private let standing = Locked(Standing())
    private let turns = RequestTurns()

    /// Starts with the challenge that is to be answered; nil for a scheme that a password does not answer.
    init?(_ option: SchemeChoice.Option, _ password: NetworkPassword, at origin: Origin) {
        switch option {
        case .negotiate: return nil
        case .ntlm:
            scheme = .ntlm(
                NTLMUser(password.username, password.password),
                ConnectionLanes(endPointDigest: nil))
        case .basic(_, let isUTF8): scheme = .basic(isUTF8: isUTF8)
        case .digest(let challenge):
            scheme = .digest(
                DigestSession(challenge: challenge, username: password.username, password: password.password))
        }
        space = option.space(at: origin)
        self.password = password
    }

    /// Starts with a ticket.
    init(_ ticket: KerberosTicket, at origin: Origin, asking response: HTTPResponse) {
        scheme = .negotiate(ticket, ConnectionLanes(endPointDigest: response.endPointDigest))
        space = SchemeChoice.Option.negotiate.space(at: origin)
        password = nil
    }

    /// The ticket of a sign-in without a password.
    var ticket: KerberosTicket? { if case .negotiate(let ticket, _) = scheme { ticket } else { nil } }

    /// Sends a request on a connection of its own, where the scheme signs in connections; nil for any other scheme.
    func exchange(
        _ request: WireRequest, by connection: ConnectionSender, core: ClientCore
    ) async throws(PortalError) -> HTTPResponse? {
        func send(
            on lanes: ConnectionLanes,
            _ body: (BoundExchange, inout ConnectionLanes.Lane) async throws(PortalError) -> HTTPResponse
        ) async throws(PortalError) -> HTTPResponse {
            let exchange = BoundExchange(
                connection: connection, request: request, origin: space.origin, lanes: lanes, core: core)
            var lane = try await lanes.take(isWithinAnother: ChallengeScope.isInside)
            defer { lanes.giveBack(lane) }
            do throws(PortalError) {
                return try await body(exchange, &lane)
            } catch {
                lane = ConnectionLanes.Lane()
                throw error
            }
        }
        switch scheme {
        case .basic, .digest: return nil
        case .ntlm(let user, let lanes):
            return try await send(on: lanes) { exchange, lane throws(PortalError) in
                try await exchange.send(as: user, on: &lane)
            }
        case .negotiate(let ticket, let lanes):
            return try await send(on: lanes) { exchange, lane throws(PortalError) in
                try await exchange.send(with: ticket, on: &lane)
            }
        }
    }

    /// The value of `Authorization` for one request; a challenge that the last one was refused with is answered.
    ///
    /// Throws `invalidArgument` where the scheme cannot carry the user name, or covers a body whose file cannot be read.
    func fieldValue(
        for request: WireRequest, answering challenge: DigestChallenge?
    ) throws(PortalError) -> Secret<String>? {
        guard let password else { return nil }
        switch scheme {
        case .ntlm, .negotiate: return nil
        case .basic(let isUTF8):
            return try BasicAnswer.fieldValue(
                username: password.username, password: password.password, charsetUTF8: isUTF8)
        case .digest(let session):
            let target = request.url.query.map { "\(request.url.path)?\($0)" } ?? request.url.path
            return try session.answer(
                to: challenge, method: request.method, uri: target, body: request.wholeBody
            ).fieldValue
        }
    }

    /// The challenge with a new nonce, where a 401 only says that the last one was stale (RFC 7616 §3.3).
    func renewal(in choice: SchemeChoice) -> DigestChallenge? {
        guard case .digest = scheme else { return nil }
        for case .digest(let challenge) in choice.options where challenge.realm == space.realm && challenge.isStale {
            return challenge
        }
        return nil
    }

    /// Waits until its next request may be sent; ``endTurn(_:)`` follows. Throws `cancelled`.
    func beginTurn(isWithinAnother: Bool) async throws(PortalError) -> Int {
        try await turns.begin(isWithinAnother: isWithinAnother)
    }

    func endTurn(_ turn: Int) { turns.end(turn) }

    /// Notes that the nonce in use was not stale: where that was not its first use, requests need not wait for each other.
    func noteFresh(in turn: Int) {
        guard case .digest(let session) = scheme, !turns.isShared(turn), session.isNonceReused else { return }
        turns.setOneByOne(false)
    }

    /// Whether another of its requests was under way during a turn.
    func isShared(_ turn: Int) -> Bool { turns.isShared(turn) }

    /// Sends its requests one by one from now on, the next with the newest nonce.
    func goOneByOne(from challenge: DigestChallenge) {
        guard case .digest(let session) = scheme else { return }
        session.adopt(challenge)
        turns.setOneByOne(true)
    }

    /// Takes over the nonce that an answer names for the next request (RFC 7616 §3.5).
    func adopt(_ response: HTTPResponse) {
        guard case .digest(let session) = scheme, let value = response.headers.first(named: "Authentication-Info"),
            let info = AuthenticationInfo(fieldValue: value)
        else { return }
        session.adopt(info)
    }

    /// The paths that share it, where the server names some of its own (`domain`, RFC 7616 §3.3); else a Digest holds for
    /// the whole origin and Basic for the portal or server that asked.
    func scopes(from url: HTTPURL) -> [HTTPURL] {
        guard case .digest(let session) = scheme else { return [ServerContext(of: url).url] }
        let named = session.challenge.domain.prefix(Self.mostScopes).compactMap { url.resolving($0) }
        let own = named.filter { $0.origin == url.origin }
        return own.isEmpty ? [HTTPURL(origin: url.origin, path: "/")] : own.map { $0.with(query: nil) }
    }

    /// How many paths of its own a server may name: each is compared with every other one, and with every request.
    private static let mostScopes = 64

    /// Whether a 401 asks again for what was answered; another scheme for the same realm refuses no password.
    func isRefused(by choice: SchemeChoice) -> Bool {
        choice.options.contains { $0.realm == space.realm && $0.method == space.method }
    }
}

extension SignIn {
    /// What a 401 refuses.
    enum Refusal: Sendable { case ofPassword, ofResource }

    /// Where it was let in and where not, of late.
    fileprivate struct Standing: Sendable {
        var accepted: [HTTPURL] = []
        var excluded: [HTTPURL] = []
        /// Whether it was let in nowhere since the last refusal.
        var isDoubted = false
    }

    func noteAccepted(at url: HTTPURL) {
        let place = url.with(query: nil)
        standing.withLock { standing in
            standing.isDoubted = false
            if !standing.accepted.contains(place) { standing.accepted.append(place) }
            if standing.accepted.count > Self.mostPlaces { standing.accepted.removeFirst() }
        }
    }

    /// Notes a refusal and says of what: who was let in elsewhere, and never here, is first taken for not permitted; the
    /// next refusal, or one where it was let in before, is of the password.
    func refusal(at url: HTTPURL) -> Refusal {
        let place = url.with(query: nil)
        return standing.withLock { standing in
            guard !standing.isDoubted, !standing.accepted.isEmpty, !standing.accepted.contains(place) else {
                return .ofPassword
            }
            standing.isDoubted = true
            standing.excluded.append(place)
            if standing.excluded.count > Self.mostPlaces { standing.excluded.removeFirst() }
            return .ofResource
        }
    }

    /// Whether it was refused here although it is good elsewhere.
    func isExcluded(from url: HTTPURL) -> Bool {
        standing.withLock { !$0.excluded.isEmpty && $0.excluded.contains(url.with(query: nil)) }
    }

    private static let mostPlaces = 64
}
