internal import HTTPSemantics
internal import Platform
internal import PortalJudge

/// Judges Digest credentials (RFC 7616 §3.4.6); no lock is held while it hashes.
struct DigestGate {
    let rules: Blueprint.WebAuthentication
    let memory: WebTierMemory
    /// The accounts that may get in, with their passwords.
    let accounts: [String: Secret<String>]
    let path: String

    /// The parts of a request that a response covers.
    struct Request {
        let method: String
        let target: String
        let body: [UInt8]
        let time: Int64
        /// Where the portal is reached, for targets in absolute form.
        let origins: [Origin]
    }

    func judge(_ authorization: Authorization, of request: Request) -> HTTPCredentialsJudgement {
        let words: DigestAuthorization
        do {
            words = try DigestAuthorization(authorization)
        } catch {
            let isUnknown = error.code == .unknownAlgorithm
            var found = Journal.Authorization(
                scheme: "digest", username: authorization["username"], verdict: isUnknown ? .unasked : .malformed,
                realm: authorization["realm"], algorithm: authorization["algorithm"])
            if isUnknown, rules.challenges.contains(where: { $0.algorithm == authorization["algorithm"] }) {
                found.verdict = .wrong
            }
            return HTTPCredentialsJudgement(authorization: found, reason: error.detail)
        }
        let known = memory.nonces.withLock { $0.known(words.nonce) }
        func judgement(_ verdict: Journal.Authorization.Verdict, _ reason: String) -> HTTPCredentialsJudgement {
            HTTPCredentialsJudgement(
                authorization: Journal.Authorization(words, nonce: known?.alias, verdict: verdict), reason: reason)
        }
        let algorithm = words.algorithm ?? .md5
        let offers = rules.challenges.filter { $0.scheme == .digest && $0.digestAlgorithm == algorithm }
        guard !offers.isEmpty else { return judgement(.unasked, "Digest \(algorithm) is not offered") }
        guard let offer = offers.first(where: { rules.realm(of: $0, for: path).utf8.elementsEqual(words.realm.utf8) })
        else { return judgement(.unasked, "the realm is not the one that is offered here") }
        // Who answers a challenge from before a restart repeats its opaque too: the nonce will be called stale.
        guard known == nil || words.opaque == memory.opaque(of: offer) else {
            return judgement(.malformed, "opaque is not repeated as it was sent")
        }
        if words.nonceCount?.value == 0 {
            var refused = judgement(.malformed, "the nonce count begins with 1")
            refused.isCountWrong = true
            return refused
        }
        if let complaint = Self.complaint(about: words, offer, algorithm) { return judgement(.malformed, complaint) }
        guard TargetComparison(request.target, origins: request.origins).isCovered(by: words.uri) else {
            var refused = judgement(.malformed, "uri is not the target of the request")
            refused.isBadRequest = true
            return refused
        }
        let computation = DigestComputation(hash: algorithm.hash)
        guard let account = account(of: words, computation, offer) else {
            return judgement(.wrong, "no account of that name is let in")
        }
        let secret = memory.secret(
            username: account.name, realm: words.realm, password: account.password, computation)
        guard let key = key(secret, words, algorithm, known?.session, computation, request) else {
            var refused = judgement(.wrong, "the response is not that of \(account.name)")
            let slip = DigestSlip.first(
                in: words, of: account, algorithm: algorithm, computation, method: request.method, body: request.body)
            if let slip {
                refused.reason = "the password is that of \(account.name), but \(slip)"
                refused.ownCause = .digestResponse
            }
            return refused
        }
        let use = memory.nonces.withLock {
            $0.use(words.nonce, count: words.nonceCount, session: key.session, at: request.time, rules: rules)
        }
        switch use {
        case .stale(let why): return judgement(.stale, "the response is that of \(account.name), but \(why)")
        case .replayed:
            return judgement(.replayed, "\(known?.alias ?? "the nonce") was used with this count before")
        case .fresh:
            var right = judgement(.right, "the response is that of \(account.name)")
            right.authorization.username = account.name
            right.renewsSession = known?.session.map { $0 != key.session } ?? false
            right.proof = DigestProof(words: words, computation: computation, key: key.text, session: key.session)
            return right
        }
    }

    /// What is wrong with words that can be read; nil where nothing is.
    private static func complaint(
        about words: DigestAuthorization, _ offer: Blueprint.WebAuthentication.Offer, _ algorithm: DigestAlgorithm
    ) -> String? {
        if let qop = words.qop {
            guard offer.qop.contains(where: { $0.rawValue == qop.rawValue }) else { return "qop \(qop) is not offered" }
        } else if !offer.qop.isEmpty {
            return "qop is missing, though it is offered"
        }
        if algorithm.isSession, words.cnonce == nil { return "cnonce is missing, of which the session's key is made" }
        if case .hash = words.user, !offer.hashesUserNames { return "userhash is not offered" }
        return nil
    }

    private func account(
        of words: DigestAuthorization, _ computation: DigestComputation, _ offer: Blueprint.WebAuthentication.Offer
    ) -> (name: String, password: Secret<String>)? {
        let found = accounts.first { name, _ in
            switch words.user {
            case .name(let text), .extendedName(let text): name.utf8.elementsEqual(text.utf8)
            case .hash(let text):
                computation.userHash(username: name, realm: words.realm).utf8.elementsEqual(text.utf8)
            }
        }
        return found.map { ($0.key, $0.value) }
    }

    /// The key under which the response is right; nil where it is under none.
    ///
    /// RFC 7616 §3.4.2 makes the key of a session once, from the first nonce and cnonce; curl makes it anew for each request.
    private func key(
        _ secret: String, _ words: DigestAuthorization, _ algorithm: DigestAlgorithm, _ session: NonceLedger.Session?,
        _ computation: DigestComputation, _ request: Request
    ) -> (text: String, session: NonceLedger.Session?)? {
        var keys: [(text: String, session: NonceLedger.Session?)] = [(secret, nil)]
        if algorithm.isSession {
            let own = NonceLedger.Session(nonce: words.nonce, cnonce: words.cnonce ?? "")
            let sessions = session == nil || session == own ? [own] : [own, session ?? own]
            keys = sessions.map { (computation.sessionKey(secret, $0), $0) }
        }
        return keys.first {
            let response = computation.response(key: $0.text, method: request.method, words, body: request.body)
            return response.utf8.elementsEqual(words.response.utf8)
        }
    }
}

extension WebTierMemory {
    /// The opaque text of a challenge; nil where it has none.
    func opaque(of offer: Blueprint.WebAuthentication.Offer) -> String? {
        switch offer.opaque {
        case .none: nil
        case .random: opaque
        case .text(let text): text
        }
    }
}

extension Blueprint.WebAuthentication.Offer {
    /// The algorithm of a Digest challenge; nil where it is unknown.
    var digestAlgorithm: DigestAlgorithm? { algorithm.map { DigestAlgorithm($0) } ?? .md5 }
}
