package import HTTPSemantics
internal import Platform
internal import TLSIdentity

/// The Digest state of one user in one protection space: the nonce in use and how often each was used.
///
/// A pair of nonce and count is handed out once, however many requests ask at the same time and whatever order nonces come in.
package final class DigestSession: Sendable {
    /// Nonces whose counts are remembered; a server that comes back to an older one is answered from 1 again.
    package static let rememberedNonces = 64

    /// The user.
    package let username: String
    private let password: Secret<String>
    private let makeCnonce: @Sendable () -> String
    private let state: Locked<State>

    /// Starts with a first challenge; the client's nonces are 128 random bits each.
    package init(
        challenge: DigestChallenge, username: String, password: Secret<String>,
        makeCnonce: @escaping @Sendable () -> String = { Base64URL.encode(randomBytes(16)) }
    ) {
        self.username = username
        self.password = password
        self.makeCnonce = makeCnonce
        state = Locked(State(challenge: challenge))
    }

    /// The challenge that the next request answers.
    package var challenge: DigestChallenge { state.withLock { $0.challenge } }

    /// Answers for a request before it is sent, with the nonce in use; the body is asked for only where it is covered.
    ///
    /// Throws what ``DigestAnswer`` throws, and `httpAuthentication` where a nonce has been used 2³²−1 times.
    package func answer(
        method: String, uri: String, body: () throws(PortalError) -> [UInt8]?
    ) throws(PortalError) -> DigestAnswer {
        try answer(to: nil, method: method, uri: uri, body: body)
    }

    /// Answers the challenge that a request was refused with, stale or new; from now on its nonce is the one in use.
    package func answer(
        to challenge: DigestChallenge?, method: String, uri: String, body: () throws(PortalError) -> [UInt8]?
    ) throws(PortalError) -> DigestAnswer {
        let fresh = makeCnonce()
        // Adopted and counted in one step: a nonce that is good for one use belongs to the request that was given it.
        let turn = state.withLock { state in
            if let challenge { state.challenge = challenge }
            return state.nextTurn(cnonce: fresh)
        }
        guard let count = turn.count else {
            throw PortalError(.httpAuthentication, detail: "the server's nonce has been used as often as one can be")
        }
        return try DigestAnswer(
            challenge: turn.challenge, username: username, key: key(for: turn.challenge), method: method, uri: uri,
            body: body,
            nonceCount: count, cnonce: turn.cnonce)
    }

    /// The key of the user in the realm of a challenge, made once as long as realm and hash stay.
    private func key(for challenge: DigestChallenge) -> Secret<String> {
        let known = state.withLock { state in
            state.key.flatMap { $0.realm == challenge.realm && $0.hash == challenge.algorithm.hash ? $0.text : nil }
        }
        if let known { return known }
        let text = DigestAnswer.key(for: challenge, username: username, password: password)
        state.withLock { $0.key = Key(realm: challenge.realm, hash: challenge.algorithm.hash, text: text) }
        return text
    }

    private struct Key {
        let realm: String
        let hash: DigestAlgorithm.Hash
        let text: Secret<String>
    }

    /// Takes over the nonce that an answer names for the next request (RFC 7616 §3.5); its count starts at 1.
    package func adopt(_ info: AuthenticationInfo) {
        guard let nonce = info.nextNonce, !nonce.isEmpty else { return }
        state.withLock { $0.challenge = $0.challenge.renewed(nonce: nonce) }
    }

    /// Takes over the challenge of an answer for the requests that follow.
    func adopt(_ challenge: DigestChallenge) { state.withLock { $0.challenge = challenge } }

    /// Whether the nonce in use was handed out more than once.
    var isNonceReused: Bool { state.withLock { $0.isReused } }

    /// What one request may use.
    private struct Turn {
        let challenge: DigestChallenge
        let count: NonceCount?
        let cnonce: String
    }

    private struct State {
        /// How far a nonce was used; the client's nonce is that of its first use.
        struct Use {
            var next: NonceCount?
            let cnonce: String
        }

        var challenge: DigestChallenge
        var key: Key?
        private var uses: [String: Use] = [:]
        private var order: [String] = []

        init(challenge: DigestChallenge) { self.challenge = challenge }

        var isReused: Bool { uses[challenge.nonce].map { $0.next.map { $0 > NonceCount(2) } ?? true } ?? false }

        mutating func nextTurn(cnonce fresh: String) -> Turn {
            let use = uses[challenge.nonce] ?? begin(cnonce: fresh)
            uses[challenge.nonce]?.next = use.next?.next
            // A session's key is made from the first client nonce (RFC 7616 §3.4.2). Servers that keep no sessions make
            // it from the one that they receive (lighttpd, src/mod_auth.c), so it is sent unchanged while a nonce lasts.
            return Turn(
                challenge: challenge, count: use.next, cnonce: challenge.algorithm.isSession ? use.cnonce : fresh)
        }

        private mutating func begin(cnonce: String) -> Use {
            if order.count == DigestSession.rememberedNonces { uses[order.removeFirst()] = nil }
            order.append(challenge.nonce)
            let use = Use(next: .first, cnonce: cnonce)
            uses[challenge.nonce] = use
            return use
        }
    }
}
